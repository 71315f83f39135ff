import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { ARTICLES, AUTHORS, LATEST, SECTIONS, spoken } from './articles.ts'
import type { Article, Author, Section } from './articles.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('penmarrow-gazette')

/** A weekly paper: sections and an archive over several pages, bylines on the articles only. */
export const penmarrowGazette = createSite({
  name: 'penmarrow-gazette',
  language: 'en',
  pages: {
    '/': page('News from Penmarrow and the villages', home()),
    ...Object.fromEntries(
      LATEST.map(({ path }, at) => [path, page('Latest news', archive('Latest news', LATEST, at))]),
    ),
    ...Object.fromEntries(
      SECTIONS.flatMap((section) =>
        section.pages.map(({ path }, at) => [
          path,
          page(section.name, archive(section.name, section.pages, at)),
        ]),
      ),
    ),
    ...Object.fromEntries(ARTICLES.map((one) => [one.path, page(one.title, article(one), graph(one))])),
    ...Object.fromEntries(AUTHORS.map((one) => [one.path, page(one.name, author(one))])),
    '/about/': page('About us', plainPage('About us', about())),
    '/contact/': page('Contact the newsroom', plainPage('Contact the newsroom', contact())),
    '/advertise/': page('Advertise', plainPage('Advertise', advertise())),
    '/subscribe/': page(
      'Subscribe',
      plainPage(
        'Subscribe',
        '<p>The paper through your door every Thursday for £7.20 a month. The e-paper alone is £3.90 a month. Cancel with two weeks’ notice.</p>',
      ),
    ),
    '/privacy/': page(
      'Privacy',
      plainPage(
        'Privacy',
        '<p>Last updated: 3 January 2026. Complaints about how we use data go to privacy@penmarrowgazette.example.</p>',
      ),
    ),
  },
  redirects: { '/news/': '/latest/', '/sport/': '/category/sport/' },
  deadLinks: ['/jobs/'],
  notFound: page(
    'Page not found',
    plainPage('Page not found', '<p>It looks like nothing was found here.</p>'),
  ),
  tasks,
})

function page(title: string, main: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en-GB" prefix="og: https://ogp.me/ns#"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${esc(title)} | Penmarrow Gazette</title><meta property="og:site_name" content="Penmarrow Gazette"><meta name="generator" content="WordPress 6.6.2">${head}</head>
<body class="wp-custom-logo td-standard-pack global-block-template-1 tdb_template">
<div class="td-header-wrap td-header-style-1"><div class="td-header-top-menu"><div class="td_data_time">Thursday, 28 May 2026</div><ul class="top-header-menu"><li><a href="${ORIGIN}/subscribe/">Subscribe</a></li><li><a href="${ORIGIN}/advertise/">Advertise</a></li><li><a href="${ORIGIN}/jobs/">Jobs</a></li></ul><div class="td-weather">Penmarrow 14 °C, light rain</div></div>
<div class="td-header-sp-logo"><a class="td-main-logo" href="${ORIGIN}/"><img src="${ORIGIN}/wp-content/uploads/logo.png" alt="Penmarrow Gazette"></a></div>
<div class="td-main-menu"><ul id="menu-main-1" class="sf-menu"><li class="menu-item"><a href="${ORIGIN}/latest/">Latest</a></li>${each(SECTIONS, ({ name, path }) => `<li class="menu-item menu-item-object-category"><a href="${ORIGIN}${path}">${name}</a></li>`)}<li class="menu-item"><a href="${ORIGIN}/contact/">Contact</a></li></ul></div></div>
<div class="td-main-content-wrap td-container-wrap"><div class="td-container"><div class="td-pb-row"><div class="td-pb-span8 td-main-content" role="main">${main}</div>
<div class="td-pb-span4 td-main-sidebar" role="complementary"><aside class="td_block_template_1 widget widget_most_read"><h4 class="td-block-title"><span class="td-pulldown-size">Most read</span></h4>${each([ARTICLES[9]!, ARTICLES[5]!, ARTICLES[0]!], (one) => `<div class="td_module_6 td_module_wrap"><h3 class="entry-title td-module-title"><a href="${ORIGIN}${one.path}">${esc(one.title)}</a></h3><span class="td-post-date"><time class="entry-date" datetime="${one.date}T07:00:00+01:00">${spoken(one.date)}</time></span></div>`)}</aside><aside class="widget widget_text"><p>Got a story? Ring the desk on <a href="tel:01872555019">01872 555019</a>.</p></aside><aside class="td-a-rec"><a href="${ELSEWHERE}/ad">Conservatories from £4,999</a></aside></div></div></div></div>
<div class="td-footer-wrapper"><div class="td-container"><ul class="td-subfooter-menu"><li><a href="${ORIGIN}/about/">About us</a></li><li><a href="${ORIGIN}/contact/">Contact</a></li><li><a href="${ORIGIN}/privacy/">Privacy</a></li></ul><div class="td-sub-footer-copy">© 2026 Penmarrow Gazette. Printed by Halloran Press, Exmoor Road.</div></div></div>
<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-bottom-right"><div class="cmplz-title">Manage consent</div><div class="cmplz-message">We use cookies to show local advertising. <a href="${ORIGIN}/privacy/">Privacy</a></div><button class="cmplz-btn cmplz-accept">Accept</button></div></div>
</body></html>`
}

function graph({ title, date, author: by, section, path, tags }: Article): string {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'NewsArticle',
        '@id': `${ORIGIN}${path}#article`,
        headline: title,
        datePublished: `${date}T07:00:00+01:00`,
        dateModified: `${date}T09:12:00+01:00`,
        ...(by !== null && { author: { '@type': 'Person', name: by } }),
        articleSection: [section],
        keywords: tags,
        publisher: { '@id': `${ORIGIN}/#organization` },
      },
      {
        '@type': 'Organization',
        '@id': `${ORIGIN}/#organization`,
        name: 'Penmarrow Gazette',
        url: `${ORIGIN}/`,
      },
    ],
  }
  return `<link rel="canonical" href="${ORIGIN}${path}"><script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify(data)}</script>`
}

