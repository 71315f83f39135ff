import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { ARCHIVE_PAGES, ARTICLES, AUTHORS, inSection, SECTIONS, spoken } from './newsroom.ts'
import type { Article, Author } from './newsroom.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('oxbow-record')

/** A local paper as Drupal writes it: sections, an archive with a pager that counts from nought, pages of the authors. */
export const oxbowRecord = createSite({
  name: 'oxbow-record',
  language: 'en',
  pages: {
    '/': page('Home', home()),
    ...Object.fromEntries(SECTIONS.map((name) => [`/${slug(name)}`, page(name, section(name))])),
    ...Object.fromEntries(ARCHIVE_PAGES.map(({ path }, at) => [path, page('Archive', archive(at))])),
    ...Object.fromEntries(
      ARTICLES.map((article) => [
        article.path,
        page(article.title, articlePage(article), linkedData(article)),
      ]),
    ),
    '/authors': page('Our journalists', authors()),
    ...Object.fromEntries(AUTHORS.map((author) => [author.path, page(author.name, authorPage(author))])),
    '/about': page('About us', about()),
    '/contact': page('Contact', contact()),
    '/subscribe': page('Subscribe', subscribe()),
    '/privacy': page(
      'Privacy policy',
      plainNode('Privacy policy', '<p>We keep your e-mail address for as long as you are a subscriber.</p>'),
    ),
  },
  redirects: { '/node/1': '/about', '/journalists': '/authors' },
  deadLinks: ['/obituaries'],
  notFound: page('Page not found', plainNode('Page not found', '<p>The page could not be found.</p>')),
  tasks,
})

function page(title: string, content: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en" dir="ltr" prefix="og: https://ogp.me/ns#">
<head><meta charset="utf-8" /><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><title>${esc(title)} | The Oxbow Record</title>${head}<link rel="stylesheet" media="all" href="/core/themes/record/style.css" /></head>
<body class="path-frontpage page-node-type-article">
<a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a>
<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div id="page-wrapper">
<header id="header" class="header" role="banner"><div class="section layout-container clearfix">
<div id="block-record-branding" class="clearfix site-branding block block-system block-system-branding-block"><a href="/" title="Home" rel="home" class="site-branding__logo"><img src="/themes/record/logo.svg" alt="Home" /></a><div class="site-branding__text"><div class="site-branding__name"><a href="/" rel="home">The Oxbow Record</a></div><div class="site-branding__slogan">News from the bend in the river since 1871</div></div></div>
<nav role="navigation" aria-labelledby="block-record-main-menu-menu" id="block-record-main-menu" class="block block-menu navigation menu--main"><h2 class="visually-hidden" id="block-record-main-menu-menu">Main navigation</h2><ul class="clearfix menu"><li class="menu-item"><a href="/">Home</a></li>${each(SECTIONS, (name) => `<li class="menu-item"><a href="/${slug(name)}" data-drupal-link-system-path="taxonomy/term/${name.length}">${name}</a></li>`)}<li class="menu-item"><a href="/obituaries">Obituaries</a></li><li class="menu-item"><a href="/archive">Archive</a></li><li class="menu-item"><a href="/subscribe" class="button">Subscribe</a></li></ul></nav></div></header>
<div id="main-wrapper" class="layout-main-wrapper layout-container clearfix"><div id="main" class="layout-main clearfix">
<main id="content" class="column main-content" role="main"><section class="section"><a id="main-content" tabindex="-1"></a><div class="region region-content"><div id="block-record-content" class="block block-system block-system-main-block"><div class="content">${content}</div></div></div></section></main>
<div id="sidebar-first" class="column sidebar"><aside class="section" role="complementary"><div class="region region-sidebar-first"><div class="views-element-container block block-views" id="block-most-read"><h2>Most read</h2><div class="content"><div class="item-list"><ol>${each([ARTICLES[7]!, ARTICLES[0]!, ARTICLES[14]!, ARTICLES[5]!], ({ path, title }) => `<li><a href="${path}" hreflang="en">${esc(title)}</a></li>`)}</ol></div></div></div><div class="block block-block-content"><h2>Newsletter</h2><div class="content"><p>The Record in your inbox at 7 every morning.</p><form action="/subscribe" method="post"><input type="email" name="mail" /><input type="submit" value="Sign up" /></form></div></div></div></aside></div>
</div></div>
<footer class="site-footer"><div class="layout-container"><nav class="block block-menu menu--footer"><ul class="menu"><li class="menu-item"><a href="/about">About us</a></li><li class="menu-item"><a href="/authors">Our journalists</a></li><li class="menu-item"><a href="/contact">Contact</a></li><li class="menu-item"><a href="/privacy">Privacy policy</a></li><li class="menu-item"><a href="${ELSEWHERE}/oxbowrecord">Follow us</a></li></ul></nav><p>© 2026 Oxbow Record Ltd.</p></div></footer>
</div></div>
<div id="sliding-popup" class="eu-cookie-compliance-banner"><div class="popup-content"><h2 id="popup-text">We use cookies on this site</h2><button type="button" class="agree-button">OK, I agree</button></div></div>
</body></html>`
}

function linkedData(article: Article): string {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'NewsArticle',
        headline: article.title,
        datePublished: `${article.date}T${article.time}:00+00:00`,
        author: { '@type': 'Person', name: article.author, url: ORIGIN + authorOf(article).path },
        publisher: { '@type': 'Organization', name: 'The Oxbow Record' },
      },
    ],
  }
  return `<link rel="canonical" href="${ORIGIN}${article.path}" /><script type="application/ld+json">${JSON.stringify(data)}</script>`
}

function authorOf({ author }: Article): Author {
  return AUTHORS.find(({ name }) => name === author)!
}

function home(): string {
  const [lead, ...others] = ARTICLES.slice(0, 7)
  return `<div class="views-element-container"><div class="view view-frontpage view-display-id-page_1"><div class="view-content"><div class="views-row views-row--lead">${teaser(lead!)}</div>${each(others, (article) => `<div class="views-row">${teaser(article)}</div>`)}</div><div class="more-link"><a href="/archive">More news</a></div></div></div>`
}

function teaser({ path, title, date, teaser, section }: Article): string {
  return `<article data-history-node-id="${title.length}" class="node node--type-article node--promoted node--view-mode-teaser clearfix"><header><h2 class="node__title"><a href="${path}" rel="bookmark"><span class="field field--name-title field--type-string field--label-hidden">${esc(title)}</span></a></h2><div class="node__meta"><span class="field--name-created"><time datetime="${date}" class="datetime">${spoken(date)}</time></span> <a href="/${slug(section)}" hreflang="en">${section}</a></div></header><div class="node__content clearfix"><div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item"><p>${esc(teaser)}</p></div><div class="node__links"><ul class="links inline"><li><a href="${path}" rel="tag" title="${esc(title)}">Read more<span class="visually-hidden"> about ${esc(title)}</span></a></li></ul></div></div></article>`
}

