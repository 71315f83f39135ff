import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const SCRIPT = `
const define = (name, style, build) => customElements.define(name, class extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>' + style + '</style>'
    build(this, root)
  }
})
const changed = (el, value) => { el.value = value; el.dispatchEvent(new CustomEvent('bx-change', { bubbles: true, composed: true })) }
define('bx-select', ':host{display:block;margin:12px 0;position:relative}.c{border:1px solid #999;padding:8px 12px;width:260px;cursor:pointer}.l{position:absolute;background:#fff;border:1px solid #999;width:260px;z-index:3}.o{padding:8px 12px;cursor:pointer}.o:hover{background:#eef}', (el, root) => {
  const box = document.createElement('div')
  box.innerHTML = '<div id="lab">' + el.getAttribute('label') + '</div><div class="c" role="combobox" tabindex="0" aria-labelledby="lab" aria-expanded="false" aria-haspopup="listbox"></div><div class="l" role="listbox" hidden></div>'
  root.append(box)
  const head = root.querySelector('.c'), list = root.querySelector('.l'), options = el.getAttribute('options').split('|')
  const open = (on) => { list.hidden = !on; head.setAttribute('aria-expanded', String(on)) }
  head.textContent = el.value = options[0]
  list.innerHTML = options.map((o) => '<div class="o" role="option">' + o + '</div>').join('')
  head.onclick = () => open(list.hidden)
  for (const o of root.querySelectorAll('.o')) o.onclick = () => { head.textContent = o.textContent; open(false); changed(el, o.textContent) }
})
define('bx-swatches', ':host{display:block;margin:12px 0}button{width:34px;height:34px;border-radius:50%;border:2px solid #fff;outline:1px solid #aaa;margin-right:8px}button[aria-pressed=true]{outline:3px solid #06c}', (el, root) => {
  const names = { Graphite: '#333', 'Moss green': '#575', Coral: '#f76', 'Ice blue': '#bdf' }
  const box = document.createElement('div')
  box.innerHTML = '<div>Colour: <b>Graphite</b></div>' + Object.entries(names).map(([n, c]) => '<button title="' + n + '" aria-pressed="' + (n === 'Graphite') + '" style="background:' + c + '"></button>').join('')
  root.append(box)
  el.value = 'Graphite'
  for (const b of root.querySelectorAll('button')) b.onclick = () => { for (const o of root.querySelectorAll('button')) o.setAttribute('aria-pressed', String(o === b)); root.querySelector('b').textContent = b.title; changed(el, b.title) }
})
define('bx-check', ':host{display:block;margin:6px 0}', (el, root) => {
  const label = document.createElement('label')
  label.innerHTML = '<input type="checkbox"> <slot></slot>'
  root.append(label)
  el.value = false
  label.firstChild.onchange = () => changed(el, label.firstChild.checked)
})
define('bx-builder', 'main{display:flex;gap:60px;padding:24px}aside{border-left:1px solid #ddd;padding-left:30px}button{padding:10px 20px}', (el, root) => {
  const main = document.createElement('main')
  main.innerHTML = '<section><h1>Build your Tramontana</h1><bx-select id="frame" label="Frame size" options="S (48 cm)|M (52 cm)|L (56 cm)|XL (60 cm)"></bx-select><bx-swatches id="colour"></bx-swatches><bx-select id="gears" label="Gears" options="Single speed|8-speed hub|11-speed derailleur"></bx-select><h3>Extras</h3><bx-check id="lights">Dynamo lights (+ € 120)</bx-check><bx-check id="rack">Rear rack (+ € 65)</bx-check><bx-check id="lock">Frame lock (+ € 45)</bx-check></section><aside><h2>Your price</h2><p class="p"></p><button>Request this bike</button><p class="d" role="status"></p></aside>'
  root.append(main)
  const get = (id) => root.getElementById(id).value
  const price = () => 1290 + ({ '8-speed hub': 210, '11-speed derailleur': 340 }[get('gears')] || 0) + (get('lights') ? 120 : 0) + (get('rack') ? 65 : 0) + (get('lock') ? 45 : 0)
  const paint = () => { root.querySelector('.p').textContent = '€ ' + price() }
  main.addEventListener('bx-change', () => setTimeout(paint, 150))
  paint()
  root.querySelector('button').onclick = async () => {
    const ids = ['frame', 'colour', 'gears', 'lights', 'rack', 'lock']
    await send('/api/request', { ...Object.fromEntries(ids.map((id) => [id, get(id)])), price: price() })
    root.querySelector('.d').textContent = 'Request sent. Your build code is TR-6Q2.'
  }
})`

/** Lists, swatches and boxes, each a component with a root of its own inside of another. */
export const bikeBuilder: Flow = {
  name: 'bike-builder',
  kind: 'shadow DOM',
  pages: { '/build': page({ title: 'Bike builder', body: '<bx-builder></bx-builder>', script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Choose frame size L (56 cm), the colour Moss green and 8-speed hub gears, add the rear rack and click "Request this bike"',
      ],
      expect: {
        sent: [
          {
            path: '/api/request',
            body: {
              frame: 'L (56 cm)',
              colour: 'Moss green',
              gears: '8-speed hub',
              lights: false,
              rack: true,
              lock: false,
              price: 1565,
            },
          },
        ],
      },
      async solve(tab) {
        await tab.locator('#frame .c').click()
        await tab.locator('#frame .o', { hasText: 'L (56 cm)' }).click()
        await tab.locator('[title="Moss green"]').click()
        await tab.locator('#gears .c').click()
        await tab.locator('#gears .o', { hasText: '8-speed hub' }).click()
        await tab.locator('#rack input').click()
        await tab.locator('button', { hasText: 'Request this bike' }).click()
      },
    },
    {
      prompts: [
        'What would the bike cost with the 11-speed derailleur and dynamo lights? Just configure it, do not request it.',
      ],
      expect: {
        sent: [],
        output: [/1[.,\s]?750/],
        state: {
          "document.querySelector('bx-builder').shadowRoot.querySelector('.p').textContent": '€ 1750',
        },
      },
      async solve(tab) {
        await tab.locator('#gears .c').click()
        await tab.locator('#gears .o', { hasText: '11-speed' }).click()
        await tab.locator('#lights input').click()
      },
    },
  ],
}