function home(): string {
  return `<div class="td_block_big_grid"><div class="td-big-grid-wrapper">${each(ARTICLES.slice(0, 3), (one) => `<div class="td_module_mx5 td-big-grid-post"><a href="${ORIGIN}${section(one).path}" class="td-post-category">${one.section}</a><h3 class="entry-title td-module-title"><a href="${ORIGIN}${one.path}" rel="bookmark">${esc(one.title)}</a></h3></div>`)}</div></div>
${each(
  SECTIONS,
  ({ name, path, articles }) =>
    `<div class="td_block_wrap td_block_1"><h4 class="td-block-title"><a href="${ORIGIN}${path}" class="td-pulldown-size">${name}</a></h4>${each(articles.slice(0, 3), (one) => `<div class="td_module_4"><h3 class="entry-title td-module-title"><a href="${ORIGIN}${one.path}">${esc(one.title)}</a></h3></div>`)}</div>`,
)}<p><a class="td_ajax_load_more" href="${ORIGIN}/latest/">All latest news</a></p>`
}

function section({ section: name }: Article): Section {
  return SECTIONS.find((one) => one.name === name)!
}

function archive(title: string, pages: Section['pages'], at: number): string {
  const previous = pages[at - 1]
  const next = pages[at + 1]
  const numbers = pages.map(({ path }, number) =>
    number === at
      ? `<span class="current">${number + 1}</span>`
      : `<a href="${ORIGIN}${path}" class="page" title="${number + 1}">${number + 1}</a>`,
  )
  return `<div class="td-crumb-container"><div class="entry-crumbs"><span><a title="" class="entry-crumb" href="${ORIGIN}/">Home</a></span> <i class="td-icon-right td-bread-sep"></i> <span class="td-bred-no-url-last">${title}</span></div></div><h1 class="entry-title td-page-title">${title}</h1>
${each(pages[at]!.articles, teaser)}
${pages.length > 1 ? `<div class="page-nav td-pb-padding-side">${previous ? `<a href="${ORIGIN}${previous.path}" aria-label="prev-page"><i class="td-icon-menu-left"></i></a>` : ''}${numbers.join('')}${next ? `<a href="${ORIGIN}${next.path}" aria-label="next-page"><i class="td-icon-menu-right"></i></a>` : ''}<span class="pages">Page ${at + 1} of ${pages.length}</span><div class="clearfix"></div></div>` : ''}`
}

function teaser(one: Article): string {
  return `<div class="td_module_10 td_module_wrap td-animation-stack"><div class="td-module-thumb"><a href="${ORIGIN}${one.path}" rel="bookmark" class="td-image-wrap" title="${esc(one.title)}"><img class="entry-thumb" src="${ORIGIN}/wp-content/uploads/${slug(one.title)}-218x150.jpg" alt=""></a></div><div class="item-details"><h3 class="entry-title td-module-title"><a href="${ORIGIN}${one.path}" rel="bookmark" title="${esc(one.title)}">${esc(one.title)}</a></h3><div class="td-module-meta-info"><a href="${ORIGIN}${section(one).path}" class="td-post-category">${one.section}</a> <span class="td-post-date"><time class="entry-date updated td-module-date" datetime="${one.date}T07:00:00+01:00">${spoken(one.date)}</time></span></div><div class="td-excerpt">${esc(one.body[0]!.slice(0, 60))}&#8230;</div></div></div>`
}