function section(name: string): string {
  return `${crumbs([], name)}<h1 class="title page-title">${name}</h1><div class="views-element-container"><div class="view view-taxonomy-term"><div class="view-content">${each(inSection(name), (article) => `<div class="views-row">${teaser(article)}</div>`)}</div></div></div>`
}

function crumbs(way: [string, string][], here: string): string {
  return `<nav class="breadcrumb" role="navigation" aria-labelledby="system-breadcrumb"><h2 id="system-breadcrumb" class="visually-hidden">Breadcrumb</h2><ol><li><a href="/">Home</a></li>${each(way, ([path, name]) => `<li><a href="${path}">${name}</a></li>`)}<li>${esc(here)}</li></ol></nav>`
}

function archive(at: number): string {
  return `${crumbs([], 'Archive')}<h1 class="title page-title">Archive</h1><div class="view view-archive view-id-archive"><div class="view-content"><table class="table views-table views-view-table cols-3"><thead><tr><th id="view-title-table-column" class="views-field views-field-title" scope="col">Title</th><th class="views-field views-field-field-section" scope="col">Section</th><th class="views-field views-field-created is-active" scope="col"><a href="/archive" title="sort by Published">Published</a></th></tr></thead><tbody>${each(
    ARCHIVE_PAGES[at]!.articles,
    ({ path, title, section, date }) =>
      `<tr><td headers="view-title-table-column" class="views-field views-field-title"><a href="${path}" hreflang="en">${esc(title)}</a></td><td class="views-field views-field-field-section"><a href="/${slug(section)}" hreflang="en">${section}</a></td><td class="views-field views-field-created"><time datetime="${date}" class="datetime">${spoken(date)}</time></td></tr>`,
  )}</tbody></table></div>${pager(at)}</div>`
}

function pager(at: number): string {
  const last = ARCHIVE_PAGES.length - 1
  const hrefOf = (page: number) => (page === 0 ? '/archive' : `?page=${page}`)
  return `<nav class="pager" role="navigation" aria-labelledby="pagination-heading"><h4 id="pagination-heading" class="visually-hidden">Pagination</h4><ul class="pager__items js-pager__items">${
    at > 0
      ? `<li class="pager__item pager__item--previous"><a href="${hrefOf(at - 1)}" title="Go to previous page" rel="prev"><span class="visually-hidden">Previous page</span><span aria-hidden="true">‹‹</span></a></li>`
      : ''
  }${each(
    ARCHIVE_PAGES,
    (_, page) =>
      `<li class="pager__item${page === at ? ' is-active' : ''}"><a href="${hrefOf(page)}" title="${page === at ? 'Current page' : `Go to page ${page + 1}`}"><span class="visually-hidden">Page</span>${page + 1}</a></li>`,
  )}${
    at < last
      ? `<li class="pager__item pager__item--next"><a href="${hrefOf(at + 1)}" title="Go to next page" rel="next"><span class="visually-hidden">Next page</span><span aria-hidden="true">››</span></a></li>`
      : ''
  }</ul></nav>`
}

