import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const PLACES = [
  ['p1', '12 Orchard Street', 'Leeds LS1 4DY'],
  ['p2', '12 Orchard Street', 'Bristol BS1 5EH'],
  ['p3', '120 Orchard Street', 'Leeds LS1 4PQ'],
  ['p4', '7 Harbour Parade', 'Whitby YO21 3PU'],
  ['p5', '7 Harbour Parade', 'Ramsgate CT11 8LJ'],
  ['p6', '71 Harbour Road', 'Whitby YO21 1BB'],
] as const

const STYLE = `.hero{background:#fff7ed;padding:36px}.card{background:#fff;max-width:560px;padding:24px;border-radius:12px;box-shadow:0 4px 20px #0001}.f{margin:12px 0;position:relative}.f input,.f select{width:100%;padding:12px;border:1px solid #d6d3d1;border-radius:8px}.f .hint{color:#b91c1c;font-size:13px}.pac-container{position:absolute;background:#fff;border:1px solid #ddd;box-shadow:0 2px 6px #0003;z-index:50}.pac-item{padding:8px 12px;cursor:pointer}.pac-item span{color:#777;font-size:13px;margin-left:6px}.cta{background:#ea580c;color:#fff;padding:12px;text-align:center;border-radius:8px;cursor:pointer}`

const BODY = `<div class="hero"><div class="card"><h2>Get a moving quote</h2><div class="f"><input data-k="from" placeholder="Moving from" autocomplete="off"><div class="hint"></div></div><div class="f"><input data-k="to" placeholder="Moving to" autocomplete="off"><div class="hint"></div></div><div class="f"><label>Moving day <input type="date" id="day"></label></div><div class="f"><label>Size of your home <select id="size"><option>Studio</option><option>1 bedroom</option><option>2 bedrooms</option><option>3 bedrooms</option><option>4 or more</option></select></label></div><div class="cta">Show my price</div></div></div>`

const SCRIPT = `
const picked = { from: null, to: null }
let timer
$$('[data-k]').forEach((input) => {
  const close = () => $('.pac-container')?.remove()
  input.oninput = () => {
    picked[input.dataset.k] = null
    clearTimeout(timer); close()
    if (input.value.trim().length < 3) return
    timer = setTimeout(async () => {
      const found = await (await fetch('/places?q=' + encodeURIComponent(input.value))).json()
      close()
      const box = document.createElement('div'), at = input.getBoundingClientRect()
      box.className = 'pac-container'
      box.style.cssText = 'left:' + at.left + 'px;top:' + (at.bottom + scrollY) + 'px;width:' + at.width + 'px'
      for (const [id, line, town] of found) {
        const item = document.createElement('div')
        item.className = 'pac-item'
        item.innerHTML = line + '<span>' + town + '</span>'
        item.onmousedown = (event) => { event.preventDefault(); picked[input.dataset.k] = id; input.value = line + ', ' + town; close() }
        box.append(item)
      }
      document.body.append(box)
    }, 250)
  }
  input.onblur = close
})
$('.cta').onclick = async () => {
  $$('[data-k]').forEach((input) => { $('.hint', input.parentNode).textContent = picked[input.dataset.k] ? '' : 'Please choose an address from the list' })
  if (!picked.from || !picked.to || !$('#day').value) return
  const { price } = await send('/quotes', { ...picked, day: $('#day').value, size: $('#size').value })
  $('.card').innerHTML = '<h2>Your price</h2><p style="font-size:32px">£' + price + '</p><p>Van and two people, fuel included.</p>'
}
`

/** Addresses count only when they are taken from the list that comes after typing. */
export const moveQuote: Flow = {
  name: 'move-quote',
  kind: 'address autocomplete',
  pages: { '/quote': page({ title: 'Hefty Movers', style: STYLE, body: BODY, script: SCRIPT }) },
  answer({ path, query }) {
    if (path === '/quotes') return { type: 'application/json', body: '{"price":"612"}' }
    if (path !== '/places') return undefined
    const wanted = (query.get('q') ?? '').toLowerCase().replaceAll(/[\s,]+/g, ' ')
    const found = PLACES.filter(([, line, town]) => `${line} ${town}`.toLowerCase().includes(wanted.trim()))
    return { type: 'application/json', body: JSON.stringify(found) }
  },
  trials: [
    {
      prompts: [
        'I am moving from 12 Orchard Street, Leeds to 7 Harbour Parade, Whitby on 19 June 2027 and I live in a flat with 2 bedrooms. Please fill in the form and tell me the price.',
      ],
      expect: {
        sent: [{ path: '/quotes', body: { from: 'p1', to: 'p4', day: '2027-06-19', size: '2 bedrooms' } }],
        output: ['612'],
      },
      async solve(tab) {
        await tab.locator('[data-k=from]').pressSequentially('12 Orchard')
        await tab.click('.pac-item:has-text("Leeds LS1 4DY")')
        await tab.locator('[data-k=to]').pressSequentially('7 Harbour')
        await tab.click('.pac-item:has-text("7 Harbour Parade"):has-text("Whitby")')
        await tab.fill('#day', '2027-06-19')
        await tab.selectOption('#size', '2 bedrooms')
        await tab.click('.cta')
      },
    },
    {
      prompts: ['type 7 harbour in "Moving to" and choose the one in Ramsgate'],
      expect: { state: { picked: { from: null, to: 'p5' } } },
      async solve(tab) {
        await tab.locator('[data-k=to]').pressSequentially('7 harbour')
        await tab.click('.pac-item:has-text("Ramsgate")')
      },
    },
  ],
}
