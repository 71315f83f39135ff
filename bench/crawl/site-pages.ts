const NOUNS =
  'river bank harbour valley orchard market bridge garden meadow village mill forest lantern workshop kitchen library ' +
  'museum railway station castle tower island lighthouse vineyard cellar barn stable quarry canal square chapel school ' +
  'engine letter ledger archive map compass anchor sail loom kiln furnace hammer chisel clock window roof chimney'
const VERBS =
  'carries keeps follows crosses measures repairs gathers shelters divides outlasts describes surrounds replaces ' +
  'supports reveals remembers delays feeds drains lifts'
const QUALITIES =
  'narrow patient old shallow bright quiet northern wooden careful distant steady uneven warm early hidden common ' +
  'local broad rough gentle late empty crowded familiar'
const ADVERBIALS =
  'every spring|before the first frost|for longer than anybody planned|with very little help|against all advice|' +
  'after the fair|in most years|on ordinary days|without a written plan|by the light of one lamp|once the snow is gone|' +
  'while the town sleeps|since the old road was closed|at the end of each week'

const nouns = NOUNS.split(' ')
const verbs = VERBS.split(' ')
const qualities = QUALITIES.split(' ')
const adverbials = ADVERBIALS.split('|')

/** How many sections the navigation of every page names. */
const SECTIONS = 40
const PER_LIST = 12
/** What a page is brought to with text. */
const PAGE_BYTES = 20_500

/**
 * A magazine of exactly `count` pages, by path: a start, sections with lists over several pages, articles, and as many
 * other pages as are missing to the number. Every page can be reached by links, and only by them.
 */
export function sitePages(count: number): Map<string, Buffer> {
  const articles = articlesFor(count)
  const sections = Array.from({ length: SECTIONS }, (_, section) =>
    Array.from({ length: Math.ceil((articles - section) / SECTIONS) }, (_unused, place) =>
      article(section, place),
    ),
  )
  const pages = new Map<string, Buffer>([['/', page('/', 'The Almanac', home(sections))]])
  for (const [section, all] of sections.entries()) {
    for (let from = 0; from === 0 || from < all.length; from += PER_LIST) {
      const path = listPath(section, from / PER_LIST)
      pages.set(
        path,
        page(path, `${sectionName(section)}, part ${from / PER_LIST + 1}`, list(section, all, from)),
      )
    }
    for (const [place, one] of all.entries())
      pages.set(one.path, page(one.path, one.title, body(one, all, place)))
  }
  for (let extra = 0; pages.size < count; extra++) {
    const path = `/about/${extra}`
    pages.set(path, page(path, `About, part ${extra}`, about(extra, pages.size + 1 < count)))
  }
  return pages
}

/** The most articles whose lists still leave room for themselves within the count; the rest are other pages. */
function articlesFor(count: number): number {
  let articles = count - 1 - SECTIONS
  const pagesWith = (number: number) =>
    Array.from({ length: SECTIONS }, (_, section) => Math.ceil((number - section) / SECTIONS)).reduce(
      (sum, own) => sum + own + Math.max(1, Math.ceil(own / PER_LIST)),
      1,
    )
  while (pagesWith(articles) > count - EXTRAS) articles--
  return articles
}

/** Pages besides articles and lists: at least as many as every footer names; each leads to the next. */
const EXTRAS = 4

interface Article {
  path: string
  title: string
  teaser: string
}

function article(section: number, place: number): Article {
  const chance = chanceFrom(section * 100_003 + place)
  const title = headline(chance)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return { path: `/${sectionSlug(section)}/${slug}-${place}`, title, teaser: sentence(chance) }
}

function sectionName(section: number): string {
  return (
    headline(chanceFrom(7_000_000 + section))
      .split(' ')
      .slice(0, 2)
      .join(' ') + ` ${section}`
  )
}

function sectionSlug(section: number): string {
  return sectionName(section).toLowerCase().replaceAll(' ', '-')
}

function listPath(section: number, part: number): string {
  return `/${sectionSlug(section)}/${part === 0 ? '' : `?page=${part + 1}`}`
}

const NAVIGATION = `<header class="top"><a class="logo" href="/"><img src="/logo.svg" alt="The Almanac"></a><nav aria-label="Sections"><ul class="menu">${Array.from(
  { length: SECTIONS },
  (_, section) =>
    `<li class="menu-item menu-item-${section}"><a href="${listPath(section, 0)}">${sectionName(section)}</a></li>`,
).join('')}</ul></nav></header>`

const STYLE = `<style>body{margin:0;font:16px/1.5 Georgia,serif;color:#222}.top{display:flex;gap:1rem;border-bottom:1px solid #ccc}.menu{display:flex;flex-wrap:wrap;list-style:none;margin:0;padding:0}.menu-item a{padding:.25rem .5rem;text-decoration:none}.columns{display:grid;grid-template-columns:3fr 1fr;gap:2rem;max-width:70rem;margin:0 auto}.side{font-size:.9rem}.card{border:1px solid #ddd;padding:1rem}.bottom{background:#222;color:#eee;padding:2rem}</style>`

/** What stands around the text of a page. */
interface Frame {
  before: string
  after: string
}

