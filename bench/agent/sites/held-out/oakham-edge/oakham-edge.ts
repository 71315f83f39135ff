import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { CATEGORIES, FILTERS, inCategory, LIST_PAGES, pathOfPage, pounds, PRODUCTS } from './products.ts'
import type { ListPage, Product } from './products.ts'
import { tasks } from './tasks.ts'

/** A shop for hand tools as Magento writes it: categories in pages, special prices, a table of attributes. */
export const oakhamEdge = createSite({
  name: 'oakham-edge',
  language: 'en',
  pages: {
    '/': page('Hand tools for woodworkers', 'cms-home', home()),
    ...Object.fromEntries(
      LIST_PAGES.map((list) => [
        list.path,
        page(list.category.name, 'catalog-category-view', category(list)),
      ]),
    ),
    ...Object.fromEntries(
      FILTERS.map(({ maker, path, products }) => [
        path,
        page('Hand Planes', 'catalog-category-view', filtered(maker, products)),
      ]),
    ),
    ...Object.fromEntries(
      PRODUCTS.map((product) => [
        product.path,
        page(product.name, 'catalog-product-view', productPage(product)),
      ]),
    ),
    '/delivery': page('Delivery', 'cms-page-view', delivery()),
    '/returns': page('Returns & Refunds', 'cms-page-view', returns()),
    '/about-us': page('About Us', 'cms-page-view', about()),
    '/contact': page('Contact Us', 'contact-index-index', contact()),
  },
  redirects: { '/planes': '/hand-planes.html' },
  notFound: page('404 Not Found', 'cms-noroute-index', '<h1>Whoops, our bad...</h1>'),
  tasks,
})

