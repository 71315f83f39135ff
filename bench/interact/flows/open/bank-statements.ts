import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="shell"><nav aria-label="Main"><a href="/documents" aria-current="page">Documents</a><a href="#">Payments</a><a href="#">Cards</a></nav>
<main><h1>Statements</h1><div class="bar"><label>Account <select id="acc"><option value="CUR">Current account ··21</option><option value="SAV">Savings ··88</option></select></label> <label>Year <select id="year"><option>2026</option><option>2025</option><option>2024</option></select></label></div>
<table><thead><tr><th scope="col">Period</th><th scope="col">Closing balance</th><th scope="col">Pages</th><th></th></tr></thead><tbody id="rows"></tbody></table></main></div><div id="portal"></div><div id="toast" role="status"></div>`

const STYLE = `.shell{display:flex}nav{width:160px;padding:20px;background:#f3f4f8}nav a{display:block;padding:6px 0}main{padding:20px}td,th{padding:8px 20px;text-align:left}.kb{border:0;background:none;font-size:20px}.menu{position:absolute;background:#fff;border:1px solid #bbb;box-shadow:0 4px 14px #0003;width:190px}.menu button{display:block;width:100%;border:0;background:none;text-align:left;padding:8px 12px}#toast{position:fixed;left:20px;bottom:20px;background:#222;color:#fff;padding:0 14px}.ov{position:fixed;inset:0;background:#0006;display:flex;align-items:center;justify-content:center}.ov>div{background:#fff;padding:20px;width:380px}`

const SCRIPT = `
const QUARTERS = ['January – March', 'April – June', 'July – September', 'October – December']
const BALANCE = { CUR: { 2026: [1820.4, 2044.15, 990.62, 1533.07], 2025: [702.5, 811.9, 1207.33, 640.18], 2024: [310.0, 455.21, 520.8, 377.45] }, SAV: { 2026: [8000, 8210.5, 8400, 9150.25], 2025: [6000, 6150, 6900.75, 7425.6], 2024: [4100, 4300, 4800, 5350] } }
const money = (x) => '€ ' + x.toFixed(2)
function rows() {
  $('#rows').innerHTML = '<tr><td colspan="4">Loading…</td></tr>'
  const acc = $('#acc').value, year = $('#year').value
  setTimeout(() => {
    $('#rows').innerHTML = QUARTERS.map((q, i) => '<tr><td>' + q + ' ' + year + '</td><td>' + money(BALANCE[acc][year][i]) + '</td><td>' + (3 + i) + '</td><td><button class="kb" aria-label="More actions" aria-haspopup="menu" data-q="' + (i + 1) + '">⋮</button></td></tr>').join('')
    for (const b of $$('.kb')) b.onclick = () => menu(b, acc, year, b.dataset.q)
  }, 350)
}
function menu(button, acc, year, q) {
  const at = button.getBoundingClientRect(), id = acc + '-' + year + '-Q' + q
  $('#portal').innerHTML = '<div class="menu" role="menu" style="left:' + (at.left - 150) + 'px;top:' + (at.bottom + scrollY) + 'px"><button role="menuitem">Download PDF</button><button role="menuitem">Download CSV</button><button role="menuitem">Send by post</button></div>'
  const [pdf, csv, post] = $$('[role=menuitem]')
  const get = (kind) => { $('#portal').innerHTML = ''; const a = document.createElement('a'); a.href = '/files/statement-' + id + '.' + kind; a.download = ''; a.click() }
  pdf.onclick = () => get('pdf')
  csv.onclick = () => get('csv')
  post.onclick = () => {
    $('#portal').innerHTML = '<div class="ov"><div role="dialog" aria-modal="true" aria-label="Send by post"><h2>Send by post</h2><p>A paper copy costs € 2.50 and is sent to your home address.</p><button id="no">Cancel</button> <button id="yes">Order copy</button></div></div>'
    $('#no').onclick = () => { $('#portal').innerHTML = '' }
    $('#yes').onclick = async () => { await send('/api/paper', { statement: id }); $('#portal').innerHTML = ''; $('#toast').innerHTML = '<p>Your copy is on its way.</p>' }
  }
}
document.addEventListener('click', (event) => { if ($('.menu') && !event.target.closest('.menu, .kb')) $('#portal').innerHTML = '' })
$('#acc').onchange = $('#year').onchange = rows
rows()`

const FILE = Buffer.from('a statement\n')

/** Statements by account and year, each with a menu behind three dots. */
export const bankStatements: Flow = {
  name: 'bank-statements',
  kind: 'file download',
  pages: { '/documents': page({ title: 'Statements', style: STYLE, body: BODY, script: SCRIPT }) },
  answer: ({ path }) =>
    path.startsWith('/files/')
      ? {
          type: 'application/octet-stream',
          headers: { 'content-disposition': `attachment; filename="${path.slice(7)}"` },
          body: FILE,
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Select the Savings account and the year 2025, then open the actions menu of "July – September 2025" and click Download PDF',
      ],
      expect: { downloads: ['statement-SAV-2025-Q3.pdf'] },
      async solve(tab) {
        await tab.selectOption('#acc', 'SAV')
        await tab.selectOption('#year', '2025')
        await tab.click('tr:has-text("July – September 2025") .kb')
        await tab.click('text=Download PDF')
      },
    },
    {
      prompts: [
        'I need the CSV of my current account for the second quarter of 2024 (April to June). And what was the closing balance?',
      ],
      expect: { downloads: ['statement-CUR-2024-Q2.csv'], output: [/455[.,]21/] },
      async solve(tab) {
        await tab.selectOption('#year', '2024')
        await tab.click('tr:has-text("April – June 2024") .kb')
        await tab.click('text=Download CSV')
      },
    },
    {
      prompts: [
        'Order a paper copy by post of the current account statement for October – December 2026. The fee is fine.',
      ],
      expect: { sent: [{ path: '/api/paper', body: { statement: 'CUR-2026-Q4' } }] },
      async solve(tab) {
        await tab.click('tr:has-text("October – December 2026") .kb')
        await tab.click('text=Send by post')
        await tab.click('#yes')
      },
    },
  ],
}
