import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="s"><h1>Ferry timetable</h1><div class="row">
<div class="cb"><label for="from">From</label><input id="from" role="combobox" aria-autocomplete="list" autocomplete="off" placeholder="Port of departure"><ul hidden></ul></div>
<div class="cb"><label for="to">To</label><input id="to" role="combobox" aria-autocomplete="list" autocomplete="off" placeholder="Port of arrival"><ul hidden></ul></div>
<div class="cb"><label>Passengers</label><div class="dd" tabindex="0"><span class="dd-val">1 passenger</span><div class="dd-menu" hidden><div class="dd-opt">1 passenger</div><div class="dd-opt">2 passengers</div><div class="dd-opt">3 passengers</div><div class="dd-opt">4 passengers</div></div></div></div>
<button class="go">Show sailings</button></div><div id="out"></div></main>`

const STYLE = `.s{padding:30px}.row{display:flex;gap:14px;align-items:end}.cb{position:relative;width:210px}.cb label{display:block;font-size:12px}.cb input,.dd{width:100%;padding:9px;border:1px solid #999;background:#fff;cursor:pointer}.cb ul,.dd-menu{position:absolute;left:0;right:0;top:100%;margin:0;padding:0;background:#fff;border:1px solid #999;list-style:none;z-index:9}.cb li,.dd-opt{padding:7px 9px;cursor:pointer}.cb li:hover,.dd-opt:hover{background:#e8f0ff}`

const SCRIPT = `
const PORTS = [['OBN','Oban'],['CRA','Craignure'],['LOB','Lochboisdale'],['CAB','Castlebay'],['COL','Coll'],['TIR','Tiree'],['COS','Colonsay']]
const chosen = {}
for (const id of ['from', 'to']) { const input = $('#' + id), list = input.nextElementSibling
  let timer
  input.oninput = () => { delete chosen[id]; clearTimeout(timer); timer = setTimeout(() => {
    const hits = PORTS.filter(([, n]) => n.toLowerCase().startsWith(input.value.trim().toLowerCase()))
    list.innerHTML = hits.map(([c, n]) => '<li data-c="' + c + '">' + n + '</li>').join('') || '<li>No port found</li>'; list.hidden = input.value === '' }, 220) }
  list.onmousedown = (e) => { const c = e.target.dataset.c; if (!c) return; e.preventDefault(); chosen[id] = c; input.value = e.target.textContent; list.hidden = true }
  input.onblur = () => { list.hidden = true } }
const dd = $('.dd'), menu = $('.dd-menu')
dd.onclick = (e) => { if (e.target.classList.contains('dd-opt')) { $('.dd-val').textContent = e.target.textContent; menu.hidden = true } else menu.hidden = !menu.hidden }
$('.go').onclick = async () => { if (!chosen.from || !chosen.to) { $('#out').textContent = 'Choose both ports from the list.'; return }
  await send('/api/sailings', { ...chosen, people: parseInt($('.dd-val').textContent) })
  $('#out').innerHTML = '<h2>Sailings</h2><ul><li>07:25 – arrives 08:11</li><li>13:40 – arrives 14:26</li></ul>' }`

/** Fields that only take what their list offers, and a list that is no list to the browser. */
export const ferryCombobox: Flow = {
  name: 'ferry-combobox',
  kind: 'autocomplete',
  pages: { '/sailings': page({ title: 'Sailings', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Find sailings from Oban to Colonsay for 3 passengers. When does the first one arrive?'],
      expect: {
        sent: [{ path: '/api/sailings', body: { from: 'OBN', to: 'COS', people: 3 } }],
        output: ['08:11'],
      },
      async solve(tab) {
        await tab.locator('#from').pressSequentially('Oban')
        await tab.click('[data-c=OBN]')
        await tab.locator('#to').pressSequentially('Colons')
        await tab.click('[data-c=COS]')
        await tab.click('.dd')
        await tab.click('text=3 passengers')
        await tab.click('.go')
      },
    },
    {
      prompts: ['choose Castlebay as From and Tiree as To and then press "Show sailings"'],
      expect: { sent: [{ path: '/api/sailings', body: { from: 'CAB', to: 'TIR', people: 1 } }] },
      async solve(tab) {
        await tab.locator('#from').pressSequentially('Castle')
        await tab.click('[data-c=CAB]')
        await tab.locator('#to').pressSequentially('Tir')
        await tab.click('[data-c=TIR]')
        await tab.click('.go')
      },
    },
  ],
}
