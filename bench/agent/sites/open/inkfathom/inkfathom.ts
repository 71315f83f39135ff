import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { CATEGORIES, listPath, LISTS, PER_PAGE, PRODUCTS } from './catalogue.ts'
import type { List, Product } from './catalogue.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('inkfathom')

/** A shop for pens, ink and paper, with the markup of a large shop system: numbered pages, special prices, microdata. */
export const inkfathom = createSite({
  name: 'inkfathom',
  language: 'en',
  pages: {
    '/': page('Fountain pens, inks and paper', 'cms-index-index', home()),
    ...Object.fromEntries(
      LISTS.map((list) => [list.path, page(list.category.name, 'catalog-category-view', listing(list))]),
    ),
    ...Object.fromEntries(
      PRODUCTS.map((product) => [
        product.path,
        page(product.name, 'catalog-product-view', productPage(product)),
      ]),
    ),
    '/shipping.html': page('Shipping', 'cms-page-view', shipping()),
    '/returns.html': page('Returns', 'cms-page-view', returns()),
    '/about-us.html': page('About us', 'cms-page-view', about()),
    '/contact/': page('Contact us', 'contact-index-index', contact()),
    '/nib-guide.html': page('Which nib is for me?', 'cms-page-view', nibGuide()),
  },
  redirects: { '/pens': '/fountain-pens.html' },
  deadLinks: ['/gift-cards.html'],
  notFound: page(
    '404 Not Found',
    'cms-noroute-index',
    '<h1 class="page-title">Whoops, our bad...</h1><p>The page you requested was not found.</p>',
  ),
  tasks,
})

