import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="pd"><div class="ph"></div><div><h1>Merano rain jacket</h1><div id="price" class="pr">from 119,00 €</div>
<div class="opt"><span class="ol">Colour: <b id="cn">–</b></span><div class="sws"><button class="sw" aria-label="Moss" style="background:#465"></button><button class="sw" aria-label="Ink" style="background:#123"></button><button class="sw" aria-label="Clay" style="background:#b65"></button></div></div>
<div class="opt"><span class="ol">Size</span><div class="szs"><div class="sz">S</div><div class="sz">M</div><div class="sz">L</div><div class="sz">XL</div></div></div>
<p id="stock"></p><div class="qty">Quantity <input type="number" id="qty" value="1" min="1" max="9"></div><button class="buy" disabled>Add to basket</button><p id="ok"></p></div></div>`

const STYLE = `.pd{display:flex;gap:40px;padding:30px}.ph{width:360px;height:420px;background:#dde}.pr{font-size:24px}.sw{width:34px;height:34px;border-radius:50%;border:2px solid #fff;cursor:pointer}.sw.on{border-color:#000}.szs{display:flex;gap:8px}.sz{border:1px solid #888;padding:8px 14px;cursor:pointer}.sz.on{background:#000;color:#fff}.sz.out{opacity:.3}.opt{margin:16px 0}`

const SCRIPT = `
const pick = {}
const PRICES = { Moss: 119, Ink: 129, Clay: 139 }
const STOCK = { 'Moss M': 'In stock, 4 left', 'Ink L': 'Back in stock on 12 June', 'Clay XL': 'In stock, 11 left', 'Moss S': 'Sold out' }
function update() { const { colour, size } = pick; if (!colour || !size) return
  $('#stock').textContent = 'Checking…'; $('.buy').disabled = true
  setTimeout(() => { const s = STOCK[colour + ' ' + size] ?? 'In stock'; $('#price').textContent = (PRICES[colour] + (size === 'XL' ? 10 : 0)) + ',00 €'; $('#stock').textContent = s; $('.buy').disabled = !s.startsWith('In stock') }, 350) }
$$('.sw').forEach((b) => b.onclick = () => { pick.colour = b.getAttribute('aria-label'); $('#cn').textContent = pick.colour; $$('.sw').forEach((o) => o.classList.toggle('on', o === b)); update() })
$$('.sz').forEach((b) => b.onclick = () => { pick.size = b.textContent; $$('.sz').forEach((o) => o.classList.toggle('on', o === b)); update() })
$('.buy').onclick = async () => { await send('/api/basket', { ...pick, qty: +$('#qty').value }); $('#ok').textContent = 'Added to your basket' }`

/** A price and a stock that depend on what is chosen, and come late. */
export const variantPrice: Flow = {
  name: 'variant-price',
  kind: 'product variant',
  pages: { '/jacket': page({ title: 'Merano rain jacket', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Select the colour Clay and size XL. What does it cost?'],
      expect: { state: { 'JSON.stringify(pick)': '{"colour":"Clay","size":"XL"}' }, output: ['149'] },
      async solve(tab) {
        await tab.click('[aria-label=Clay]')
        await tab.click('.sz >> text=XL')
      },
    },
    {
      prompts: ['is the jacket available in Ink, size L?'],
      expect: { state: { 'pick.colour + pick.size': 'InkL' }, output: ['12 June'] },
      async solve(tab) {
        await tab.click('[aria-label=Ink]')
        await tab.click('text="L"')
      },
    },
    {
      prompts: ['Put 2 Moss jackets in size M into the basket'],
      expect: {
        sent: [{ path: '/api/basket', body: { colour: 'Moss', size: 'M', qty: 2 } }],
        shows: ['Added to your basket'],
      },
      async solve(tab) {
        await tab.click('[aria-label=Moss]')
        await tab.click('text="M"')
        await tab.fill('#qty', '2')
        await tab.click('.buy')
      },
    },
  ],
}
