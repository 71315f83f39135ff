import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const ROWS = [
  ['#5001', 'Nordlys Café', 'Packed'],
  ['#5002', 'Bakkers & Co', 'New'],
  ['#5003', 'Hotel Meridiano', 'New'],
] as const

const BODY = `
<div class="or"><h1>Orders</h1><div role="table" class="gr">${ROWS.map(
  ([number, customer, status]) =>
    `<div role="row" class="rw" data-n="${number}"><span role="cell">${number}</span><span role="cell">${customer}</span><span role="cell" class="sta">${status}</span><span role="cell" class="kb"><button aria-label="More actions">⋯</button></span></div>`,
).join(
  '',
)}</div><div class="pop" hidden></div><div class="cf" hidden role="alertdialog"><p></p><button class="n">No, go back</button><button class="y">Yes, cancel it</button></div><div class="ts" role="status"></div></div>`

const STYLE = `.or{padding:24px}.rw{display:flex;border-bottom:1px solid #ddd;padding:10px}.rw span{width:160px}.pop{position:absolute;background:#fff;border:1px solid #999}.pop div{padding:8px 18px;cursor:pointer}.cf{position:fixed;inset:30% 35%;background:#fff;border:2px solid #c00;padding:20px}`

const SCRIPT = `
let cur
$$('.kb button').forEach((b) => b.onclick = () => { cur = b.closest('.rw'); const r = b.getBoundingClientRect(), p = $('.pop'); p.innerHTML = '<div>View</div><div>Mark as shipped</div><div>Cancel order</div>'; p.style.left = r.left + 'px'; p.style.top = r.bottom + 'px'
  setTimeout(() => { p.hidden = false; $$('div', p).forEach((d, i) => d.onclick = async () => { p.hidden = true
    if (i === 1) { await send('/ship', { order: cur.dataset.n }); $('.sta', cur).textContent = 'Shipped'; $('.ts').textContent = 'Order ' + cur.dataset.n + ' marked as shipped' }
    if (i === 2) { $('.cf p').textContent = 'Cancel order ' + cur.dataset.n + '?'; $('.cf').hidden = false } }) }, 100) })
$('.cf .n').onclick = () => { $('.cf').hidden = true }
$('.cf .y').onclick = async () => { $('.cf').hidden = true; await send('/cancel', { order: cur.dataset.n }); $('.sta', cur).textContent = 'Cancelled' }`

/** Actions of a row behind a menu of three dots. */
export const ordersTable: Flow = {
  name: 'orders-table',
  kind: 'data table',
  pages: { '/orders': page({ title: 'Orders', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Mark the order of Bakkers & Co as shipped'],
      expect: {
        sent: [{ path: '/ship', body: { order: '#5002' } }],
        shows: ['Order #5002 marked as shipped'],
      },
      async solve(tab) {
        await tab.click('[data-n="#5002"] button')
        await tab.click('text=Mark as shipped')
      },
    },
    {
      prompts: ['Cancel order #5003 and confirm with yes'],
      expect: { sent: [{ path: '/cancel', body: { order: '#5003' } }], shows: ['Cancelled'] },
      async solve(tab) {
        await tab.click('[data-n="#5003"] button')
        await tab.click('text=Cancel order')
        await tab.click('.y')
      },
    },
  ],
}
