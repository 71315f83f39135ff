import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="top"><b>Rollwerk Fleet</b></div><div class="main"><h1>Vehicles</h1>
<div class="g" role="grid" aria-label="Vehicles" aria-rowcount="34"><div role="row" class="r h" id="head"></div><div id="rows"></div></div>
<div class="pg"><span>Rows per page: 8</span> <span id="range"></span> <button aria-label="Go to previous page">‹</button> <button aria-label="Go to next page">›</button></div></div>
<div id="modal"></div><div id="snack" role="status"></div>`

const STYLE = `.top{padding:12px 24px;background:#222;color:#fff}.main{padding:16px 24px}.r{display:grid;grid-template-columns:140px 180px 120px 120px 140px;border-bottom:1px solid #ddd}.r>div{padding:8px}.h>div{cursor:pointer;font-weight:600}.pg{padding:12px 0}.act{border:0;background:none;cursor:pointer}.ov{position:fixed;inset:0;background:#0006;display:flex;align-items:center;justify-content:center}.ov form{background:#fff;padding:20px 26px}#snack{position:fixed;left:24px;bottom:24px;background:#323232;color:#fff;padding:0 16px}`

const SCRIPT = `
const MODELS = ['Ford Transit', 'VW Crafter', 'Renault Kangoo', 'Fiat Ducato', 'Opel Vivaro']
const DEPOTS = ['Bremen', 'Graz', 'Lyon']
let all = Array.from({ length: 34 }, (_, i) => ({ plate: 'RW ' + (100 + ((i * 37) % 89)) + String.fromCharCode(65 + (i % 26)), model: MODELS[i % 5], depot: DEPOTS[(i * 2) % 3], km: 8200 + ((i * 7919) % 91000) }))
const COLUMNS = [['plate', 'Plate'], ['model', 'Model'], ['depot', 'Depot'], ['km', 'Mileage']]
let sort = null, down = false, at = 0
function paint() {
  $('#head').innerHTML = COLUMNS.map(([key, name]) => '<div role="columnheader" data-k="' + key + '" aria-sort="' + (sort === key ? (down ? 'descending' : 'ascending') : 'none') + '">' + name + (sort === key ? (down ? ' ↓' : ' ↑') : '') + '</div>').join('') + '<div role="columnheader">Actions</div>'
  const list = [...all]
  if (sort) list.sort((a, b) => (a[sort] > b[sort] ? 1 : a[sort] < b[sort] ? -1 : 0) * (down ? -1 : 1))
  $('#rows').innerHTML = list.slice(at, at + 8).map((v) => '<div role="row" class="r"><div role="gridcell">' + v.plate + '</div><div role="gridcell">' + v.model + '</div><div role="gridcell">' + v.depot + '</div><div role="gridcell">' + v.km.toLocaleString('en') + ' km</div><div role="gridcell"><button class="act" title="Schedule service" data-s="' + v.plate + '">🔧</button><button class="act" title="Retire vehicle" data-x="' + v.plate + '">🗑</button></div></div>').join('')
  $('#range').textContent = at + 1 + '–' + Math.min(at + 8, all.length) + ' of ' + all.length
  const [back, on] = $$('.pg button')
  back.disabled = at === 0
  on.disabled = at + 8 >= all.length
}
const later = () => setTimeout(paint, 180)
$('#head').onclick = (event) => { const k = event.target.dataset.k; if (!k) return; down = sort === k ? !down : false; sort = k; at = 0; later() }
$$('.pg button')[0].onclick = () => { at -= 8; paint() }
$$('.pg button')[1].onclick = () => { at += 8; paint() }
const snack = (text) => { $('#modal').innerHTML = ''; $('#snack').innerHTML = '<p>' + text + '</p>' }
$('#rows').onclick = (event) => {
  const { s, x } = event.target.dataset
  if (s) {
    $('#modal').innerHTML = '<div class="ov"><form role="dialog" aria-label="Schedule service"><h2>Service for ' + s + '</h2><p><label>Date <input type="date" name="date" required></label></p><p><label>Workshop <select name="shop"><option>Own workshop</option><option>Autohaus Keller</option><option>Garage Duval</option></select></label></p><button type="button" id="no">Cancel</button> <button>Schedule</button></form></div>'
    $('#no').onclick = () => { $('#modal').innerHTML = '' }
    $('.ov form').onsubmit = async (submit) => { submit.preventDefault(); const body = Object.fromEntries(new FormData(submit.target)); await send('/api/service', { plate: s, ...body }); snack('Service scheduled') }
  }
  if (x) {
    $('#modal').innerHTML = '<div class="ov"><form role="alertdialog" aria-label="Retire vehicle"><p>Retire ' + x + ' for good?</p><button type="button" id="no">Keep</button> <button>Retire</button></form></div>'
    $('#no').onclick = () => { $('#modal').innerHTML = '' }
    $('.ov form').onsubmit = async (submit) => { submit.preventDefault(); await send('/api/retire', { plate: x }); all = all.filter((v) => v.plate !== x); at = Math.min(at, Math.floor((all.length - 1) / 8) * 8); paint(); snack('Vehicle retired') }
  }
}
paint()`

/** A grid of divs: sorted by its heads, eight rows at a time, with icons in each row. */
export const fleetGrid: Flow = {
  name: 'fleet-grid',
  kind: 'table',
  pages: { '/vehicles': page({ title: 'Vehicles', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Go to page 3 of the vehicles, click "Schedule service" for RW 180T, set the date to 2027-02-08 and the workshop to Garage Duval and click Schedule',
      ],
      expect: {
        sent: [
          { path: '/api/service', body: { plate: 'RW 180T', date: '2027-02-08', shop: 'Garage Duval' } },
        ],
      },
      async solve(tab) {
        await tab.click('[aria-label="Go to next page"]')
        await tab.click('[aria-label="Go to next page"]')
        await tab.click('[data-s="RW 180T"]')
        await tab.fill('[name=date]', '2027-02-08')
        await tab.selectOption('[name=shop]', 'Garage Duval')
        await tab.click('text="Schedule"')
      },
    },
    {
      prompts: ['Which of our vehicles has the highest mileage? Retire that one and confirm.'],
      expect: { sent: [{ path: '/api/retire', body: { plate: 'RW 151L' } }], output: [/RW ?151L/] },
      async solve(tab) {
        await tab.click('[data-k=km]')
        await tab.click('[data-k=km]:has-text("↑")')
        await tab.waitForSelector('[data-k=km]:has-text("↓")')
        await tab.click('[data-x="RW 151L"]')
        await tab.click('text="Retire"')
      },
    },
  ],
}
