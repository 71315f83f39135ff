import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>Blattwerk</b><div class="nav"><div class="mi"><span class="tg">Plants ▾</span><div class="sub"><a href="#" data-cat="indoor">Indoor plants</a><a href="#" data-cat="balcony">Balcony plants</a></div></div><div class="mi"><span class="tg">Accessories ▾</span><div class="sub"><a href="#" data-cat="pots">Pots</a><a href="#" data-cat="tools">Tools</a></div></div></div><button id="bag" aria-label="Cart, 0 items"><svg width="18" height="18"><path d="M2 5h14l-2 9H4z" fill="#253"/></svg> <i>0</i></button></header>
<main id="view"></main><div id="drawer" hidden></div>`

const STYLE = `header{display:flex;gap:30px;align-items:center;padding:12px 24px;border-bottom:1px solid #ddd}.nav{display:flex;gap:20px;flex:1}.mi{position:relative;cursor:pointer}.sub{display:none;position:absolute;background:#fff;border:1px solid #ccc;padding:6px 12px;width:150px;z-index:2}.mi.open .sub{display:block}.sub a{display:block;padding:4px 0}main{padding:20px 24px}.grid{display:flex;gap:16px;flex-wrap:wrap}.c{border:1px solid #ddd;padding:14px;width:200px}.add{background:#253;color:#fff;padding:6px 12px;cursor:pointer;display:inline-block}#drawer{position:fixed;right:0;top:0;bottom:0;width:380px;background:#fff;box-shadow:-6px 0 20px #0003;padding:20px;overflow:auto}.li{display:flex;gap:8px;align-items:center;margin:10px 0}.li span:first-child{flex:1}.f{margin:8px 0}.f label{display:block}.err{color:#b00}`

const SCRIPT = `
const GOODS = { indoor: [['Monstera', 24], ['Bow hemp', 16], ['Calathea', 19]], balcony: [['Lavender', 7], ['Geranium', 5]], pots: [['Clay pot 14 cm', 6], ['Clay pot 20 cm', 11]], tools: [['Watering can', 18], ['Pruning shears', 22]] }
const TITLES = { indoor: 'Indoor plants', balcony: 'Balcony plants', pots: 'Pots', tools: 'Tools' }
const cart = new Map()
let code = ''
const price = (name) => Object.values(GOODS).flat().find(([n]) => n === name)[1]
const sum = () => { let s = 0; for (const [n, q] of cart) s += price(n) * q; return code ? s * 0.9 : s }
for (const t of $$('.tg')) t.onclick = () => { const on = t.parentNode.classList.contains('open'); for (const m of $$('.mi')) m.classList.remove('open'); t.parentNode.classList.toggle('open', !on) }
for (const a of $$('[data-cat]')) a.onclick = (event) => { event.preventDefault(); for (const m of $$('.mi')) m.classList.remove('open'); setTimeout(category, 200, a.dataset.cat) }
function category(cat) {
  $('#view').innerHTML = '<h1>' + TITLES[cat] + '</h1><div class="grid">' + GOODS[cat].map(([n, p]) => '<div class="c"><h3>' + n + '</h3><p>€ ' + p.toFixed(2) + '</p><div class="add" data-n="' + n + '">Add to cart</div></div>').join('') + '</div>'
  for (const b of $$('.add')) b.onclick = () => { cart.set(b.dataset.n, (cart.get(b.dataset.n) || 0) + 1); count(); b.textContent = 'Added ✓'; setTimeout(() => { b.textContent = 'Add to cart' }, 1200) }
}
function count() { let n = 0; for (const q of cart.values()) n += q; $('#bag i').textContent = n; $('#bag').setAttribute('aria-label', 'Cart, ' + n + ' items') }
$('#bag').onclick = () => { $('#drawer').hidden = false; drawer() }
function drawer(note = '') {
  $('#drawer').innerHTML = '<h2>Your cart</h2><button id="shut" title="Close cart">✕</button>' + ([...cart].map(([n, q]) => '<div class="li" data-l="' + n + '"><span>' + n + '</span><button class="m" aria-label="Decrease quantity of ' + n + '">−</button><span>' + q + '</span><button class="p" aria-label="Increase quantity of ' + n + '">+</button><button class="x" title="Remove ' + n + '">🗑</button></div>').join('') || '<p>Your cart is empty.</p>')
    + '<div class="f"><input id="code" placeholder="Discount code"> <button id="use">Apply</button><div class="err" role="alert">' + note + '</div></div><p>Total: <b id="sum">€ ' + sum().toFixed(2) + '</b></p><button id="co"' + (cart.size ? '' : ' disabled') + '>Checkout</button>'
  $('#shut').onclick = () => { $('#drawer').hidden = true }
  for (const l of $$('.li')) {
    const n = l.dataset.l, set = (q) => { if (q > 0) cart.set(n, q); else cart.delete(n); count(); setTimeout(drawer, 120) }
    $('.m', l).onclick = () => set(cart.get(n) - 1)
    $('.p', l).onclick = () => set(cart.get(n) + 1)
    $('.x', l).onclick = () => set(0)
  }
  $('#use').onclick = () => { if ($('#code').value.trim().toUpperCase() === 'GREEN10') { code = 'GREEN10'; drawer('10 % discount applied') } else drawer('This code is not valid.') }
  $('#co').onclick = () => { $('#drawer').hidden = true; setTimeout(checkout, 250) }
}
function checkout() {
  $('#view').innerHTML = '<h1>Checkout</h1><form><div class="f"><label for="nm">Full name</label><input id="nm" required></div><div class="f"><label for="st">Street and number</label><input id="st" required></div><div class="f"><label for="zip">Postcode</label><input id="zip" required size="6"> <label for="city">City</label><input id="city" required></div><fieldset><legend>Shipping</legend><label><input type="radio" name="ship" value="standard" checked> Standard (3 to 5 days)</label> <label><input type="radio" name="ship" value="express"> Express (next day)</label></fieldset><p><button>Place order</button></p></form>'
  $('form').onsubmit = async (event) => {
    event.preventDefault()
    await send('/api/orders', { items: [...cart].map(([n, q]) => q + ' x ' + n).sort().join(', '), code, total: sum().toFixed(2), name: $('#nm').value, street: $('#st').value, zip: $('#zip').value, city: $('#city').value, ship: $('[name=ship]:checked').value })
    $('#view').innerHTML = '<h1>Thank you for your order!</h1><p>Order number: <b>BW-20931</b></p>'
  }
}
setTimeout(category, 200, 'balcony')`

const ADDRESS = { nm: 'Tom Acker', st: 'Lindenweg 8', zip: '04103', city: 'Leipzig' }

/** A plant shop: menus by click, a cart in a drawer, a code and a checkout. */
export const plantCart: Flow = {
  name: 'plant-cart',
  kind: 'cart and checkout',
  pages: { '/': page({ title: 'Blattwerk', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Order two Monsteras (indoor plants) with express shipping to Tom Acker, Lindenweg 8, 04103 Leipzig. Use the discount code GREEN10. Tell me the order number.',
      ],
      expect: {
        sent: [
          {
            path: '/api/orders',
            body: {
              items: '2 x Monstera',
              code: 'GREEN10',
              total: '43.20',
              name: 'Tom Acker',
              street: 'Lindenweg 8',
              zip: '04103',
              city: 'Leipzig',
              ship: 'express',
            },
          },
        ],
        output: ['BW-20931'],
      },
      async solve(tab) {
        await tab.click('text=Plants ▾')
        await tab.click('[data-cat=indoor]')
        await tab.click('[data-n=Monstera]')
        await tab.click('[data-n=Monstera]')
        await tab.click('#bag')
        await tab.fill('#code', 'GREEN10')
        await tab.click('#use')
        await tab.click('#co')
        for (const [id, value] of Object.entries(ADDRESS)) await tab.fill(`#${id}`, value)
        await tab.check('[value=express]')
        await tab.click('text=Place order')
      },
    },
    {
      prompts: [
        'Add Lavender and Geranium to the cart',
        'Open the cart, increase the quantity of Lavender to 3 and remove Geranium',
        'What is the total?',
      ],
      expect: {
        sent: [],
        output: [/\b21([.,]00)?\b/],
        state: {
          "document.querySelector('#bag').getAttribute('aria-label')": 'Cart, 3 items',
          "[...document.querySelectorAll('.li')].map((x) => x.dataset.l).join()": 'Lavender',
        },
      },
      async solve(tab) {
        await tab.click('[data-n=Lavender]')
        await tab.click('[data-n=Geranium]')
        await tab.click('#bag')
        await tab.click('[aria-label="Increase quantity of Lavender"]')
        await tab.waitForTimeout(300)
        await tab.click('[aria-label="Increase quantity of Lavender"]')
        await tab.waitForTimeout(300)
        await tab.click('[title="Remove Geranium"]')
        await tab.waitForTimeout(300)
      },
    },
  ],
}