function page(title: string, kind: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"/><title>${esc(title)} | Inkfathom</title><meta name="description" content="Inkfathom, pens and paper from Cork"/><meta name="viewport" content="width=device-width, initial-scale=1"/><link rel="stylesheet" href="/static/styles-m.css"/></head>
<body class="${kind} page-layout-2columns-left"><div role="alertdialog" tabindex="-1" class="message global cookie" id="notice-cookie-block"><div class="content"><p><strong>We use cookies to make your experience better.</strong> <span>To comply with the e-Privacy directive, we need to ask for your consent.</span></p><div class="actions"><button id="btn-cookie-allow" class="action allow primary"><span>Allow Cookies</span></button></div></div></div>
<div class="page-wrapper"><header class="page-header"><div class="panel wrapper"><div class="panel header"><a class="action skip contentarea" href="#contentarea"><span>Skip to Content</span></a><ul class="header links"><li class="greet welcome"><span class="not-logged-in">Free shipping in Ireland over €60</span></li><li class="link authorization-link"><a href="${ELSEWHERE}/customer/account/login">Sign In</a></li></ul></div></div>
<div class="header content"><a class="logo" href="${ORIGIN}/" title="Inkfathom"><img src="/static/logo.svg" alt="Inkfathom" width="170"/></a><div class="minicart-wrapper"><a class="action showcart" href="#"><span class="text">My Cart</span><span class="counter qty empty"><span class="counter-number">0</span></span></a></div><div class="block block-search"><form class="form minisearch" action="${ORIGIN}/catalogsearch/result/" method="get"><input type="text" name="q" placeholder="Search entire store here..." class="input-text"/></form></div></div></header>
<div class="sections nav-sections"><nav class="navigation"><ul>${each(CATEGORIES, ({ name, path }) => `<li class="level0 category-item level-top"><a href="${ORIGIN}${path}" class="level-top"><span>${name}</span></a></li>`)}<li class="level0 level-top"><a href="${ORIGIN}/gift-cards.html" class="level-top"><span>Gift Cards</span></a></li><li class="level0 level-top"><a href="${ORIGIN}/nib-guide.html" class="level-top"><span>Nib Guide</span></a></li></ul></nav></div>
<main id="maincontent" class="page-main"><a id="contentarea" tabindex="-1"></a>${main}</main>
<footer class="page-footer"><div class="footer content"><ul class="footer links"><li class="nav item"><a href="${ORIGIN}/about-us.html">About us</a></li><li class="nav item"><a href="${ORIGIN}/shipping.html">Shipping</a></li><li class="nav item"><a href="${ORIGIN}/returns.html">Returns</a></li><li class="nav item"><a href="${ORIGIN}/contact/">Contact Us</a></li></ul><div class="block newsletter"><form class="form subscribe"><label><span class="label">Sign Up for Our Newsletter:</span></label><input name="email" type="email" placeholder="Enter your email address"/></form></div></div></footer>
<small class="copyright"><span>Copyright © 2014-present Inkfathom Ltd. All rights reserved.</span></small></div></body></html>`
}

function breadcrumbs(trail: [name: string, path: string][], last: string): string {
  return `<div class="breadcrumbs"><ul class="items"><li class="item home"><a href="${ORIGIN}/" title="Go to Home Page">Home</a></li>${each(trail, ([name, path]) => `<li class="item category"><a href="${ORIGIN}${path}" title="">${name}</a></li>`)}<li class="item product"><strong>${esc(last)}</strong></li></ul></div>`
}

function home(): string {
  const picks = [PRODUCTS[3]!, PRODUCTS[10]!, PRODUCTS[13]!, PRODUCTS[23]!]
  return `<div class="columns"><div class="column main"><div class="blocks-promo"><a href="${ORIGIN}/inks.html" class="block-promo"><span class="content"><strong class="title">Eight colours for grey months</strong><span class="action more icon">Shop Inks</span></span></a></div><div class="content-heading"><h2 class="title">Hot Sellers</h2><p class="info">Here is what is trending on Inkfathom right now</p></div>${grid(picks)}</div></div>`
}

function grid(products: readonly Product[]): string {
  return `<div class="products wrapper grid products-grid"><ol class="products list items product-items">${each(products, tile)}</ol></div>`
}

function tile(product: Product): string {
  const { name, path, sku } = product
  return `<li class="item product product-item"><div class="product-item-info" data-container="product-grid"><a href="${ORIGIN}${path}" class="product photo product-item-photo" tabindex="-1"><span class="product-image-container"><span class="product-image-wrapper"><img class="product-image-photo" src="/media/${sku.toLowerCase()}.jpg" loading="lazy" alt="${esc(name)}"/></span></span></a>
<div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="${ORIGIN}${path}">${esc(name)}</a></strong>${priceBox(product)}<div class="product-item-inner"><div class="product actions product-item-actions"><div class="actions-primary">${product.stock === 'Out of stock' ? '<div class="stock unavailable"><span>Out of stock</span></div>' : '<form data-role="tocart-form"><button type="submit" title="Add to Cart" class="action tocart primary"><span>Add to Cart</span></button></form>'}</div><div class="actions-secondary"><a href="#" class="action towishlist" title="Add to Wish List"><span>Add to Wish List</span></a><a href="#" class="action tocompare" title="Add to Compare"><span>Add to Compare</span></a></div></div></div></div></div></li>`
}

function priceBox({ price, oldPrice, sku }: Product): string {
  const amount = (value: string, type: string) =>
    `<span id="${type}-${sku}" data-price-amount="${Number(value)}" data-price-type="${type}" class="price-wrapper"><span class="price">€${value}</span></span>`
  return `<div class="price-box price-final_price" data-role="priceBox">${
    oldPrice
      ? `<span class="special-price"><span class="price-container price-final_price tax weee"><span class="price-label">Special Price</span>${amount(price, 'finalPrice')}</span></span><span class="old-price"><span class="price-container price-final_price tax weee"><span class="price-label">Regular Price</span>${amount(oldPrice, 'oldPrice')}</span></span>`
      : `<span class="price-container price-final_price tax weee">${amount(price, 'finalPrice')}</span>`
  }</div>`
}

function listing(list: List): string {
  const { category, products, at } = list
  const total = category.products.length
  return `${breadcrumbs([], category.name)}<div class="page-title-wrapper"><h1 class="page-title" id="page-title-heading"><span class="base" data-ui-id="page-title-wrapper">${category.name}</span></h1></div>
<div class="columns"><div class="column main">${total > PER_PAGE ? toolbar(`Items <span class="toolbar-number">${at * PER_PAGE + 1}</span>-<span class="toolbar-number">${at * PER_PAGE + products.length}</span> of <span class="toolbar-number">${total}</span>`) : toolbar(`<span class="toolbar-number">${total}</span> Items`)}${grid(products)}${pager(list)}</div>
<div class="sidebar sidebar-main"><div class="block filter" id="layered-filter-block"><div class="block-title filter-title"><strong>Shop By</strong></div><div class="filter-options"><div class="filter-options-title">Price</div><div class="filter-options-content"><ol class="items"><li class="item"><a href="#"><span class="price">€0.00</span> - <span class="price">€49.99</span><span class="count">${products.length}<span class="filter-count-label">item</span></span></a></li></ol></div></div></div></div>
<div class="sidebar sidebar-additional"><div class="block block-compare"><div class="block-title"><strong>Compare Products</strong></div><div class="empty">You have no items to compare.</div></div></div></div>`
}

function toolbar(amount: string): string {
  return `<div class="toolbar toolbar-products"><p class="toolbar-amount" id="toolbar-amount">${amount}</p><div class="toolbar-sorter sorter"><label class="sorter-label" for="sorter">Sort By</label><select id="sorter" class="sorter-options"><option value="position" selected="selected">Position</option><option value="name">Product Name</option><option value="price">Price</option></select></div></div>`
}

function pager({ category, at }: List): string {
  const count = Math.ceil(category.products.length / PER_PAGE)
  if (count === 1) return ''
  const link = (to: number) => `${ORIGIN}${listPath(category, to)}`
  return `<div class="pages"><strong class="label pages-label" id="paging-label">Page</strong><ul class="items pages-items" aria-labelledby="paging-label">${at > 0 ? `<li class="item pages-item-previous"><a class="action previous" href="${link(at - 1)}" title="Previous"><span class="label">Page</span><span>Previous</span></a></li>` : ''}${each(
    Array.from({ length: count }).keys(),
    (to) =>
      to === at
        ? `<li class="item current"><strong class="page"><span class="label">You're currently reading page</span><span>${to + 1}</span></strong></li>`
        : `<li class="item"><a href="${link(to)}" class="page"><span class="label">Page</span><span>${to + 1}</span></a></li>`,
  )}${at < count - 1 ? `<li class="item pages-item-next"><a class="action next" href="${link(at + 1)}" title="Next"><span class="label">Page</span><span>Next</span></a></li>` : ''}</ul></div>`
}

function productPage(product: Product): string {
  const { name, category, sku, stock, line, specs, price } = product
  const own = CATEGORIES.find((one) => one.name === category)!
  const at = PRODUCTS.indexOf(product)
  const related = [4, 9, 15].map((step) => PRODUCTS[(at + step) % PRODUCTS.length]!)
  const availability =
    stock === 'Out of stock'
      ? '<div class="stock unavailable" title="Availability"><span>Out of stock</span></div>'
      : `<div class="stock available" title="Availability"><span>In stock</span></div>${stock === 'In stock' ? '' : `<div class="availability only" title="${stock}">Only <strong>${stock.replace(/\D/g, '')}</strong> left</div>`}`
  return `${breadcrumbs([[own.name, own.path]], name)}<div class="columns"><div class="column main" itemscope itemtype="http://schema.org/Product"><div class="product media"><img alt="${esc(name)}" class="gallery-placeholder__image" itemprop="image" src="/media/${sku.toLowerCase()}-large.jpg"/></div>
<div class="product-info-main"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper" itemprop="name">${esc(name)}</span></h1></div><div class="product-info-price" itemprop="offers" itemscope itemtype="http://schema.org/Offer">${priceBox(product)}<meta itemprop="price" content="${Number(price)}"/><meta itemprop="priceCurrency" content="EUR"/></div><div class="product-info-stock-sku">${availability}<div class="product attribute sku"><strong class="type">SKU</strong><div class="value" itemprop="sku">${sku}</div></div></div>
<div class="product-add-form"><form><div class="field qty"><label class="label" for="qty"><span>Qty</span></label><input type="number" name="qty" id="qty" value="1" class="input-text qty"/></div>${stock === 'Out of stock' ? '' : '<button type="submit" title="Add to Cart" class="action primary tocart" id="product-addtocart-button"><span>Add to Cart</span></button>'}</form></div><div class="product attribute overview"><div class="value" itemprop="description"><p>${esc(line)}</p></div></div></div>
<div class="product info detailed"><div class="product data items"><div class="data item title active"><a class="data switch" href="#description">Details</a></div><div class="data item content" id="description"><div class="product attribute description"><div class="value"><p>${esc(line)} Every item is looked at by one of us before it is sent, and comes without plastic.</p></div></div></div><div class="data item title"><a class="data switch" href="#additional">More Information</a></div><div class="data item content" id="additional"><div class="additional-attributes-wrapper table-wrapper"><table class="data table additional-attributes" id="product-attribute-specs-table"><caption class="table-caption">More Information</caption><tbody>${each(specs, ([label, value]) => `<tr><th class="col label" scope="row">${label}</th><td class="col data" data-th="${label}">${esc(value)}</td></tr>`)}</tbody></table></div></div></div></div>
<div class="block upsell"><div class="block-title title"><strong role="heading" aria-level="2">We found other products you might like!</strong></div><div class="block-content content">${grid(related)}</div></div></div></div>`
}

function cms(title: string, body: string): string {
  return `${breadcrumbs([], title)}<div class="page-title-wrapper"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper">${title}</span></h1></div><div class="columns"><div class="column main">${body}</div></div>`
}

