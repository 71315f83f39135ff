import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const WORKS = [
  'b101|The Salt Road|Hanne Viksdal|2019|Book|FIC VIK 3|Central',
  'b102|The Salt Road|Hanne Viksdal|2020|Audiobook|AUD VIK|Eastgate',
  'b103|Salt: A Kitchen History|Deniz Okumu|2014|Book|641.3 OKU|Central',
  'b104|Salt Marsh Birds|Eleanor Pryce|2008|Book|598.2 PRY|Millbrook',
  'b105|Salt and Silver|Jakub Wren|2023|E-book|online|Online',
  'b201|Bridges of Iron|Marta Coelho|2011|Book|624.2 COE|Central',
].map((line) => {
  const [id = '', title = '', by = '', year = '', format = '', mark = '', branch = ''] = line.split('|')
  return { id, title, by, year, format, mark, branch }
})
const STYLE = `.top{padding:16px 28px;background:#5b2a86;color:#fff}.top form{display:inline-flex;gap:6px;margin-left:26px}.cols{display:flex;gap:28px;padding:20px 28px}.facets{width:170px}.facets a{display:block;padding:3px 0}.hit{border-bottom:1px solid #ddd;padding:12px 0}dialog{border:1px solid #888;padding:20px}.msg{background:#e6f5e6;padding:10px}`
const head = (query: string): string =>
  `<div class="top"><b>Wexley Libraries</b><form action="/search" role="search"><input name="q" aria-label="Search the catalogue" placeholder="Title, author or subject" value="${query}"><button>Search</button></form></div>`

const results = (query: string, format: string | null): string => {
  const found = WORKS.filter((work) => `${work.title} ${work.by}`.toLowerCase().includes(query.toLowerCase()))
  const shown = found.filter((work) => format === null || work.format === format)
  const facets = [...new Set(found.map((work) => work.format))].map(
    (name) =>
      `<a href="/search?q=${encodeURIComponent(query)}&format=${name}">${name} (${found.filter((work) => work.format === name).length})</a>`,
  )
  const hits = shown.map(
    (work) =>
      `<div class="hit"><a href="/item/${work.id}">${work.title}</a><div>${work.by} · ${work.year} · ${work.format}</div></div>`,
  )
  const body = `${head(query)}<div class="cols"><div class="facets"><h3>Format</h3>${facets.join('')}</div><div><h1>${shown.length} results for “${query}”</h1>${hits.join('')}</div></div>`
  return page({ title: `Results for ${query}`, style: STYLE, body })
}

const item = (work: (typeof WORKS)[number]): string =>
  page({
    title: work.title,
    style: STYLE,
    body: `${head('')}<div class="cols"><div><h1>${work.title}</h1><dl><dt>Author</dt><dd>${work.by}</dd><dt>Published</dt><dd>${work.year}</dd><dt>Format</dt><dd>${work.format}</dd><dt>Shelf mark</dt><dd>${work.mark}</dd><dt>Held at</dt><dd>${work.branch}</dd></dl><button id="hold">Place hold</button><div id="said" role="status"></div></div></div>
<dialog aria-labelledby="dh"><h2 id="dh">Place a hold</h2><p><label>Library card number <input id="card"></label></p><p><label>Pick-up branch <select id="br"><option>Central</option><option>Eastgate</option><option>Millbrook</option><option>Station Kiosk</option></select></label></p><button id="no">Cancel</button> <button id="yes">Confirm hold</button></dialog>`,
    script: `
const d = $('dialog')
$('#hold').onclick = () => d.showModal()
$('#no').onclick = () => d.close()
$('#yes').onclick = async () => {
  if (!$('#card').value.trim()) return $('#card').focus()
  await send('/api/holds', { item: '${work.id}', card: $('#card').value.replace(/\\s/g, ''), branch: $('#br').value })
  d.close(); $('#said').innerHTML = '<p class="msg">Hold placed. You are number 3 in the queue.</p>'
}`,
  })

/** A library's catalogue made by its server: results, narrowing, a dialog on the page of an item. */
export const libraryCatalogue: Flow = {
  name: 'library-catalogue',
  kind: 'search',
  pages: {
    '/': page({
      title: 'Wexley Libraries',
      style: STYLE,
      body: `${head('')}<div class="cols"><h1>Welcome to the catalogue</h1></div>`,
    }),
  },
  answer: ({ path, query }) => {
    if (path === '/search') return { body: results(query.get('q') ?? '', query.get('format')) }
    const work = WORKS.find(({ id }) => path === `/item/${id}`)
    return work && { body: item(work) }
  },
  trials: [
    {
      prompts: [
        'Search for "salt", open "Salt Marsh Birds" and tell me its shelf mark and where it is held.',
      ],
      expect: { at: '/item/b104', output: ['598.2 PRY', 'Millbrook'] },
      async solve(tab) {
        await tab.fill('[name=q]', 'salt')
        await tab.click('form button')
        await tab.click('text=Salt Marsh Birds')
      },
    },
    {
      prompts: [
        'I want the audiobook of The Salt Road. Place a hold on it with my card 2200 4518 77, to be picked up at the Station Kiosk, and tell me my position in the queue.',
      ],
      expect: {
        sent: [{ path: '/api/holds', body: { item: 'b102', card: '2200451877', branch: 'Station Kiosk' } }],
        output: [/\b3\b|three|third|3rd/i],
      },
      async solve(tab) {
        await tab.goto(new URL('/item/b102', tab.url()).href)
        await tab.click('#hold')
        await tab.fill('#card', '2200 4518 77')
        await tab.selectOption('#br', 'Station Kiosk')
        await tab.click('#yes')
      },
    },
    {
      prompts: ['search for salt', 'narrow the results to e-books', 'Who wrote the one that is left?'],
      expect: { at: '/search?q=salt&format=E-book', output: ['Jakub Wren'] },
      async solve(tab) {
        await tab.fill('[name=q]', 'salt')
        await tab.click('form button')
        await tab.click('text=E-book (1)')
      },
    },
  ],
}
