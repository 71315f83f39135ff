import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { CATEGORIES, PRODUCTS, SHOP_PAGES } from './stock.ts'
import type { Product } from './stock.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('marrowfield')

/** A shop for garden tools: a grid of products over three pages, categories, and specifications in tabs. */
export const marrowfield = createSite({
  name: 'marrowfield',
  language: 'en',
  pages: {
    '/': page('Garden tools that last', home(), 'home page-template-template-homepage'),
    ...Object.fromEntries(
      SHOP_PAGES.map(({ path }, at) => [path, page('Shop', shop(at), 'archive post-type-archive-product')]),
    ),
    ...Object.fromEntries(
      CATEGORIES.map(({ name, path, products }) => [
        path,
        page(
          name,
          archive(name, products, `Showing all ${products.length} results`),
          'archive tax-product_cat',
        ),
      ]),
    ),
    ...Object.fromEntries(
      PRODUCTS.map((product) => [product.path, page(product.name, productPage(product), 'single-product')]),
    ),
    '/basket/': page(
      'Basket',
      entry('Basket', '<p class="cart-empty woocommerce-info">Your basket is currently empty.</p>'),
    ),
    '/delivery/': page('Delivery', entry('Delivery', delivery())),
    '/returns/': page(
      'Returns &amp; warranty',
      entry(
        'Returns &amp; warranty',
        '<p>Changed your mind? Send anything back within 45 days of delivery, unused and in its box. The cost of return postage is yours, unless we sent the wrong thing.</p><p>Refunds reach your account within 5 working days of the parcel reaching us.</p><p>Warranties cover faults of making, not rust from a winter outdoors. To claim, write to <a href="mailto:workshop@marrowfield.example">workshop@marrowfield.example</a> with a photograph and your order number.</p>',
      ),
    ),
    '/about-us/': page('About us', entry('About us', about())),
    '/contact/': page('Contact', entry('Contact', contact())),
    '/careers/': page(
      'Careers',
      entry(
        'Careers',
        '<p>We are looking for a weekend packer (16 hours, €14.20 an hour) and a blade grinder. Write to <a href="mailto:jobs@marrowfield.example">jobs@marrowfield.example</a>.</p>',
      ),
    ),
    '/privacy-policy/': page(
      'Privacy policy',
      entry(
        'Privacy policy',
        '<p>We keep orders for 7 years because Revenue asks us to. Newsletter addresses are deleted 30 days after you unsubscribe.</p>',
      ),
    ),
    '/journal/sharpening-secateurs/': page(
      'How to sharpen secateurs',
      entry('How to sharpen secateurs', journal()),
    ),
  },
  redirects: {
    '/store/': '/shop/',
    ...Object.fromEntries(PRODUCTS.map(({ id }) => [`/shop/?add-to-cart=${id}`, '/basket/'])),
  },
  files: { '/robots.txt': 'User-agent: *\nDisallow: /basket/\nDisallow: /*add-to-cart=\n' },
  notFound: page(
    'Page not found',
    entry('Oops! That page can’t be found.', '<p>Nothing was found at this location.</p>'),
  ),
  tasks,
})

