import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `header{display:flex;justify-content:space-between;padding:14px 24px;background:#b91c1c;color:#fff}.menu{display:grid;grid-template-columns:1fr 1fr;gap:14px;padding:24px}.dish{border:1px solid #eee;padding:14px;border-radius:10px;cursor:pointer}.veil{position:fixed;inset:0;background:#0006;display:grid;place-items:center}.sheet{background:#fff;width:420px;padding:22px;border-radius:12px}.pills{display:flex;gap:8px}.pills label{border:1px solid #bbb;border-radius:18px;padding:6px 14px}.pills input{position:absolute;opacity:0}.pills label:has(:checked){background:#b91c1c;color:#fff}.lnk{color:#b91c1c;cursor:pointer;margin:14px 0;display:block}.main{background:#b91c1c;color:#fff;border:0;padding:11px 20px;border-radius:8px;width:100%}.drawer{position:fixed;right:0;top:0;bottom:0;width:340px;background:#fff;box-shadow:-4px 0 16px #0003;padding:22px}.line{display:flex;justify-content:space-between;margin:10px 0}.qty button{width:26px}`

const BODY = `<header><b>Forno Rosso</b><div id="cart" role="button" aria-label="Basket" style="cursor:pointer"><svg width="20" height="20"><path d="M1 3h3l3 10h9l3-7H6" fill="none" stroke="#fff" stroke-width="2"/></svg> <span id="n">0</span></div></header><div class="menu"></div>`

const SCRIPT = `
const DISHES = { Margherita: 8, Diavola: 10.5, 'Quattro Formaggi': 11, Ortolana: 9.5 }
const SIZES = { Small: 0, Medium: 2, Large: 4 }
const EXTRAS = ['Olives', 'Rocket', 'Anchovies', 'Extra mozzarella']
const basket = { lines: [], code: null }
const money = (value) => '€' + value.toFixed(2)
const full = () => basket.lines.reduce((sum, { each, count }) => sum + each * count, 0)
$('.menu').innerHTML = Object.entries(DISHES).map(([name, price]) => '<div class="dish"><h3>' + name + '</h3><span>from ' + money(price) + '</span></div>').join('')
function sheet(html) {
  const veil = document.createElement('div')
  veil.className = 'veil'
  veil.innerHTML = '<div class="sheet" role="dialog">' + html + '</div>'
  document.body.append(veil)
  return veil
}
$('.menu').onclick = ({ target }) => {
  const name = $('h3', target.closest('.dish') ?? document.createElement('p'))?.textContent
  if (!name) return
  let extras = []
  const veil = sheet('<h2>' + name + '</h2><div class="pills">' + Object.keys(SIZES).map((size, i) => '<label><input type="radio" name="size" value="' + size + '"' + (i ? '' : ' checked') + '>' + size + '</label>').join('') + '</div><span class="lnk">+ Choose extras</span><p class="with"></p><button class="main">Add to basket</button>')
  veil.onclick = (event) => { if (event.target === veil) veil.remove() }
  $('.lnk', veil).onclick = () => {
    const over = sheet('<h3>Extras, €1.50 each</h3>' + EXTRAS.map((one) => '<p><label><input type="checkbox" value="' + one + '"' + (extras.includes(one) ? ' checked' : '') + '> ' + one + '</label></p>').join('') + '<button class="main">Done</button>')
    $('.main', over).onclick = () => { extras = $$('input:checked', over).map(({ value }) => value); $('.with', veil).textContent = extras.length ? 'with ' + extras.join(', ') : ''; over.remove() }
  }
  $('.main', veil).onclick = () => {
    const size = $('[name=size]:checked', veil).value
    basket.lines.push({ name, size, extras, each: DISHES[name] + SIZES[size] + 1.5 * extras.length, count: 1 })
    veil.remove(); count()
  }
}
function count() { $('#n').textContent = basket.lines.reduce((sum, one) => sum + one.count, 0) }
$('#cart').onclick = () => { $('.drawer')?.remove(); const drawer = document.createElement('div'); drawer.className = 'drawer'; document.body.append(drawer); setTimeout(() => draw(drawer), 150) }
function draw(drawer) {
  const off = basket.code === 'SLICE10' ? full() * 0.1 : 0
  drawer.innerHTML = '<h3>Your basket</h3>' + (basket.lines.map(({ name, size, count }, i) => '<div class="line"><span>' + name + ' (' + size + ')</span><span class="qty"><button data-i="' + i + '" data-by="-1">−</button> ' + count + ' <button data-i="' + i + '" data-by="1">+</button></span></div>').join('') || '<p>It is empty.</p>') + '<div class="line"><input placeholder="Promo code" size="12"><button data-a="code">Apply</button></div>' + (off ? '<div class="line"><span>Discount</span><span>−' + money(off) + '</span></div>' : '') + '<div class="line"><b>Total</b><b>' + money(full() - off) + '</b></div><button class="main" data-a="pay">Checkout</button>'
  drawer.onclick = ({ target }) => {
    const { i, by, a } = target.dataset
    if (i) { basket.lines[i].count += Number(by); basket.lines = basket.lines.filter((one) => one.count > 0) }
    if (a === 'code') basket.code = $('input', drawer).value.trim().toUpperCase()
    if (a === 'pay') send('/checkout', { total: full() - off })
    if (i || a === 'code') { count(); draw(drawer) }
  }
}
`

const LINES = 'basket.lines.map(({ name, size, extras, count }) => [name, size, extras.join(), count])'

/** A dialog on top of a dialog, and a basket that slides in. */
export const pizzaBasket: Flow = {
  name: 'pizza-basket',
  kind: 'cart',
  pages: { '/': page({ title: 'Forno Rosso', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Put a large Diavola with olives and rocket as extras into the basket'],
      expect: { state: { [LINES]: [['Diavola', 'Large', 'Olives,Rocket', 1]] } },
      async solve(tab) {
        await tab.click('.dish:has-text("Diavola")')
        await tab.click('label:has-text("Large")')
        await tab.click('.lnk')
        await tab.check('[value=Olives]')
        await tab.check('[value=Rocket]')
        await tab.click('.main:has-text("Done")')
        await tab.click('.main:has-text("Add to basket")')
      },
    },
    {
      prompts: [
        'Add a medium Margherita to the basket',
        'Open the basket, make it 2 and apply the promo code SLICE10. What is the total now?',
      ],
      expect: {
        state: { [LINES]: [['Margherita', 'Medium', '', 2]], 'basket.code': 'SLICE10' },
        output: ['18.00'],
      },
      async solve(tab) {
        await tab.click('.dish:has-text("Margherita")')
        await tab.click('label:has-text("Medium")')
        await tab.click('.main')
        await tab.click('#cart')
        await tab.click('[data-by="1"]')
        await tab.fill('.drawer input', 'SLICE10')
        await tab.click('[data-a=code]')
      },
    },
  ],
}