function articlePage(article: Article): string {
  const { title, section, author, date, time, photo, tags, paragraphs } = article
  const related = inSection(section).filter((other) => other !== article)
  return `${crumbs([[`/${slug(section)}`, section]], title)}<h1 class="title page-title"><span class="field field--name-title field--type-string field--label-hidden">${esc(title)}</span></h1>
<article data-history-node-id="${title.length}" class="node node--type-article node--promoted node--view-mode-full clearfix"><footer class="node__meta"><div class="node__submitted">By <span class="field field--name-uid field--type-entity-reference field--label-hidden"><a title="View author profile." href="${authorOf(article).path}" class="username">${author}</a></span>, <span class="field field--name-created field--type-created field--label-hidden"><time datetime="${date}T${time}:00Z" class="datetime">${spoken(date)} - ${time}</time></span></div></footer>
<div class="node__content clearfix">${photo ? `<figure class="field field--name-field-image"><img loading="lazy" src="/sites/default/files/${slug(title)}.jpg" alt="" /><figcaption>Photo: ${photo}</figcaption></figure>` : ''}<div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item">${each(paragraphs, (text) => `<p>${esc(text)}</p>`)}</div>
<div class="field field--name-field-tags field--type-entity-reference field--label-above clearfix"><h3 class="field__label">Tags</h3><ul class="links field__items">${each(tags, (tag) => `<li>${esc(tag)}</li>`)}</ul></div></div></article>
<div class="views-element-container block block-views"><h2>More in ${section}</h2><div class="item-list"><ul>${each(related, (other) => `<li><a href="${other.path}" hreflang="en">${esc(other.title)}</a> <time datetime="${other.date}">${spoken(other.date)}</time></li>`)}</ul></div></div>`
}

function authors(): string {
  return `${crumbs([], 'Our journalists')}<h1 class="title page-title">Our journalists</h1><div class="view view-authors"><div class="view-content">${each(AUTHORS, ({ path, name, role }) => `<div class="views-row"><div class="views-field views-field-name"><span class="field-content"><a href="${path}" class="username">${name}</a></span></div><div class="views-field views-field-field-role"><div class="field-content">${role}</div></div></div>`)}</div></div>`
}

function authorPage({ name, role, email, phone, since, bio }: Author): string {
  const own = ARTICLES.filter(({ author }) => author === name)
  return `${crumbs([['/authors', 'Our journalists']], name)}<h1 class="title page-title">${name}</h1><article class="profile"><div class="field field--name-field-role field__item">${role}</div><div class="field field--name-field-bio"><p>${bio}</p></div><div class="field field--name-field-since field--label-inline clearfix"><div class="field__label">At the Record since</div><div class="field__item">${since}</div></div><div class="field field--name-field-mail field--label-inline clearfix"><div class="field__label">E-mail</div><div class="field__item"><a href="mailto:${email}">${email}</a></div></div>${phone ? `<div class="field field--name-field-phone field--label-inline clearfix"><div class="field__label">Phone</div><div class="field__item">${phone}</div></div>` : ''}</article><h2>Latest by ${name}</h2><div class="view view-author-articles"><div class="view-content">${each(own, (article) => `<div class="views-row">${teaser(article)}</div>`)}</div></div>`
}

function plainNode(title: string, body: string): string {
  return `${crumbs([], title)}<h1 class="title page-title">${title}</h1><article class="node node--type-page node--view-mode-full clearfix"><div class="node__content clearfix"><div class="clearfix text-formatted field field--name-body">${body}</div></div></article>`
}

function about(): string {
  return plainNode(
    'About us',
    `<p>The Oxbow Record was founded in 1871 by the printer Josiah Webb and has come out ever since, but for nine days in the flood of 1947. Today it belongs to its readers: 2,140 of them hold a share in Oxbow Record Ltd.</p><p>The editor is Harriet Quennell, her deputy is Daniel Osgood. We have 14 people in the newsroom, and the printed paper appears every Friday with a circulation of 8,600.</p>`,
  )
}

function contact(): string {
  return plainNode(
    'Contact',
    `<p>Oxbow Record Ltd., 3 Printers’ Yard, Oxbow OX4 7RD</p><table><tbody><tr><td>News desk</td><td>01632 960 400</td><td><a href="mailto:news@oxbowrecord.example">news@oxbowrecord.example</a></td></tr><tr><td>Advertising</td><td>01632 960 433</td><td><a href="mailto:ads@oxbowrecord.example">ads@oxbowrecord.example</a></td></tr><tr><td>Subscriptions</td><td>01632 960 440</td><td><a href="mailto:subs@oxbowrecord.example">subs@oxbowrecord.example</a></td></tr></tbody></table><p>The front office is open Monday to Friday from 9 am to 4.30 pm.</p>`,
  )
}

function subscribe(): string {
  return plainNode(
    'Subscribe',
    `<h3>Digital</h3><p>All articles and the archive for £6.50 a month.</p><h3>Digital and print</h3><p>The paper on your doorstep every Friday, and everything online, for £11.20 a month.</p><p>You can cancel with 14 days’ notice.</p>`,
  )
}