function page(title: string, main: string, body = 'page-template-default page'): string {
  return `<!doctype html>
<html lang="en-IE"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} &#8211; Marrowfield</title><meta name="generator" content="WordPress 6.7.1"><meta name="generator" content="WooCommerce 9.4.3"><link rel="stylesheet" id="storefront-style-css" href="${ORIGIN}/wp-content/themes/storefront/style.css" media="all"></head>
<body class="wp-embed-responsive ${body} theme-storefront woocommerce-active">
<div id="page" class="hfeed site">
<header id="masthead" class="site-header" role="banner"><div class="col-full"><a class="skip-link screen-reader-text" href="#content">Skip to content</a><div class="site-branding"><div class="beta site-title"><a href="${ORIGIN}/" rel="home">Marrowfield</a></div><p class="site-description">Garden tools from Kilmorna</p></div>
<div class="site-search"><form role="search" method="get" class="woocommerce-product-search" action="${ORIGIN}/"><input type="search" class="search-field" placeholder="Search products&hellip;" name="s"><button type="submit">Search</button></form></div></div>
<nav id="site-navigation" class="main-navigation" aria-label="Primary Navigation"><ul id="menu-main" class="menu"><li class="menu-item menu-item-has-children"><a href="${ORIGIN}/shop/">Shop</a><ul class="sub-menu">${each(CATEGORIES, ({ name, path }) => `<li class="menu-item menu-item-type-taxonomy"><a href="${ORIGIN}${path}">${name}</a></li>`)}</ul></li><li class="menu-item"><a href="${ORIGIN}/journal/sharpening-secateurs/">Journal</a></li><li class="menu-item"><a href="${ORIGIN}/about-us/">About us</a></li><li class="menu-item"><a href="${ORIGIN}/contact/">Contact</a></li></ul></nav>
<ul id="site-header-cart" class="site-header-cart menu"><li><a class="cart-contents" href="${ORIGIN}/basket/" title="View your shopping basket"><span class="woocommerce-Price-amount amount"><span class="woocommerce-Price-currencySymbol">&euro;</span>0.00</span> <span class="count">0 items</span></a></li></ul></header>
<div id="content" class="site-content" tabindex="-1"><div class="col-full">${main}</div></div>
<footer id="colophon" class="site-footer" role="contentinfo"><div class="col-full"><div class="footer-widgets row-1 col-3"><div class="block footer-widget-1"><div id="nav_menu-2" class="widget widget_nav_menu"><span class="gamma widget-title">Help</span><ul class="menu"><li><a href="${ORIGIN}/delivery/">Delivery</a></li><li><a href="${ORIGIN}/returns/">Returns &amp; warranty</a></li><li><a href="${ORIGIN}/contact/">Contact</a></li></ul></div></div><div class="block footer-widget-2"><div class="widget woocommerce widget_top_rated_products"><span class="gamma widget-title">Top rated</span><ul class="product_list_widget">${each([PRODUCTS[12]!, PRODUCTS[6]!], ({ name, path, price }) => `<li><a href="${ORIGIN}${path}"><span class="product-title">${esc(name)}</span></a> ${amount(price)}</li>`)}</ul></div></div><div class="block footer-widget-3"><p>Subscribe and get &euro;5 off your first order over &euro;60.</p></div></div>
<div class="site-info">&copy; Marrowfield 2026 <a class="privacy-policy-link" href="${ORIGIN}/privacy-policy/">Privacy policy</a> <a href="${ORIGIN}/careers/">Careers</a> <a href="https://woocommerce.com" target="_blank" rel="author nofollow">Built with WooCommerce</a>.</div></div></footer></div>
<div id="cookie-law-info-bar" class="cli-bar" data-nosnippet="true"><span>We use cookies to remember your basket. <a role="button" class="cli_settings_button" tabindex="0">Settings</a> <a role="button" id="cookie_action_close_header" class="cli-plugin-button">Accept</a></span></div>
</body></html>`
}

function home(): string {
  return `<div id="primary" class="content-area"><main id="main" class="site-main"><h1>Tools for people who kneel down</h1><p>Forged, turned and finished in County Kerry since 1987. Free delivery in Ireland on orders over &euro;75.</p>
<section class="storefront-product-section storefront-product-categories" aria-label="Product Categories"><h2 class="section-title">Shop by Category</h2><ul class="products columns-4">${each(CATEGORIES, ({ name, path, products }) => `<li class="product-category product"><a aria-label="Visit product category ${name}" href="${ORIGIN}${path}"><img src="${ORIGIN}/wp-content/uploads/${slug(name)}.jpg" alt="${name}"><h2 class="woocommerce-loop-category__title">${name} <mark class="count">(${products.length})</mark></h2></a></li>`)}</ul></section>
<section class="storefront-product-section storefront-recent-products" aria-label="Recent Products"><h2 class="section-title">New In</h2><ul class="products columns-4">${each([PRODUCTS[19]!, PRODUCTS[10]!, PRODUCTS[3]!, PRODUCTS[15]!], tile)}</ul></section></main></div>`
}

function shop(at: number): string {
  const { products } = SHOP_PAGES[at]!
  const from = at * 9 + 1
  const links = SHOP_PAGES.map(({ path }, number) =>
    number === at
      ? `<li><span aria-current="page" class="page-numbers current">${number + 1}</span></li>`
      : `<li><a class="page-numbers" href="${ORIGIN}${path}">${number + 1}</a></li>`,
  )
  const next = SHOP_PAGES[at + 1]
  const previous = SHOP_PAGES[at - 1]
  const pagination = `<nav class="woocommerce-pagination" aria-label="Product Pagination"><ul class="page-numbers">${previous ? `<li><a class="prev page-numbers" href="${ORIGIN}${previous.path}">&larr;</a></li>` : ''}${links.join('')}${next ? `<li><a class="next page-numbers" href="${ORIGIN}${next.path}">&rarr;</a></li>` : ''}</ul></nav>`
  return archive(
    'Shop',
    products,
    `Showing ${from}&ndash;${from + products.length - 1} of ${PRODUCTS.length} results`,
    pagination,
  )
}

