import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { ARCHIVE, ARTICLES, authorOf, AUTHORS, SECTIONS, sectionOf, short } from './articles.ts'
import type { Article, Author } from './articles.ts'
import { tasks } from './tasks.ts'

/** A city magazine as a publishing platform writes it: cards in a feed, tags, authors, and data for engines in the head. */
export const lanternist = createSite({
  name: 'lanternist',
  language: 'en',
  pages: {
    ...Object.fromEntries(
      ARCHIVE.map(({ path }, at) => [
        path,
        page('The Lanternist', at === 0 ? 'home-template' : 'paged', archive(at)),
      ]),
    ),
    ...Object.fromEntries(
      ARTICLES.map((one) => [one.path, page(one.title, 'post-template', articlePage(one), linkedData(one))]),
    ),
    ...Object.fromEntries(
      SECTIONS.map(({ name, path, articles }) => [
        path,
        page(
          name,
          'tag-template',
          `<section class="gh-archive"><h1 class="gh-archive-title">${name}</h1><p class="gh-archive-description">${articles.length} stories</p></section><div class="gh-feed gh-canvas">${each(articles, card)}</div>`,
        ),
      ]),
    ),
    ...Object.fromEntries(
      AUTHORS.map((one) => [one.path, page(one.name, 'author-template', authorPage(one))]),
    ),
    '/about/': page('About us', 'page-template', plainPage('About us', about())),
    '/membership/': page('Membership', 'page-template', plainPage('Membership', membership())),
    '/contact/': page('Contact', 'page-template', plainPage('Contact', contact())),
    '/privacy/': page(
      'Privacy',
      'page-template',
      plainPage(
        'Privacy',
        '<p>We count visits without cookies. Questions go to <a href="mailto:privacy@lanternist.example">privacy@lanternist.example</a>.</p>',
      ),
    ),
  },
  redirects: { '/subscribe/': '/membership/', '/author/gwen/': '/author/gwen-tarrant/' },
  deadLinks: ['/podcast/'],
  notFound: page('404', 'error-template', '<h1 class="error-code">404</h1><p>Page not found</p>'),
  tasks,
})

