/** What elements are called by those who build pages, whatever the site: names that tell what a part of a page is for. */
const ROLE_WORDS = {
  comments: 'comment comments commentlist commentary disqus respond reply replies responses discussion',
  related:
    'related recommend recommended recommendation recommendations recirc similar suggested trending popular latest readnext outbrain taboola morefrom',
  sidebar: 'sidebar widget widgets rail aside secondary complementary',
  share: 'share sharing social socials sharedaddy addtoany follow facebook twitter whatsapp linkedin',
  navigation:
    'nav navbar navigation menu menus submenu breadcrumb breadcrumbs crumb crumbs pagination pager paging toc jumplinks',
  frame: 'footer foot colophon header masthead topbar toolbar copyright legal',
  consent: 'cookie cookies consent gdpr onetrust cookiebot cmp modal popup overlay lightbox dialog',
  byline: 'byline author authors meta date time timestamp published posted credit caption',
  price: 'price prices pricing sku cart basket buy checkout stock shipping variant quantity',
  review: 'review reviews rating ratings stars testimonial testimonials',
  product: 'product products specs specification specifications description details attributes features',
  card: 'card cards tile tiles teaser teasers item items grid slide slider carousel swiper slick entry entries result results',
  promotion:
    'ad ads advert adverts advertisement advertising sponsor sponsored promo promos promotion banner banners newsletter subscribe subscription signup cta donate',
  tags: 'tag tags category categories topic topics label labels keyword keywords',
  body: 'article articlebody body content maincontent post postbody story storybody entry text prose markdown richtext rte wysiwyg',
  talk: 'message messages thread threads answer answers question questions forum forums topic posts postbody',
}

export const ROLE_BITS: readonly number[] = Object.keys(ROLE_WORDS).map((_, index) => 1 << index)

export const COMMENTS_ROLE = ROLE_BITS[Object.keys(ROLE_WORDS).indexOf('comments')]!

/** What a part of a name calls the element, as bits. */
export const rolesByName: ReadonlyMap<string, number> = collectRoles()

function collectRoles(): Map<string, number> {
  const bits = new Map<string, number>()
  Object.values(ROLE_WORDS).forEach((names, index) => {
    for (const name of names.split(' ')) bits.set(name, (bits.get(name) ?? 0) | (1 << index))
  })
  return bits
}
