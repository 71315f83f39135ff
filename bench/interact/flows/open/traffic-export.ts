import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.top{display:flex;gap:14px;padding:18px 24px;border-bottom:1px solid #eee;align-items:center}.rs{position:relative;width:260px}.rs-control{border:1px solid #bbb;border-radius:4px;padding:7px 10px;display:flex;justify-content:space-between;cursor:default}.rs-control input{border:0;outline:0;width:10px;background:none}.rs-menu{position:absolute;background:#fff;border:1px solid #ccc;max-height:220px;overflow:auto;width:260px;z-index:9}.rs-option{padding:7px 10px}.rs-option:hover{background:#deebff}.btn{border:1px solid #bbb;padding:7px 14px;border-radius:4px;cursor:pointer;background:#fff}.kpi{display:flex;gap:40px;padding:28px 24px}.kpi b{display:block;font-size:30px}.sk{opacity:.3}`

const BODY = `<div class="top"><div class="rs"><div class="rs-control"><div class="rs-value"></div><input role="combobox" aria-autocomplete="list" aria-expanded="false"><span>▾</span></div></div><div class="btn" id="range"></div><div class="btn" id="export" style="margin-left:auto">Export ▾</div></div><div class="kpi"></div>`

const SCRIPT = `
const KINDS = ['Harbour Hostel', 'Kiosk', 'Bakery', 'Book Nook'], TOWNS = ['Aarhus', 'Bergen', 'Cork', 'Delft', 'Ghent', 'Lyon', 'Malmö', 'Porto']
const PROPERTIES = KINDS.flatMap((kind) => TOWNS.map((town) => kind + ' ' + town))
const RANGES = ['Today', 'Last 7 days', 'Last 30 days', 'Last quarter']
const view = { property: 'Bakery Cork', range: 'Last 30 days' }
let exported = null, drawing
const sessions = () => 1000 + PROPERTIES.indexOf(view.property) * 137 + RANGES.indexOf(view.range) * 1503
function draw() {
  $('.rs-value').textContent = view.property
  $('#range').textContent = '🗓 ' + view.range
  $('.kpi').classList.add('sk')
  clearTimeout(drawing)
  drawing = setTimeout(() => { $('.kpi').classList.remove('sk'); $('.kpi').innerHTML = '<div>Sessions<b>' + sessions() + '</b></div><div>Bounce rate<b>41 %</b></div>' }, 300)
}
function portal(at, className, names, done) {
  $$('.rs-menu').forEach((one) => one.remove())
  const menu = document.createElement('div'), box = at.getBoundingClientRect()
  menu.className = 'rs-menu'
  menu.style.cssText = 'top:' + (box.bottom + 4) + 'px;left:' + Math.min(box.left, innerWidth - 280) + 'px'
  menu.innerHTML = names.map((name) => '<div class="' + className + '">' + name + '</div>').join('') || '<div>No options</div>'
  menu.onmousedown = (event) => { event.preventDefault(); if (event.target !== menu) { menu.remove(); done(event.target.textContent) } }
  document.body.append(menu)
}
const field = $('.rs input')
const offer = () => { field.style.width = Math.max(10, field.value.length * 9) + 'px'; portal($('.rs-control'), 'rs-option', PROPERTIES.filter((name) => name.toLowerCase().includes(field.value.toLowerCase())), (name) => { view.property = name; field.value = ''; field.blur(); draw() }) }
$('.rs-control').onmousedown = (event) => { event.preventDefault(); field.focus(); field.setAttribute('aria-expanded', 'true'); offer() }
field.oninput = () => { $('.rs-value').textContent = ''; offer() }
field.onkeydown = ({ key }) => { if (key === 'Enter') { const first = $('.rs-menu .rs-option'); if (first) first.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })) } }
field.onblur = () => { $$('.rs-menu').forEach((one) => one.remove()); field.value = ''; field.setAttribute('aria-expanded', 'false'); $('.rs-value').textContent = view.property }
$('#range').onclick = () => portal($('#range'), 'rs-option', RANGES, (name) => { view.range = name; draw() })
$('#export').onclick = () => portal($('#export'), 'rs-option', ['CSV', 'PDF', 'Google Sheets'], (format) => {
  const name = (view.property + ' ' + view.range).toLowerCase().replaceAll(' ', '-') + '.' + format.toLowerCase()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['sessions\\n' + sessions()], { type: 'text/csv' }))
  link.download = name
  document.body.append(link); link.click(); link.remove()
  exported = name
})
draw()
`

/** A select that is typed into, menus elsewhere in the document and a file made in the page. */
export const trafficExport: Flow = {
  name: 'traffic-export',
  kind: 'blob download',
  pages: { '/traffic': page({ title: 'Traffic', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Switch the property to Harbour Hostel Bergen, set the date range to last quarter and export it as CSV',
      ],
      expect: {
        state: { exported: 'harbour-hostel-bergen-last-quarter.csv' },
        downloads: ['harbour-hostel-bergen-last-quarter.csv'],
      },
      async solve(tab) {
        await tab.click('.rs-control')
        await tab.locator('.rs input').pressSequentially('bergen')
        await tab.click('.rs-option:has-text("Harbour Hostel Bergen")')
        await tab.click('#range')
        await tab.click('.rs-option:has-text("Last quarter")')
        await tab.click('#export')
        await tab.click('.rs-option:has-text("CSV")')
      },
    },
    {
      prompts: ['how many sessions did kiosk lyon have in the last 7 days?'],
      expect: { state: { view: { property: 'Kiosk Lyon', range: 'Last 7 days' } }, output: [/4[,. ]?284/] },
      async solve(tab) {
        await tab.click('.rs-control')
        await tab.locator('.rs input').pressSequentially('kiosk ly')
        await tab.click('.rs-option:has-text("Kiosk Lyon")')
        await tab.click('#range')
        await tab.click('.rs-option:has-text("Last 7 days")')
      },
    },
  ],
}
