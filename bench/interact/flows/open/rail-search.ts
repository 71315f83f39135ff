import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STATIONS =
  'Aarlen|Brackwede Mitte|Brackwede Süd|Kaltbrunn|Kaltenbach|Marlow Central|Marlow Quay|Sankt Ruprecht|Velden'.split(
    '|',
  )

const BODY = `
<header><b>Transalpin</b></header><main><h1>Where to?</h1>
<div class="card"><div class="ac"><label for="from">From</label><input id="from" role="combobox" aria-autocomplete="list" aria-expanded="false" autocomplete="off" placeholder="Station"><ul role="listbox" hidden></ul></div><button id="swap" title="Swap stations">⇄</button><div class="ac"><label for="to">To</label><input id="to" role="combobox" aria-autocomplete="list" aria-expanded="false" autocomplete="off" placeholder="Station"><ul role="listbox" hidden></ul></div>
<div class="dt"><label for="day">Departure</label><input id="day" readonly placeholder="Select date"><div id="cal" hidden></div></div>
<div class="px"><div class="lab">Passengers</div><div id="pax" class="fake">1 adult ▾</div><div id="pop" hidden><div class="r"><span>Adults</span><button data-k="adults" data-d="-1" aria-label="Fewer adults">−</button><b>1</b><button data-k="adults" data-d="1" aria-label="More adults">+</button></div><div class="r"><span>Children</span><button data-k="children" data-d="-1" aria-label="Fewer children">−</button><b>0</b><button data-k="children" data-d="1" aria-label="More children">+</button></div><button id="okp">Done</button></div></div>
<button id="go" disabled>Search trains</button></div><div id="out" aria-live="polite"></div></main>`

const STYLE = `header{padding:14px 24px;background:#a11;color:#fff}main{padding:20px 24px}.card{display:flex;gap:12px;align-items:end;flex-wrap:wrap;border:1px solid #ccc;padding:16px}.ac,.dt,.px{position:relative}label,.lab{display:block;font-size:12px}ul{position:absolute;list-style:none;margin:0;padding:0;background:#fff;border:1px solid #bbb;width:220px;z-index:3}li{padding:6px 10px;cursor:pointer}li:hover{background:#eef}#cal,#pop{position:absolute;background:#fff;border:1px solid #bbb;padding:10px;z-index:3;width:260px}.w{display:grid;grid-template-columns:repeat(7,1fr)}.d{padding:4px;text-align:center;cursor:pointer}.fake{border:1px solid #999;padding:4px 10px;cursor:pointer}.r{display:flex;gap:8px}.r span{flex:1}.tr{border-bottom:1px solid #ddd;padding:12px 0;display:flex;gap:30px}`