function shipping(): string {
  return cms(
    'Shipping',
    '<p>We pack on weekdays. What is ordered before 14:00 leaves the same day.</p><table class="data table"><thead><tr><th>Destination</th><th>Cost</th><th>Delivery time</th></tr></thead><tbody><tr><td>Ireland</td><td>€4.50</td><td>1-2 working days</td></tr><tr><td>United Kingdom</td><td>€7.90</td><td>3-4 working days</td></tr><tr><td>European Union</td><td>€9.20</td><td>3-6 working days</td></tr><tr><td>Rest of the world</td><td>€18.00</td><td>7-15 working days</td></tr></tbody></table><p>Orders within Ireland above €60 are sent free of charge. Bottled ink is not sent by air between December and February.</p>',
  )
}

function returns(): string {
  return cms(
    'Returns',
    '<p>You have 45 days to send back what you do not like, as long as it was not inked. We refund the price within 5 working days; the cost of the return is yours.</p><p>Send it to Inkfathom Returns, Unit 6, Marina Commercial Park, Cork.</p>',
  )
}

function about(): string {
  return cms(
    'About us',
    '<p>Inkfathom was opened in 2014 by Orla Fennimore, who repaired typewriters before. Since 2019 there is also a small shop at 27 Coopers Quay, Cork, open Tuesday to Saturday.</p><p>We are a team of six and stock what we write with ourselves.</p>',
  )
}

function contact(): string {
  return cms(
    'Contact Us',
    '<div class="contact-info"><p>Questions about an order: <a href="mailto:orders@inkfathom.example">orders@inkfathom.example</a></p><p>Repairs: <a href="mailto:nibs@inkfathom.example">nibs@inkfathom.example</a></p><p>Call us: <a href="tel:+353215550183">+353 21 555 0183</a> (Tue-Sat, 10:00-17:30)</p></div><form class="form contact"><fieldset><legend>Write Us</legend><input name="name" title="Name"/><textarea name="comment"></textarea></fieldset></form>',
  )
}

function nibGuide(): string {
  const [tern, , halvard] = PRODUCTS
  return cms(
    'Which nib is for me?',
    `<p>Extra fine draws about 0.4 mm, fine 0.5 mm, medium 0.7 mm and broad 0.9 mm. Start with a <a href="${ORIGIN}${tern!.path}">${tern!.name}</a> if you are new; the <a href="${ORIGIN}${halvard!.path}">${halvard!.name}</a> is what most of our customers save for.</p>`,
  )
}