function page(title: string, template: string, main: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${esc(title)}</title><meta name="generator" content="Ghost 5.87">
<meta property="og:site_name" content="The Lanternist">${head}
<link rel="alternate" type="application/rss+xml" title="The Lanternist" href="/rss/"></head>
<body class="${template} has-sans-body"><div class="gh-viewport">
<header id="gh-navigation" class="gh-navigation is-left-logo gh-outer"><div class="gh-navigation-inner gh-inner"><a class="gh-navigation-logo is-title" href="/">The Lanternist</a>
<nav class="gh-navigation-menu"><ul class="nav">${each(SECTIONS, ({ name, path }) => `<li class="nav-${name.toLowerCase()}"><a href="${path}">${name}</a></li>`)}<li class="nav-podcast"><a href="/podcast/">Podcast</a></li></ul></nav>
<div class="gh-navigation-actions"><button class="gh-search gh-icon-button" aria-label="Search this site" data-ghost-search></button><a href="#/portal/signin" data-portal="signin">Sign in</a><a class="gh-button" href="/subscribe/">Subscribe</a></div></div></header>
${main}
<footer class="gh-footer has-accent-color gh-outer"><div class="gh-footer-inner gh-inner"><div class="gh-footer-bar"><span class="gh-footer-logo is-title">The Lanternist</span><nav class="gh-footer-menu"><ul class="nav"><li><a href="/about/">About us</a></li><li><a href="/membership/">Membership</a></li><li><a href="/contact/">Contact</a></li><li><a href="/privacy/">Privacy</a></li></ul></nav><div class="gh-footer-copyright">Powered by <a href="${ELSEWHERE}/ghost" target="_blank" rel="noopener">Ghost</a></div></div>
<section class="gh-footer-signup"><h2 class="gh-footer-signup-header">Port Ellery, slowly.</h2><p class="gh-footer-signup-subhead">One letter every Sunday at 8 am.</p><form class="gh-form" data-members-form><input class="gh-form-input" type="email" placeholder="jamie@example.com"><button class="gh-button" type="submit">Subscribe</button></form></section></div></footer>
</div></body></html>`
}

function linkedData(one: Article): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    publisher: { '@type': 'Organization', name: 'The Lanternist' },
    author: { '@type': 'Person', name: one.by },
    headline: one.title,
    datePublished: `${one.date}T06:00:00.000Z`,
    keywords: one.section,
    description: one.excerpt,
  }
  return `<meta property="article:published_time" content="${one.date}T06:00:00.000Z"><meta property="article:tag" content="${one.section}"><script type="application/ld+json">${JSON.stringify(data)}</script>`
}

function archive(at: number): string {
  const { articles } = ARCHIVE[at]!
  const newer = ARCHIVE[at - 1]
  const older = ARCHIVE[at + 1]
  const header =
    at === 0
      ? '<section class="gh-header is-classic gh-outer"><div class="gh-header-inner gh-inner"><h1 class="gh-header-title is-title">Stories from Port Ellery that took a while</h1></div></section>'
      : ''
  return `${header}<section class="gh-container is-list gh-outer"><div class="gh-container-inner gh-inner"><h2 class="gh-container-title">Latest</h2>
<main class="gh-main"><div class="gh-feed">${each(articles, card)}</div></main>
<nav class="gh-pagination pagination" role="navigation">${newer ? `<a class="newer-posts" href="${newer.path}">&larr; Newer Posts</a>` : ''}<span class="page-number">Page ${at + 1} of ${ARCHIVE.length}</span>${older ? `<a class="older-posts" href="${older.path}">Older Posts &rarr;</a>` : ''}</nav>
<aside class="gh-sidebar"><section class="gh-about"><h4>The Lanternist</h4><p>A magazine about one city, since 2016.</p></section><section class="gh-recommendations"><h4 class="gh-sidebar-title">Recommended</h4><ul><li><a href="${ELSEWHERE}/slow-roads">Slow Roads</a></li><li><a href="${ELSEWHERE}/estuary-notes">Estuary Notes</a></li></ul></section></aside></div></section>`
}

function card(one: Article): string {
  return `<article class="gh-card post tag-${one.section.toLowerCase()}${one.photo ? '' : ' no-image'}"><a class="gh-card-link" href="${one.path}">${one.photo ? '<figure class="gh-card-image"><img src="/content/images/size/w600/cover.jpg" alt="" loading="lazy"></figure>' : ''}<div class="gh-card-wrapper"><p class="gh-card-tag">${one.section}</p><h3 class="gh-card-title is-title">${esc(one.title)}</h3><p class="gh-card-excerpt is-body">${esc(one.excerpt)}</p><footer class="gh-card-meta"><span class="gh-card-author">By ${one.by}</span><time class="gh-card-date" datetime="${one.date}">${short(one.date)}</time></footer></div></a></article>`
}

function articlePage(one: Article): string {
  const { path } = authorOf(one)
  const more = ARTICLES.filter((other) => other !== one && other.section !== one.section).slice(0, 3)
  return `<main class="gh-main"><article class="gh-article post tag-${one.section.toLowerCase()}">
<header class="gh-article-header gh-canvas"><a class="gh-article-tag" href="${sectionOf(one).path}">${one.section}</a><h1 class="gh-article-title is-title">${esc(one.title)}</h1><p class="gh-article-excerpt is-body">${esc(one.excerpt)}</p>
<div class="gh-article-meta"><div class="gh-article-author-image instapaper_ignore"><a href="${path}"><img class="author-profile-image" src="/content/images/size/w160/author.jpg" alt="${one.by}"></a></div><div class="gh-article-meta-wrapper"><h4 class="gh-article-author-name"><a href="${path}">${one.by}</a></h4><div class="gh-article-meta-content"><time class="gh-article-meta-date" datetime="${one.date}">${short(one.date)}</time><span class="gh-article-meta-length"><span class="bull">—</span> ${one.minutes} min read</span></div></div></div>
${one.photo ? `<figure class="gh-article-image"><img src="/content/images/size/w2000/cover.jpg" alt=""><figcaption>Photo: ${one.photo}</figcaption></figure>` : ''}</header>
<section class="gh-content gh-canvas is-body">${each(one.body, (text) => `<p>${esc(text)}</p>`)}
<div class="kg-card kg-signup-card"><h2>Liked this?</h2><p>Members read everything from £4 a month.</p></div></section></article></main>
<section class="gh-container is-grid gh-outer"><div class="gh-container-inner gh-inner"><h2 class="gh-container-title">Read more</h2><div class="gh-feed">${each(more, card)}</div></div></section>`
}

function authorPage(one: Author): string {
  const written = ARTICLES.filter(({ by }) => by === one.name)
  return `<main class="gh-main gh-outer"><section class="gh-archive has-image"><div class="gh-archive-inner"><header class="gh-archive-wrapper"><h1 class="gh-article-title is-title">${one.name}</h1><p class="gh-article-excerpt">${one.bio}</p><div class="gh-author-meta">${one.location ? `<div class="gh-author-location">${one.location}</div>` : ''}<div class="gh-author-posts">${written.length} posts</div>${one.email ? `<a class="gh-author-social-link" href="mailto:${one.email}">${one.email}</a>` : ''}</div></header></div></section>
<section class="gh-container is-list"><div class="gh-feed">${each(written, card)}</div></section></main>`
}

function plainPage(title: string, body: string): string {
  return `<main class="gh-main"><article class="gh-article page"><header class="gh-article-header gh-canvas"><h1 class="gh-article-title is-title">${title}</h1></header><section class="gh-content gh-canvas is-body">${body}</section></article></main>`
}

function about(): string {
  return `<p>The Lanternist was founded in 2016 by Josephine Adair and Rufus Okell in a room above a chandler’s. It belongs to its 3,150 members.</p>
<h2>Who we are</h2><p>Editor: Rufus Okell. Deputy editor: Salome Finch. Picture editor: Noor Castellan.</p>
<p>The printed edition comes out four times a year and is printed by Marlow &amp; Sons in Sandend.</p>`
}

function membership(): string {
  return `<p>Choose what suits you. Every member gets the Sunday letter.</p>
<div class="kg-card kg-product-card"><h4>Reader</h4><p>£4 a month or £40 a year. All stories online.</p></div>
<div class="kg-card kg-product-card"><h4>Keeper</h4><p>£9 a month or £90 a year. All stories online and four printed issues a year.</p></div>
<div class="kg-card kg-toggle-card"><h4>Can I give it as a present?</h4><p>Yes, for three, six or twelve months.</p></div>`
}

function contact(): string {
  return `<p>The Lanternist, 17 Chandler’s Steps, Port Ellery PE1 4QT</p><p>Telephone: 01632 960 418 (weekdays from 10 to 4)</p><p>Letters to the editor: <a href="mailto:letters@lanternist.example">letters@lanternist.example</a><br>Advertising: <a href="mailto:ads@lanternist.example">ads@lanternist.example</a></p>`
}