const SCRIPT = `
const trip = { from: '', to: '', day: '', adults: 1, children: 0 }
const ready = () => { $('#go').disabled = !(trip.from && trip.to && trip.day) }
for (const id of ['from', 'to']) {
  const input = $('#' + id), list = input.nextElementSibling
  let timer; const shut = () => { list.hidden = true; input.setAttribute('aria-expanded', 'false') }
  input.oninput = () => {
    trip[id] = ''; ready(); clearTimeout(timer)
    if (input.value.length < 2) { shut(); return }
    timer = setTimeout(async () => {
      const found = await fetch('/api/stations?q=' + encodeURIComponent(input.value)).then((r) => r.json())
      list.innerHTML = found.map((s) => '<li role="option">' + s + '</li>').join('') || '<li>No station found</li>'
      list.hidden = false; input.setAttribute('aria-expanded', 'true')
      for (const li of $$('[role=option]', list)) { li.onmousedown = (event) => event.preventDefault(); li.onclick = () => { input.value = trip[id] = li.textContent; shut(); ready() } }
    }, 250)
  }
  input.onblur = () => setTimeout(shut, 150)
}
$('#swap').onclick = () => { [trip.from, trip.to] = [trip.to, trip.from]; $('#from').value = trip.from; $('#to').value = trip.to }
const M = ['January','February','March','April','May','June','July','August','September','October','November','December']
let month = new Date(2027, 3, 1)
function cal() {
  const y = month.getFullYear(), m = month.getMonth()
  $('#cal').innerHTML = '<div class="r"><div class="pv" title="Previous month">◀</div><span>' + M[m] + ' ' + y + '</span><div class="nx" title="Next month">▶</div></div><div class="w">' + '<i></i>'.repeat((month.getDay() + 6) % 7) + Array.from({ length: new Date(y, m + 1, 0).getDate() }, (_, i) => '<div class="d">' + (i + 1) + '</div>').join('') + '</div>'
  $('.pv').onclick = () => { month = new Date(y, m - 1, 1); cal() }
  $('.nx').onclick = () => { month = new Date(y, m + 1, 1); cal() }
  for (const d of $$('.d')) d.onclick = () => { trip.day = y + '-' + String(m + 1).padStart(2, '0') + '-' + d.textContent.padStart(2, '0'); $('#day').value = d.textContent + ' ' + M[m] + ' ' + y; $('#cal').hidden = true; ready() }
}
$('#day').onclick = () => { $('#cal').hidden = false; cal() }
$('#pax').onclick = () => { $('#pop').hidden = !$('#pop').hidden }; $('#okp').onclick = () => { $('#pop').hidden = true }
for (const b of $$('[data-k]')) b.onclick = () => { const k = b.dataset.k; trip[k] = Math.max(k === 'adults' ? 1 : 0, trip[k] + Number(b.dataset.d)); $('b', b.parentNode).textContent = trip[k]; $('#pax').textContent = trip.adults + (trip.adults === 1 ? ' adult' : ' adults') + (trip.children ? ', ' + trip.children + (trip.children === 1 ? ' child' : ' children') : '') + ' ▾' }
$('#go').onclick = () => {
  $('#out').innerHTML = '<p>Searching…</p>'
  const asked = { ...trip }
  setTimeout(() => {
    const trains = [['07:12', '10:48', '1 change', 39], ['08:55', '12:01', 'direct', 52], ['11:20', '15:40', '2 changes', 27], ['14:05', '17:11', 'direct', 46]]
    $('#out').innerHTML = '<h2>' + asked.from + ' → ' + asked.to + ', ' + $('#day').value + '</h2>' + trains.map(([a, b, c, p]) => '<div class="tr"><b>' + a + ' – ' + b + '</b><span>' + c + '</span><span>from € ' + p + '</span><button data-a="' + a + '">Select</button></div>').join('')
    for (const b of $$('[data-a]')) b.onclick = async () => { await send('/api/select', { ...asked, departs: b.dataset.a }); $('#out').innerHTML = '<h2>Seat held for 15 minutes</h2>' }
  }, 500)
}`

const WANTED = {
  from: 'Marlow Quay',
  to: 'Kaltenbach',
  day: '2027-05-19',
  adults: 2,
  children: 1,
  departs: '14:05',
}

const type = async (tab: Page, id: string, text: string, option: string): Promise<void> => {
  await tab.fill(`#${id}`, text)
  await tab.click(`li:text-is("${option}")`)
}

/** Trains: stations to be chosen as one types, a calendar of divs, passengers in a popup. */
export const railSearch: Flow = {
  name: 'rail-search',
  kind: 'autocomplete',
  pages: { '/': page({ title: 'Transalpin', style: STYLE, body: BODY, script: SCRIPT }) },
  answer: ({ path, query }) => {
    if (path !== '/api/stations') return undefined
    const q = (query.get('q') ?? '').toLowerCase()
    return {
      type: 'application/json',
      body: JSON.stringify(STATIONS.filter((s) => s.toLowerCase().includes(q))),
    }
  },
  trials: [
    {
      prompts: [
        'Find trains from Marlow Quay to Kaltenbach on 19 May 2027 for 2 adults and 1 child and select the cheapest direct one.',
      ],
      expect: { sent: [{ path: '/api/select', body: WANTED }] },
      async solve(tab) {
        await type(tab, 'from', 'Marlow', 'Marlow Quay')
        await type(tab, 'to', 'Kalt', 'Kaltenbach')
        await tab.click('#day')
        await tab.click('.nx')
        await tab.click('.d:text-is("19")')
        for (const part of ['#pax', '[aria-label="More adults"]', '[aria-label="More children"]', '#okp'])
          await tab.click(part)
        await tab.click('#go')
        await tab.click('[data-a="14:05"]')
      },
    },
    {
      prompts: [
        'Type "Brackwede" into From and choose Brackwede Süd, enter Velden in To and choose it, select 6 April 2027 as departure and click Search trains. How much is the earliest train?',
      ],
      expect: { sent: [], shows: ['Brackwede Süd → Velden, 6 April 2027'], output: [/\b39\b/] },
      async solve(tab) {
        await type(tab, 'from', 'Brackwede', 'Brackwede Süd')
        await type(tab, 'to', 'Velden', 'Velden')
        await tab.click('#day')
        await tab.click('.d:text-is("6")')
        await tab.click('#go')
      },
    },
  ],
}
