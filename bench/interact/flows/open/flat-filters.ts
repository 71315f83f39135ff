import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="ff"><form class="fr"><label>Min. rooms <select name="r"><option value="0">Any</option><option>2</option><option>3</option><option>4</option></select></label><label>District <select name="d"><option value="">All</option><option>Harbour</option><option>Old Town</option><option>Vine Hill</option></select></label><label><input type="checkbox" name="b"> With balcony</label><button type="submit">Apply filters</button><button type="reset">Reset</button></form><p class="ct"></p><table class="ls"><thead><tr><th>Flat</th><th>District</th><th>Rooms</th><th class="so" data-k="rent">Rent ⇅</th><th></th></tr></thead><tbody></tbody></table><nav class="pgn"></nav></div>`

const STYLE = `.ff{padding:20px}.fr{display:flex;gap:16px;align-items:center}.ls td,.ls th{padding:6px 16px;text-align:left}.so{cursor:pointer;color:#04a}.pgn a{padding:4px 10px;cursor:pointer;border:1px solid #ccc;margin:2px}.pgn a.x{background:#ddd}`

const SCRIPT = `
const D = ['Harbour','Old Town','Vine Hill']; const F = Array.from({ length: 17 }, (_, i) => ({ id: 'F' + (i + 1), d: D[i % 3], r: 1 + (i * 7) % 5, b: i % 4 === 1, rent: 420 + (i * 137) % 610 }))
let pg = 1, sort = 0
function draw() { const f = $('.fr'); let L = F.filter((x) => x.r >= +f.r.value && (!f.d.value || x.d === f.d.value) && (!f.b.checked || x.b)); if (sort) L = L.toSorted((a, b) => sort * (a.rent - b.rent))
  $('.ct').textContent = L.length + ' flats found'; $('tbody').innerHTML = L.slice(pg * 6 - 6, pg * 6).map((x) => '<tr><td>' + x.id + '</td><td>' + x.d + '</td><td>' + x.r + '</td><td>' + x.rent + ' €</td><td><a href="/flats/' + x.id + '">Details</a></td></tr>').join('')
  $('.pgn').innerHTML = Array.from({ length: Math.ceil(L.length / 6) }, (_, i) => '<a class="' + (i + 1 === pg ? 'x' : '') + '">' + (i + 1) + '</a>').join('') + '<a>›</a>'
  $$('.pgn a').forEach((a) => a.onclick = () => { pg = a.textContent === '›' ? Math.min(pg + 1, Math.ceil(L.length / 6)) : +a.textContent; setTimeout(draw, 120) }) }
$('.fr').onsubmit = (e) => { e.preventDefault(); pg = 1; setTimeout(draw, 200) }
$('.fr').onreset = () => setTimeout(() => { pg = 1; draw() }, 50)
$('.so').onclick = () => { sort = sort === 1 ? -1 : 1; draw() }
draw()`

/** Filters that count only when applied, a column that sorts, pages. */
export const flatFilters: Flow = {
  name: 'flat-filters',
  kind: 'filters and sorting',
  pages: { '/flats': page({ title: 'Flats', style: STYLE, body: BODY, script: SCRIPT }) },
  answer: ({ path }) =>
    path.startsWith('/flats/')
      ? {
          body: page({
            title: path.slice(7),
            body: `<h1>Flat ${path.slice(7)}</h1><p>Available from 1 March.</p>`,
          }),
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Filter for flats in the Old Town with at least 3 rooms and apply the filters. How many flats are found?',
      ],
      expect: { shows: ['4 flats found'], output: [/\b4\b/] },
      async solve(tab) {
        await tab.selectOption('[name=d]', 'Old Town')
        await tab.selectOption('[name=r]', '3')
        await tab.click('text=Apply filters')
      },
    },
    {
      prompts: ['sort by rent and open the details of the cheapest flat'],
      expect: { at: '/flats/F1' },
      async solve(tab) {
        await tab.click('.so')
        await tab.click('tbody a >> nth=0')
      },
    },
    {
      prompts: ['Go to page 3 of the list and open the details of F17'],
      expect: { at: '/flats/F17' },
      async solve(tab) {
        await tab.click('.pgn >> text="3"')
        await tab.waitForTimeout(200)
        await tab.click('tr:has-text("F17") a')
      },
    },
  ],
}