function archive(title: string, products: readonly Product[], count: string, pagination = ''): string {
  return `${crumbs([], title)}<div id="primary" class="content-area"><main id="main" class="site-main" role="main"><header class="woocommerce-products-header"><h1 class="woocommerce-products-header__title page-title">${title}</h1></header>
<div class="storefront-sorting"><form class="woocommerce-ordering" method="get"><select name="orderby" class="orderby" aria-label="Shop order"><option value="menu_order" selected="selected">Default sorting</option><option value="price">Sort by price: low to high</option></select></form><p class="woocommerce-result-count">${count}</p>${pagination}</div>
<ul class="products columns-3">${each(products, tile)}</ul><div class="storefront-sorting"><p class="woocommerce-result-count">${count}</p>${pagination}</div></main></div>
<div id="secondary" class="widget-area" role="complementary"><div class="widget woocommerce widget_product_categories"><span class="gamma widget-title">Product categories</span><ul class="product-categories">${each(CATEGORIES, (one) => `<li class="cat-item"><a href="${ORIGIN}${one.path}">${one.name}</a> <span class="count">(${one.products.length})</span></li>`)}</ul></div></div>`
}

function crumbs(trail: readonly { name: string; path: string }[], last: string): string {
  const links = [{ name: 'Home', path: '/' }, ...trail]
  return `<div class="storefront-breadcrumb"><nav class="woocommerce-breadcrumb" aria-label="breadcrumbs">${links.map(({ name, path }) => `<a href="${ORIGIN}${path}">${name}</a><span class="breadcrumb-separator"> / </span>`).join('')}${esc(last)}</nav></div>`
}

function tile(product: Product): string {
  const { id, name, path, was, category, stock } = product
  const isGone = stock === 'Out of stock'
  const button = isGone
    ? `<a href="${ORIGIN}${path}" class="button product_type_simple" aria-label="Read more about “${esc(name)}”" rel="nofollow">Read more</a>`
    : `<a href="${ORIGIN}/shop/?add-to-cart=${id}" data-quantity="1" class="button product_type_simple add_to_cart_button ajax_add_to_cart" data-product_id="${id}" rel="nofollow">Add to basket</a>`
  return `<li class="product type-product post-${id} status-publish ${isGone ? 'outofstock' : 'instock'} product_cat-${slug(category)} has-post-thumbnail${was ? ' sale' : ''} shipping-taxable product-type-simple"><a href="${ORIGIN}${path}" class="woocommerce-LoopProduct-link woocommerce-loop-product__link"><img width="324" height="324" src="${ORIGIN}/wp-content/uploads/${slug(name)}-324x324.jpg" class="attachment-woocommerce_thumbnail" alt="">${was ? '<span class="onsale">Sale!</span>' : ''}<h2 class="woocommerce-loop-product__title">${esc(name)}</h2>${stars(product)}
<span class="price">${priceOf(product)}</span></a>${button}</li>`
}

function stars({ rating }: Product): string {
  if (rating === null) return ''
  return `<div class="star-rating" role="img" aria-label="Rated ${rating} out of 5"><span style="width:${Number(rating) * 20}%">Rated <strong class="rating">${rating}</strong> out of 5</span></div>`
}

function priceOf({ price, was }: Product): string {
  if (was === null) return amount(price)
  return `<del aria-hidden="true">${amount(was)}</del> <span class="screen-reader-text">Original price was: &euro;${was}.</span><ins aria-hidden="true">${amount(price)}</ins><span class="screen-reader-text">Current price is: &euro;${price}.</span>`
}

function amount(price: string): string {
  return `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>${price}</bdi></span>`
}

