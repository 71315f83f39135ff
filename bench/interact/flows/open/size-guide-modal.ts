import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header class="top"><b>Loomstead</b><a href="#" id="help">Help</a></header>
<main class="m"><h1>Fisherman jumper</h1><p>Undyed wool. 139 €</p><a href="javascript:void 0" class="sg">Size guide</a><br><button class="add">Add to bag</button> <span class="bag">Bag: 0</span></main>
<div class="modal-root"></div>`

const STYLE = `.top{display:flex;justify-content:space-between;padding:14px 28px;border-bottom:1px solid #ddd}.m{padding:28px}.overlay{position:fixed;inset:0;background:rgba(0,0,0,.55);display:flex;align-items:center;justify-content:center;z-index:50}.dlg{background:#fff;width:440px;padding:24px;position:relative}.x{position:absolute;right:12px;top:8px;cursor:pointer;font-size:22px;background:none;border:0}`

const SCRIPT = `
const root = $('.modal-root')
const open = (html) => { root.innerHTML = '<div class="overlay"><div class="dlg"><button class="x" type="button"><svg width="16" height="16"><path d="M2 2L14 14M14 2L2 14" stroke="#333"/></svg></button>' + html + '</div></div>'
  $('.x').onclick = () => { root.innerHTML = ''; document.body.dataset.closed = (+document.body.dataset.closed || 0) + 1 } }
setTimeout(() => { open('<h3>10 % off your first order</h3><p>Leave your address and we send you a code.</p><input placeholder="Your e-mail"><button class="sub">Get my code</button>')
  $('.sub').onclick = () => send('/api/leads', { mail: $('.dlg input').value }) }, 200)
$('.sg').onclick = () => open('<h3>Size guide</h3><table><tr><th>Size</th><th>Chest</th></tr><tr><td>S</td><td>92 cm</td></tr><tr><td>M</td><td>98 cm</td></tr><tr><td>L</td><td>105 cm</td></tr></table>')
let n = 0
$('.add').onclick = async () => { await send('/api/bag', { sku: 'FJ-1' }); $('.bag').textContent = 'Bag: ' + ++n }`

/** An offer covers the page soon after it is there; what was asked for lies behind it. */
export const sizeGuideModal: Flow = {
  name: 'size-guide-modal',
  kind: 'modal',
  pages: { '/jumper': page({ title: 'Loomstead', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Close the popup, open the size guide and read me the chest width of size L',
        'close the dialog and add the jumper to the bag',
      ],
      expect: {
        sent: [{ path: '/api/bag', body: { sku: 'FJ-1' } }],
        shows: ['Bag: 1'],
        state: { "$('.modal-root').children.length": 0 },
        output: ['105'],
      },
      async solve(tab) {
        await tab.click('.x')
        await tab.click('.sg')
        await tab.click('.x')
        await tab.click('.add')
      },
    },
    {
      prompts: ['add the jumper to my bag'],
      expect: { sent: [{ path: '/api/bag', body: { sku: 'FJ-1' } }], shows: ['Bag: 1'] },
      async solve(tab) {
        await tab.click('.x')
        await tab.click('.add')
      },
    },
  ],
}