function page(title: string, kind: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"/><title>${esc(title)} | Oakham Edge</title><meta name="viewport" content="width=device-width, initial-scale=1"/><link rel="stylesheet" href="/static/styles-m.css"/><script>var BASE_URL = '/'; var require = { 'baseUrl': '/static' };</script></head>
<body data-container="body" id="html-body" class="${kind} page-layout-1column">
<div role="alertdialog" tabindex="-1" class="message global cookie" id="notice-cookie-block"><div role="document" class="content"><p><strong>We use cookies to make your experience better.</strong> <span>To comply with the new e-Privacy directive, we need to ask for your consent to set the cookies.</span></p><div class="actions"><button id="btn-cookie-allow" class="action allow primary"><span>Allow Cookies</span></button></div></div></div>
<div class="page-wrapper"><header class="page-header"><div class="panel wrapper"><div class="panel header"><a class="action skip contentarea" href="#contentarea"><span>Skip to Content</span></a><ul class="header links"><li class="greet welcome"><span class="not-logged-in">Free UK delivery on big orders</span></li><li class="link authorization-link"><a href="${ELSEWHERE}/customer/account/login/">Sign In</a></li></ul></div></div>
<div class="header content"><a class="logo" href="/" title="Oakham Edge" aria-label="store logo"><img src="/media/logo.svg" alt="Oakham Edge"/></a><div data-block="minicart" class="minicart-wrapper"><span class="text">My Cart</span><span class="counter qty empty"><span class="counter-number">0</span></span></div><div class="block block-search"><form class="form minisearch" action="/catalogsearch/result/"><label class="label"><span>Search</span></label><input type="text" name="q" placeholder="Search entire store here..."/></form></div></div></header>
<div class="sections nav-sections"><nav class="navigation" data-action="navigation"><ul>${each(
    CATEGORIES,
    ({ name, path }, at) =>
      `<li class="level0 nav-${at + 1} category-item level-top"><a href="${path}" class="level-top"><span>${name}</span></a></li>`,
  )}</ul></nav></div>
<main id="maincontent" class="page-main"><a id="contentarea" tabindex="-1"></a>${main}</main>
<footer class="page-footer"><div class="footer content"><ul class="footer links"><li class="nav item"><a href="/about-us">About Us</a></li><li class="nav item"><a href="/delivery">Delivery</a></li><li class="nav item"><a href="/returns">Returns &amp; Refunds</a></li><li class="nav item"><a href="/contact">Contact Us</a></li></ul><div class="block newsletter"><label for="newsletter"><span class="label">Sign up for our newsletter and save £5 on your first order</span></label></div><small class="copyright"><span>Copyright © 2026 Oakham Edge Ltd. All rights reserved.</span></small></div></footer></div></body></html>`
}

function home(): string {
  const shown = new Set([
    'Low Angle Block Plane',
    'Ryoba 240',
    'Leather Strop with Compound',
    'Dovetail Saw 15 tpi',
  ])
  return `<div class="page-title-wrapper"><h1 class="page-title"><span class="base">Hand tools for woodworkers</span></h1></div>
<div class="column main"><div class="block-promo-wrapper"><a href="/saws.html" class="block-promo"><span class="content"><strong class="title">Up to 15% off</strong><span class="info">selected saws while they last</span></span></a></div>
<div class="block widget block-products-list grid"><div class="block-title"><strong>Hot Sellers</strong></div><div class="block-content"><div class="products-grid grid"><ol class="product-items widget-product-grid">${each(
    PRODUCTS.filter(({ name }) => shown.has(name)),
    item,
  )}</ol></div></div></div></div>`
}

function crumbs(...trail: { name: string; path?: string }[]): string {
  return `<div class="breadcrumbs"><ul class="items"><li class="item home"><a href="/" title="Go to Home Page">Home</a></li>${each(
    trail,
    ({ name, path }) =>
      path
        ? `<li class="item category"><a href="${path}">${name}</a></li>`
        : `<li class="item"><strong>${name}</strong></li>`,
  )}</ul></div>`
}

function category(list: ListPage): string {
  const { category, products, total, first } = list
  const amount =
    list.count > 1
      ? `Items <span class="toolbar-number">${first}</span>-<span class="toolbar-number">${first + products.length - 1}</span> of <span class="toolbar-number">${total}</span>`
      : `<span class="toolbar-number">${total}</span> Items`
  const toolbar = `<div class="toolbar toolbar-products"><p class="toolbar-amount" id="toolbar-amount">${amount}</p>${pager(list)}<div class="toolbar-sorter sorter"><label class="sorter-label" for="sorter">Sort By</label><select id="sorter" class="sorter-options"><option value="position" selected="selected">Position</option><option value="name">Product Name</option><option value="price">Price</option></select></div></div>`
  return `${crumbs({ name: category.name })}<div class="page-title-wrapper"><h1 class="page-title" id="page-title-heading"><span class="base">${category.name}</span></h1></div>
<div class="category-view"><div class="category-description"><p>${category.intro}</p></div></div>
<div class="columns"><div class="column main">${toolbar}<div class="products wrapper grid products-grid"><ol class="products list items product-items">${each(products, item)}</ol></div>${toolbar}</div>
<div class="sidebar sidebar-main">${category.name === 'Hand Planes' ? layered() : ''}<div class="block block-compare"><div class="block-title"><strong>Compare Products</strong></div><div class="empty">You have no items to compare.</div></div></div></div>`
}

function pager({ category, at, count }: ListPage): string {
  if (count === 1) return ''
  const numbers = Array.from({ length: count }, (_, number) =>
    number === at
      ? `<li class="item current"><strong class="page"><span class="label">You're currently reading page</span> <span>${number + 1}</span></strong></li>`
      : `<li class="item"><a href="${pathOfPage(category.path, number)}" class="page"><span class="label">Page</span> <span>${number + 1}</span></a></li>`,
  )
  const next =
    at + 1 < count
      ? `<li class="item pages-item-next"><a class="action next" href="${pathOfPage(category.path, at + 1)}" title="Next"><span class="label">Page</span> <span>Next</span></a></li>`
      : ''
  return `<div class="pages"><strong class="label pages-label" id="paging-label">Page</strong><ul class="items pages-items" aria-labelledby="paging-label">${numbers.join('')}${next}</ul></div>`
}

