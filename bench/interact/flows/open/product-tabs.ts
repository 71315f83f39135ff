import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="pdp"><nav class="crumbs"><a href="/shop">Shop</a> › Stoves</nav><h1>Tarn 2 camping stove</h1><p class="price">€ 74.90</p>
<div class="tabs"><div class="tab is-on" data-t="desc">Description</div><div class="tab" data-t="spec">Specifications</div><div class="tab" data-t="rev">Reviews (3)</div><div class="tab" data-t="ship">Delivery &amp; returns</div></div>
<div class="panel"><p>A small stove for two people and long evenings.</p></div></div>`

const STYLE = `.pdp{max-width:820px;margin:24px auto}.tabs{display:flex;border-bottom:2px solid #ddd}.tab{padding:10px 18px;cursor:pointer}.tab.is-on{border-bottom:2px solid #d40;color:#d40}.panel{padding:18px 0;min-height:160px}`

const SCRIPT = `
const TEXTS = {
  desc: '<p>A small stove for two people and long evenings.</p>',
  spec: '<table><tr><th>Weight</th><td>312 g</td></tr><tr><th>Output</th><td>2.6 kW</td></tr><tr><th>Boils 1 l in</th><td>3 min 40 s</td></tr></table>',
  rev: '<ul><li>Great in wind. — Ingrid</li><li>Pump is stiff. — Paolo</li><li>Third summer with it. — Kim</li></ul>',
  ship: '<p>Sent within two working days. You may return it within 60 days.</p>',
}
$$('.tab').forEach((tab) => tab.addEventListener('click', () => {
  $$('.tab').forEach((one) => one.classList.toggle('is-on', one === tab))
  $('.panel').innerHTML = '<p>Loading…</p>'
  setTimeout(() => { $('.panel').innerHTML = TEXTS[tab.dataset.t] }, 250)
}))`

/** Tabs that are divs, with panels that arrive late. */
export const productTabs: Flow = {
  name: 'product-tabs',
  kind: 'tabs',
  pages: { '/tarn-2': page({ title: 'Tarn 2 stove', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Open the Specifications tab and tell me the weight'],
      expect: { state: { "$('.tab.is-on').textContent": 'Specifications' }, output: ['312 g'] },
      solve: (tab) => tab.click('text=Specifications'),
    },
    {
      prompts: ['switch to delivery & returns. how many days do I have to return it?'],
      expect: { state: { "$('.tab.is-on').dataset.t": 'ship' }, output: ['60 days'] },
      solve: (tab) => tab.click('text=Delivery & returns'),
    },
  ],
}
