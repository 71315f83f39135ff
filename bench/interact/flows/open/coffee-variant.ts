import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="cf"><h1>Yirga natural</h1><form onsubmit="return false"><fieldset><legend>Weight</legend><input type="radio" id="w1" name="w" value="250" checked><label for="w1">250 g</label><input type="radio" id="w2" name="w" value="500"><label for="w2">500 g</label><input type="radio" id="w3" name="w" value="1000"><label for="w3">1 kg</label></fieldset><label>Grind<select id="g"><option>Whole beans</option><option>Filter</option><option>Espresso</option><option>French press</option></select></label><div class="amount"><span id="pp" data-testid="price">£9.50</span></div><p id="av">Ships today</p><label>How many? <input id="q" type="number" min="1" value="1"></label><button id="ad">Add to bag</button><button id="sb" type="button">Subscribe &amp; save 10 %</button></form><output id="ot"></output></div>`

const STYLE = `.cf{max-width:420px;margin:24px auto}fieldset{border:0;padding:0}fieldset input{position:absolute;opacity:0}fieldset label{border:1px solid #aaa;padding:8px 14px;margin-right:6px;cursor:pointer;display:inline-block}fieldset input:checked+label{background:#421;color:#fff}.amount{font-size:26px}`

const SCRIPT = `
const P = { 250: 9.5, 500: 17.8, 1000: 33.4 }
const up = () => setTimeout(() => { const w = $('[name=w]:checked').value; $('#pp').textContent = '£' + P[w].toFixed(2); $('#av').textContent = w === '1000' ? 'Roasted to order, ships on Thursday' : 'Ships today' }, 200)
$$('[name=w]').forEach((r) => r.onchange = up)
const now = () => ({ weight: +$('[name=w]:checked').value, grind: $('#g').value, qty: +$('#q').value })
$('#ad').onclick = async () => { await send('/bag', now()); $('#ot').textContent = 'In your bag' }
$('#sb').onclick = async () => { await send('/subscribe', now()); $('#ot').textContent = 'Subscribed' }`

/** Radio buttons that only their labels show, a price that follows. */
export const coffeeVariant: Flow = {
  name: 'coffee-variant',
  kind: 'product variant',
  pages: { '/yirga': page({ title: 'Yirga natural', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['How much is 1 kg and when does it ship?'],
      expect: { state: { "$('[name=w]:checked').value": '1000' }, output: ['33.40', 'Thursday'] },
      solve: (tab) => tab.click('label[for=w3]'),
    },
    {
      prompts: ['Add 2 bags of 500 g, ground for espresso, to the bag'],
      expect: { sent: [{ path: '/bag', body: { weight: 500, grind: 'Espresso', qty: 2 } }] },
      async solve(tab) {
        await tab.click('label[for=w2]')
        await tab.selectOption('#g', 'Espresso')
        await tab.fill('#q', '2')
        await tab.click('#ad')
      },
    },
  ],
}