function productPage(product: Product): string {
  const { id, name, category, sku, stock, reviews, line } = product
  const group = CATEGORIES.find((one) => one.name === category)!
  const related = group.products.filter((one) => one !== product).slice(0, 3)
  const isGone = stock === 'Out of stock'
  return `${crumbs([group], name)}<div id="primary" class="content-area"><main id="main" class="site-main" role="main"><div class="woocommerce-notices-wrapper"></div>
<div id="product-${id}" class="product type-product post-${id} status-publish product-type-simple">${product.was ? '<span class="onsale">Sale!</span>' : ''}<div class="woocommerce-product-gallery images"><div class="woocommerce-product-gallery__image"><img src="${ORIGIN}/wp-content/uploads/${slug(name)}.jpg" alt="${esc(name)}"></div></div>
<div class="summary entry-summary"><h1 class="product_title entry-title">${esc(name)}</h1>${reviews === null ? '' : `<div class="woocommerce-product-rating">${stars(product)}<a href="#reviews" class="woocommerce-review-link" rel="nofollow">(<span class="count">${reviews}</span> customer reviews)</a></div>`}<p class="price">${priceOf(product)}</p><div class="woocommerce-product-details__short-description"><p>${esc(line)}</p></div>
<p class="stock ${isGone ? 'out-of-stock' : stock.includes('backorder') ? 'available-on-backorder' : 'in-stock'}">${stock}</p>${isGone ? '' : `<form class="cart" method="post"><div class="quantity"><label class="screen-reader-text">${esc(name)} quantity</label><input type="number" class="input-text qty text" name="quantity" value="1"></div><button type="submit" name="add-to-cart" value="${id}" class="single_add_to_cart_button button alt">Add to basket</button></form>`}
<div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">${sku}</span></span> <span class="posted_in">Category: <a href="${ORIGIN}${group.path}" rel="tag">${category}</a></span></div></div>
<div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist"><li class="description_tab"><a href="#tab-description">Description</a></li><li class="additional_information_tab"><a href="#tab-additional_information">Additional information</a></li><li class="reviews_tab"><a href="#tab-reviews">Reviews (${reviews ?? 0})</a></li></ul>
<div class="woocommerce-Tabs-panel" id="tab-description" role="tabpanel"><h2>Description</h2><p>${esc(line)} Every piece leaves the workshop oiled and with its edge on, and can come back to be sharpened for &euro;9.50.</p></div>
<div class="woocommerce-Tabs-panel" id="tab-additional_information" role="tabpanel"><h2>Additional information</h2><table class="woocommerce-product-attributes shop_attributes" aria-label="Product Details">${specs(product)}</table></div></div>
<section class="related products"><h2>Related products</h2><ul class="products columns-3">${each(related, tile)}</ul></section></div></main></div>`
}

function specs({ weight, size, material, warranty }: Product): string {
  const lines: [string, string | null][] = [
    ['Weight', weight],
    ['Dimensions', size],
    ['Material', material],
    ['Warranty', warranty],
  ]
  return each(
    lines.filter(([, value]) => value !== null),
    ([label, value]) =>
      `<tr class="woocommerce-product-attributes-item woocommerce-product-attributes-item--${slug(label)}"><th class="woocommerce-product-attributes-item__label" scope="row">${label}</th><td class="woocommerce-product-attributes-item__value">${esc(value!)}</td></tr>`,
  )
}

function entry(title: string, content: string): string {
  return `${crumbs([], title.replace('&amp;', '&'))}<div id="primary" class="content-area"><main id="main" class="site-main"><article class="page type-page hentry"><header class="entry-header"><h1 class="entry-title">${title}</h1></header><div class="entry-content">${content}</div></article></main></div>`
}

function delivery(): string {
  return `<p>We post on weekdays; orders placed before 1 pm leave the same day.</p><figure class="wp-block-table"><table><thead><tr><th>Where to</th><th>Cost</th><th>Time</th><th>Free over</th></tr></thead><tbody><tr><td>Ireland</td><td>&euro;6.50</td><td>1&ndash;2 working days</td><td>&euro;75</td></tr><tr><td>Northern Ireland</td><td>&euro;7.90</td><td>2&ndash;3 working days</td><td>&euro;90</td></tr><tr><td>Rest of the EU</td><td>&euro;14.00</td><td>4&ndash;7 working days</td><td>&euro;180</td></tr></tbody></table></figure><p>Cold frames travel on a pallet: add &euro;22.00. We cannot send to the Channel Islands.</p>`
}

function about(): string {
  return `<p>Marrowfield was founded in 1987 by the blacksmith Dervla Quillinan, who could not find a trowel that did not bend. Her son Fiachra runs the forge today, with eleven people and a dog called Rivet.</p><p>Nine in ten of our handles come from ash that fell within 40 km of Kilmorna.</p><p><a href="${ELSEWHERE}/film">Watch the film about the forge</a></p>`
}

function contact(): string {
  return `<p>Marrowfield Forge Ltd.<br>Old Creamery Road<br>Kilmorna, Co. Kerry<br>V31 XK07</p><p>Phone: <a href="tel:+353685550142">+353 68 555 0142</a><br>Orders: <a href="mailto:orders@marrowfield.example">orders@marrowfield.example</a></p><h2>Visit the shop</h2><p>Wednesday to Saturday, 10 am &ndash; 5 pm. The forge itself can be seen on the first Saturday of the month.</p>`
}

function journal(): string {
  return `<p class="entry-meta">Posted on <time datetime="2026-02-11">February 11, 2026</time> by Fiachra Quillinan</p><p>Take the <a href="${ORIGIN}${PRODUCTS[6]!.path}">Sable Bypass Secateurs</a> apart with a 10 mm spanner, and work along the bevel with a 600-grit stone. Five strokes are enough. If that sounds like too much, send them to us: sharpening costs &euro;9.50 and takes a week.</p>`
}