function page(path: string, title: string, { before, after }: Frame): Buffer {
  const chance = chanceFrom([...path].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7))
  const side = `<aside class="side"><section class="card"><h3>From the editors</h3><p>${sentence(chance)}</p></section><section class="card"><h3>Letters</h3><p>${sentence(chance)}</p><form action="/letters" method="post"><label>Your letter <textarea name="text"></textarea></label><button>Send</button></form></section></aside>`
  const foot = `<footer class="bottom"><p>Printed by hand, read by many.</p><ul>${Array.from({ length: EXTRAS }, (_, extra) => `<li><a href="/about/${extra}">About, part ${extra}</a></li>`).join('')}</ul></footer>`
  const script = `<script>window.page=${JSON.stringify({ path, title, kind: 'page' })};document.addEventListener('click',function(event){var link=event.target.closest('a');if(link&&link.dataset.count){navigator.sendBeacon('/count',link.href)}})</script>`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | The Almanac</title><meta name="viewport" content="width=device-width"><meta name="description" content="${sentence(chance)}"><meta property="og:title" content="${title}">${STYLE}</head><body>${NAVIGATION}<div class="columns"><main>${before}`
  const end = `${after}</main>${side}</div>${foot}${script}</body></html>`
  return Buffer.from(html + fillerText(PAGE_BYTES - html.length - end.length, chance) + end)
}

/** Text in parts with headings, lists and a table now and then, until about so many bytes. */
function fillerText(bytes: number, chance: () => number): string {
  let text = ''
  for (let part = 0; text.length < bytes; part++) {
    text += `<h2>${headline(chance)}</h2><p>${paragraph(chance, 4)}</p><p>${paragraph(chance, 3)} <em>${sentence(chance)}</em></p>`
    if (part % 3 === 1)
      text += `<ul><li>${sentence(chance)}</li><li>${sentence(chance)}</li><li>${sentence(chance)}</li></ul>`
    if (part % 4 === 2) {
      text += `<table><thead><tr><th>Year</th><th>What was seen</th></tr></thead><tbody><tr><td>${1800 + Math.floor(chance() * 200)}</td><td>${sentence(chance)}</td></tr></tbody></table>`
    }
  }
  return text
}

function home(sections: Article[][]): Frame {
  const parts = sections.map(
    (all, section) =>
      `<li><a href="${listPath(section, 0)}">${sectionName(section)}</a>: ${all.length} articles</li>`,
  )
  return { before: `<h1>The Almanac</h1><ul>${parts.join('')}</ul>`, after: '' }
}

function list(section: number, all: Article[], from: number): Frame {
  const part = from / PER_LIST
  const last = Math.max(0, Math.ceil(all.length / PER_LIST) - 1)
  const cards = all
    .slice(from, from + PER_LIST)
    .map(
      ({ path, title, teaser }) =>
        `<article class="card"><h2><a href="${path}">${title}</a></h2><p>${teaser}</p></article>`,
    )
  const steps = [
    part > 0 ? `<a rel="prev" href="${listPath(section, part - 1)}">Newer</a>` : '',
    part < last ? `<a rel="next" href="${listPath(section, part + 1)}">Older</a>` : '',
  ]
  return {
    before: `<h1>${sectionName(section)}</h1>${cards.join('')}`,
    after: `<nav class="pages">${steps.join(' ')}</nav>`,
  }
}

function body({ path, title, teaser }: Article, all: Article[], place: number): Frame {
  const near = [1, 2, 3, 4, 5]
    .map((step) => all[(place + step) % all.length]!)
    .filter((one) => one.path !== path)
  const related = near.map((one) => `<li><a href="${one.path}">${one.title}</a></li>`).join('')
  return {
    before: `<article><h1>${title}</h1><p class="lead">${teaser}</p>`,
    after: `</article><section class="related"><h3>Read on</h3><ul>${related}</ul></section>`,
  }
}

function about(extra: number, hasNext: boolean): Frame {
  const next = hasNext ? `<p><a href="/about/${extra + 1}">More about us</a></p>` : ''
  return { before: `<h1>About, part ${extra}</h1>`, after: next }
}

/** Numbers between 0 and 1 that are the same for the same seed, on every machine. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<Item>(from: readonly Item[], chance: () => number): Item {
  return from[Math.floor(chance() * from.length)]!
}

function nounPhrase(chance: () => number): string {
  return `the ${chance() < 0.6 ? `${pick(qualities, chance)} ` : ''}${pick(nouns, chance)}`
}

/** A sentence that reads like one; long ones are two joined. */
function sentence(chance: () => number): string {
  const clause = () =>
    `${nounPhrase(chance)} ${pick(verbs, chance)} ${nounPhrase(chance)} ${pick(adverbials, chance)}`
  const text = chance() < 0.4 ? `${clause()}, and ${clause()}` : clause()
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function paragraph(chance: () => number, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(chance)).join(' ')
}

/** A few words such as headlines are made of. */
function headline(chance: () => number): string {
  const noun = pick(nouns, chance)
  const text = `${pick(qualities, chance)} ${noun} and ${nounPhrase(chance)}`
  return text[0]!.toUpperCase() + text.slice(1)
}