function layered(): string {
  return `<div class="block filter" id="layered-filter-block"><div class="block-title filter-title"><strong>Shop By</strong></div><div class="block-content filter-content"><strong role="heading" class="block-subtitle filter-subtitle">Shopping Options</strong><div class="filter-options"><div class="filter-options-title">Maker</div><div class="filter-options-content"><ol class="items">${each(
    FILTERS,
    ({ maker, path, products }) =>
      `<li class="item"><a href="${path}">${maker}<span class="count">${products.length}<span class="filter-count-label">item</span></span></a></li>`,
  )}</ol></div></div></div></div>`
}

function filtered(maker: string, products: readonly Product[]): string {
  return `${crumbs({ name: 'Hand Planes', path: '/hand-planes.html' }, { name: maker })}<div class="page-title-wrapper"><h1 class="page-title"><span class="base">Hand Planes</span></h1></div><div class="filter-current"><strong class="block-subtitle">Now Shopping by</strong><ol class="items"><li class="item"><span class="filter-label">Maker</span> <span class="filter-value">${maker}</span> <a class="action remove" href="/hand-planes.html"><span>Remove This Item</span></a></li></ol></div>
<div class="products wrapper grid products-grid"><ol class="products list items product-items">${each(products, item)}</ol></div>`
}

function item(product: Product): string {
  const id = product.sku.slice(3)
  return `<li class="item product product-item"><div class="product-item-info" id="product-item-info_${id}" data-container="product-grid"><a href="${product.path}" class="product photo product-item-photo" tabindex="-1"><span class="product-image-container"><img class="product-image-photo" src="/media/${id}.jpg" alt="${esc(product.name)}"/></span></a><div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="${product.path}">${esc(product.name)}</a></strong>
${priceBox(product)}<div class="product-item-inner"><div class="actions-primary">${product.isInStock ? '<button type="submit" title="Add to Cart" class="action tocart primary"><span>Add to Cart</span></button>' : '<div class="stock unavailable"><span>Out of stock</span></div>'}</div></div></div></div></li>`
}

function priceBox({ price, was, sku }: Product): string {
  const amount = (value: number, type: string): string =>
    `<span data-price-amount="${value}" data-price-type="${type}" class="price-wrapper"><span class="price">${pounds(value)}</span></span>`
  const box =
    was === null
      ? `<span class="price-container price-final_price tax weee">${amount(price, 'finalPrice')}</span>`
      : `<span class="special-price"><span class="price-container"><span class="price-label">Special Price</span> ${amount(price, 'finalPrice')}</span></span> <span class="old-price"><span class="price-container"><span class="price-label">Regular Price</span> ${amount(was, 'oldPrice')}</span></span>`
  return `<div class="price-box price-final_price" data-role="priceBox" data-product-id="${sku.slice(3)}">${box}</div>`
}

