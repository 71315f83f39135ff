import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const HEAD = `
<header class="hd"><a href="/" class="logo">Almanac of Moths</a><form action="/search" class="sf"><input name="q" placeholder="Search the almanac…"><button type="submit" class="mag" aria-label="Search"><svg width="16" height="16"><circle cx="6" cy="6" r="5" fill="none" stroke="#fff"/></svg></button></form></header>`
const STYLE = `.hd{display:flex;justify-content:space-between;background:#443;padding:14px 24px}.logo{color:#fff;text-decoration:none}.mag{background:#775;border:0;height:32px}.sf input{height:32px;width:260px}main{padding:24px}.hit{margin:16px 0}`

const MOTHS: Record<string, [string, string]> = {
  '/moths/garden-tiger': ['Garden tiger', 'Wingspan 50 to 78 mm. Flies in July and August.'],
  '/moths/scarlet-tiger': ['Scarlet tiger', 'Wingspan 52 to 58 mm. Flies in June.'],
  '/moths/jersey-tiger': ['Jersey tiger', 'Wingspan 52 to 65 mm. Flies by day.'],
  '/moths/elephant-hawk': ['Elephant hawk-moth', 'Wingspan 62 to 72 mm. Pink and olive.'],
}
const wrap = (title: string, body: string) =>
  page({ title, style: STYLE, body: `${HEAD}<main>${body}</main>` })

/** A search field in the head of the page, results on a page of their own. */
export const siteSearch: Flow = {
  name: 'site-search',
  kind: 'search',
  pages: {
    '/': wrap(
      'Almanac of Moths',
      '<h1>Moth of the day</h1><p>The Merveille du Jour.</p><a href="/search?q=tiger">Popular: tiger moths</a>',
    ),
    ...Object.fromEntries(
      Object.entries(MOTHS).map(([path, [name, text]]) => [
        path,
        wrap(name, `<h1>${name}</h1><p>${text}</p>`),
      ]),
    ),
  },
  answer({ path, query }) {
    if (path !== '/search') return undefined
    const word = (query.get('q') ?? '').toLowerCase()
    const hits = Object.entries(MOTHS).filter(([, [name]]) => name.toLowerCase().includes(word))
    const list = hits.map(
      ([to, [name, text]]) =>
        `<div class="hit"><a href="${to}">${name}</a><br><small>${text.slice(0, 18)}…</small></div>`,
    )
    return {
      body: wrap(
        `Results for ${word}`,
        `<h1>${hits.length} results</h1><p><a href="/">Back to start</a></p>${list.join('')}`,
      ),
    }
  },
  trials: [
    {
      prompts: ['Search for tiger and open the first result'],
      expect: { at: '/moths/garden-tiger' },
      async solve(tab) {
        await tab.fill('[name=q]', 'tiger')
        await tab.keyboard.press('Enter')
        await tab.click('.hit a >> nth=0')
      },
    },
    {
      prompts: ['search for "hawk", open the result and tell me the wingspan'],
      expect: { at: '/moths/elephant-hawk', output: ['62 to 72 mm'] },
      async solve(tab) {
        await tab.fill('[name=q]', 'hawk')
        await tab.click('.mag')
        await tab.click('.hit a')
      },
    },
    {
      prompts: ['How many results are there for tiger?'],
      expect: { at: '/search?q=tiger', output: ['3'] },
      async solve(tab) {
        await tab.fill('[name=q]', 'tiger')
        await tab.keyboard.press('Enter')
      },
    },
  ],
}