function article(one: Article): string {
  const { name, path, articles } = section(one)
  const writer = AUTHORS.find((someone) => someone.name === one.author)
  const related = articles.filter((other) => other !== one).slice(0, 3)
  return `<article id="post-${1000 + ARTICLES.indexOf(one)}" class="post type-post status-publish format-standard hentry category-${slug(name)}"><div class="td-crumb-container"><div class="entry-crumbs"><span><a class="entry-crumb" href="${ORIGIN}/">Home</a></span> <span><a class="entry-crumb" href="${ORIGIN}${path}">${name}</a></span></div></div>
<div class="td-post-header"><ul class="td-category"><li class="entry-category"><a href="${ORIGIN}${path}">${name}</a></li></ul><header class="td-post-title"><h1 class="entry-title">${esc(one.title)}</h1><div class="td-module-meta-info">${writer ? `<div class="td-post-author-name"><div class="td-author-by">By</div> <a href="${ORIGIN}${writer.path}">${writer.name}</a><div class="td-author-line"> - </div></div>` : ''}<span class="td-post-date"><time class="entry-date updated td-module-date" datetime="${one.date}T07:00:00+01:00">${spoken(one.date)}</time></span><div class="td-post-comments"><i class="td-icon-comments"></i>${one.title.length % 7}</div></div></header></div>
<div class="td-post-content tagdiv-type">${each(one.body, (text, at) => `<p>${esc(text)}</p>${at === 0 && one.body.length > 2 ? '<div class="td-a-rec td-a-rec-id-content_inline">Advertisement</div>' : ''}`)}</div>
<footer><div class="td-post-source-tags"><ul class="td-tags td-post-small-box clearfix"><li><span>TAGS</span></li>${each(one.tags, (tag) => `<li>${tag}</li>`)}</ul></div><div class="td-post-sharing"><a href="${ELSEWHERE}/share">Share</a></div></footer></article>
<div class="td_block_wrap td_block_related_posts"><h4 class="td-related-title"><span>Related articles</span></h4>${each(related, (other) => `<div class="td_module_related_posts"><h3 class="entry-title td-module-title"><a href="${ORIGIN}${other.path}">${esc(other.title)}</a></h3></div>`)}</div>`
}

function author({ name, role, email, articles }: Author): string {
  return `<h1 class="entry-title td-page-title">${name}</h1><div class="author-box-wrap"><img alt="${name}" src="${ORIGIN}/wp-content/uploads/${slug(name)}.jpg" class="avatar"><div class="desc"><div class="td-author-role">${role}</div>${email ? `<div class="td-author-email"><a href="mailto:${email}">${email}</a></div>` : ''}<div class="td-author-counters"><span class="td-author-post-count">${articles.length} POSTS</span></div></div></div>${each(articles, teaser)}`
}

function plainPage(title: string, content: string): string {
  return `<div class="td-page-header"><h1 class="entry-title td-page-title"><span>${title}</span></h1></div><div class="td-page-content tagdiv-type">${content}</div>`
}

function about(): string {
  return `<p>The Penmarrow Gazette has come out every Thursday since 1874. It is owned by its readers: 2,140 of them hold shares in the Gazette Community Benefit Society.</p><p>Editor: Cordelia Prowse. Deputy editor: Hedley Vosper. We print 9,600 copies a week.</p><p>We are members of the Independent Local Press Board.</p>`
}

function contact(): string {
  return `<p>Penmarrow Gazette, 3 Net Loft Lane, Penmarrow TR90 4QP</p><p>News desk: 01872 555019, <a href="mailto:news@penmarrowgazette.example">news@penmarrowgazette.example</a></p><p>Advertising: 01872 555044</p><p>Letters must reach us by noon on Monday and be no longer than 250 words.</p><h2>Our reporters</h2><ul>${each(AUTHORS, ({ name, path }) => `<li><a href="${ORIGIN}${path}">${name}</a></li>`)}</ul>`
}

function advertise(): string {
  return `<table class="wp-block-table"><thead><tr><th>Space</th><th>Size</th><th>Price a week</th></tr></thead><tbody><tr><td>Full page</td><td>260 × 340 mm</td><td>£780</td></tr><tr><td>Half page</td><td>260 × 168 mm</td><td>£420</td></tr><tr><td>Quarter page</td><td>128 × 168 mm</td><td>£230</td></tr><tr><td>Classified</td><td>up to 25 words</td><td>£12</td></tr></tbody></table><p>Copy has to be with us by 5pm on Tuesday.</p>`
}