function productPage(product: Product): string {
  const group = CATEGORIES.find(({ name }) => name === product.category)!
  const all = inCategory(product.category)
  const at = all.indexOf(product)
  const related = [1, 2, 3].map((step) => all[(at + step) % all.length]!)
  const left = Number(product.stock)
  const stock = product.isInStock
    ? '<div class="stock available" title="Availability"><span>In stock</span></div>'
    : '<div class="stock unavailable" title="Availability"><span>Out of stock</span></div>'
  return `${crumbs(group, { name: product.name })}
<div class="columns"><div class="column main"><div class="product-info-main" itemscope itemtype="http://schema.org/Product"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper" itemprop="name">${esc(product.name)}</span></h1></div>
<div class="product-info-price">${priceBox(product)}<div class="product-info-stock-sku">${stock}${left > 0 ? `<div class="availability only" title="Only ${left} left"><span>Only <strong>${left}</strong> left</span></div>` : ''}<div class="product attribute sku"><strong class="type">SKU</strong><div class="value" itemprop="sku">${product.sku}</div></div></div></div>
<div class="product attribute overview"><div class="value" itemprop="description"><p>${story(product)}</p></div></div></div>
<div class="product info detailed"><div class="product data items"><div class="data item title"><a class="data switch" href="#additional">More Information</a></div><div class="data item content" id="additional"><div class="additional-attributes-wrapper table-wrapper"><table class="data table additional-attributes" id="product-attribute-specs-table"><caption class="table-caption">More Information</caption><tbody>${each(
    attributes(product),
    ([label, value]) =>
      `<tr><th class="col label" scope="row">${label}</th><td class="col data" data-th="${label}">${esc(value)}</td></tr>`,
  )}</tbody></table></div></div></div></div>
<div class="block related" data-mage-init='{"relatedProducts":{}}'><div class="block-title title"><strong id="block-related-heading" role="heading">Related Products</strong></div><div class="block-content content"><div class="products wrapper grid products-grid products-related"><ol class="products list items product-items">${each(related, item)}</ol></div></div></div></div></div>`
}

function story({ name, category, maker, origin }: Product): string {
  return `The ${esc(name)} comes from ${maker}, who have been at it longer than most of us. Each piece is checked by hand in ${origin} before it joins our ${category.toLowerCase()} shelf. It arrives oiled and boxed.`
}

function attributes(product: Product): [string, string][] {
  const sizes: Record<string, string> = {
    'Hand Planes': 'Blade Width',
    Chisels: 'Blade Width',
    Saws: 'Blade Length',
    Sharpening: 'Size',
  }
  const pairs: [string, string | null][] = [
    ['Manufacturer', product.maker],
    ['Weight', product.weight],
    [sizes[product.category]!, product.size],
    ['Steel', product.steel],
    ['Handle', product.handle],
    ['Country of Manufacture', product.origin],
    ['Warranty', product.warranty],
  ]
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null)
}

function cms(title: string, body: string): string {
  return `${crumbs({ name: title })}<div class="page-title-wrapper"><h1 class="page-title"><span class="base">${title}</span></h1></div><div class="column main">${body}</div>`
}

function delivery(): string {
  return cms(
    'Delivery',
    `<p>We pack on weekdays until 2 pm. Standard delivery to the UK mainland costs £4.95 and is free for orders over £90.</p>
<table class="data table"><thead><tr><th>Service</th><th>Time</th><th>Price</th></tr></thead><tbody><tr><td>Standard</td><td>2-4 working days</td><td>£4.95</td></tr><tr><td>Express</td><td>Next working day</td><td>£9.50</td></tr><tr><td>Highlands and Islands</td><td>4-6 working days</td><td>£12.00</td></tr></tbody></table><p>We do not ship outside the UK at present.</p>`,
  )
}

function returns(): string {
  return cms(
    'Returns &amp; Refunds',
    '<p>Changed your mind? Send unused tools back within 45 days of delivery. Refunds are paid within 5 working days of arrival. The cost of sending back is yours unless the tool is faulty.</p>',
  )
}

function about(): string {
  return cms(
    'About Us',
    '<p>Oakham Edge was opened in 1987 by Maud Tilley in a former dairy. Her nephew Corin Tilley runs it today with a team of eleven. Our showroom is open Tuesday to Saturday, 9.30 am to 5 pm.</p>',
  )
}

function contact(): string {
  return cms(
    'Contact Us',
    `<p>Oakham Edge Ltd, The Old Dairy, 14 Mill Lane, Oakham LE15 0QX</p><p>Telephone: <a href="tel:+441632960184">01632 960184</a><br/>E-mail: <a href="mailto:bench@oakham-edge.example">bench@oakham-edge.example</a></p><form class="form contact"><fieldset class="fieldset"><legend class="legend"><span>Write Us</span></legend><input name="name"/><textarea name="comment"></textarea></fieldset></form>`,
  )
}
