import { chunks, each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { AUTHORS, STORIES } from './stories.ts'
import type { Story } from './stories.ts'
import { tasks } from './tasks.ts'

const SECTIONS = ['Local', 'Politics', 'Business', 'Sports', 'Culture']
const FRONT = chunks(STORIES, 5)

/** A local newspaper: articles with described data, "Older posts", promos between the stories. */
export const tidewaterHerald = createSite({
  name: 'tidewater-herald',
  language: 'en',
  pages: {
    ...Object.fromEntries(FRONT.map((stories, at) => [address(at), front(stories, at)])),
    ...Object.fromEntries(SECTIONS.map((name) => [`/section/${slug(name)}/`, section(name)])),
    ...Object.fromEntries(STORIES.map((story) => [story.path, article(story)])),
    ...Object.fromEntries(AUTHORS.map((author) => [author.path, authorPage(author)])),
    '/about/': page('About the Herald', about()),
    '/subscribe/': page('Subscribe', subscribe()),
    '/advertise/': page('Advertise', advertise()),
  },
  redirects: { '/ferry/': STORIES[0]!.path, '/contact/': '/about/' },
  deadLinks: ['/crossword/'],
  notFound: page('Not found', '<h1>That page is yesterday’s paper</h1>'),
  tasks,
})

function address(at: number): string {
  return at === 0 ? '/' : `/page/${at + 1}/`
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>${esc(title)} - The Tidewater Herald</title></head><body>
<header><div class="masthead"><a href="/">The Tidewater Herald</a><span class="motto">Wet ink since 1889</span></div><nav>${each(SECTIONS, (name) => `<a href="/section/${slug(name)}/">${name}</a>`)}<a href="/subscribe/">Subscribe</a></nav></header>
<div class="columns"><main>${main}</main><aside><div class="promo"><strong>Advertisement</strong><p>Crichton &amp; Sons: outboard motors from $899. <a href="${ELSEWHERE}/motors">See offers</a></p></div>
<h4>Most read</h4><ol><li><a href="${STORIES[10]!.path}">${STORIES[10]!.title}</a></li><li><a href="${STORIES[4]!.path}">${STORIES[4]!.title}</a></li></ol><p><a href="/crossword/">Today’s crossword</a></p></aside></div>
<footer><a href="/about/">About us</a> | <a href="/advertise/">Advertise</a> | <a href="/subscribe/">Subscribe</a> | © Tidewater Herald Company</footer></body></html>`
}

function front(stories: readonly Story[], at: number): string {
  const older = at + 1 < FRONT.length ? `<a class="older" href="${address(at + 1)}">← Older posts</a>` : ''
  const newer = at > 0 ? `<a class="newer" href="${address(at - 1)}">Newer posts →</a>` : ''
  return page(
    at === 0 ? 'Front page' : `Front page, page ${at + 1}`,
    `${each(stories, teaser)}<div class="posts-nav">${older} ${newer}</div>`,
  )
}

function teaser(story: Story): string {
  return `<section class="post"><p class="kicker"><a href="/section/${slug(story.section)}/">${story.section}</a></p><h2><a href="${story.path}">${esc(story.title)}</a></h2><p class="byline">${american(story.date)}</p><p>${story.lead} <a href="${story.path}">Continue reading</a></p></section>`
}

function section(name: string): string {
  const stories = STORIES.filter((story) => story.section === name)
  return page(name, `<h1>${name}</h1>${each(stories, teaser)}`)
}

function article(story: Story): string {
  const author = AUTHORS.find(({ name }) => name === story.author)!
  const others = STORIES.filter(({ section, title }) => section === story.section && title !== story.title)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: story.title,
    datePublished: `${story.date}T06:00:00-04:00`,
    author: { '@type': 'Person', name: story.author },
    articleSection: story.section,
  }
  return page(
    story.title,
    `<script type="application/ld+json">${JSON.stringify(data)}</script><article><h1>${esc(story.title)}</h1>
<p class="byline">By <a rel="author" href="${author.path}">${story.author}</a> · <time datetime="${story.date}">${american(story.date)}</time></p>
<p class="lead">${story.lead}</p><p>${esc(story.text)}</p></article>
<div class="newsletter"><h3>The Morning Tide</h3><p>Our newsletter, every weekday at 6 a.m.</p><form><input type="email"><button>Sign me up</button></form></div>
<h3>Related stories</h3><ul>${each(others.slice(0, 3), ({ path, title, date }) => `<li><a href="${path}">${esc(title)}</a> <small>${american(date)}</small></li>`)}</ul>`,
  )
}

function authorPage(author: (typeof AUTHORS)[number]): string {
  const stories = STORIES.filter((story) => story.author === author.name)
  return page(
    author.name,
    `<h1>${author.name}</h1><p>${author.job}. With the Herald since ${author.since}.${author.email === null ? '' : ` Write to <a href="mailto:${author.email}">${author.email}</a>.`}</p><h2>Stories</h2>${each(stories, teaser)}`,
  )
}

function about(): string {
  return `<h1>About the Herald</h1><p>The Tidewater Herald was founded in 1889 by the printer Josiah Bellweather. It appears six days a week.</p><p>Editor-in-chief: Constance Ayers. Publisher: Tidewater Herald Company, 3 Canal Street.</p>
<h2>Newsroom</h2><ul>${each(AUTHORS, ({ path, name, job }) => `<li><a href="${path}">${name}</a>, ${job.toLowerCase()}</li>`)}</ul><p>News desk: (757) 555-0188</p>`
}

function subscribe(): string {
  return `<h1>Subscribe</h1><table><tr><th>Plan</th><th>Price per month</th><th>Includes</th></tr><tr><td>Digital</td><td>$9.50</td><td>Website and app</td></tr><tr><td>Weekend</td><td>$16.00</td><td>Paper on Saturday, website and app</td></tr><tr><td>Full</td><td>$29.00</td><td>Paper on six days, website and app</td></tr></table><p>Students pay half.</p>`
}

function advertise(): string {
  return `<h1>Advertise</h1><p>A quarter page costs $640, a full page $2,300. Ask Leopold Finch in our advertising department.</p>`
}

function american(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
}
