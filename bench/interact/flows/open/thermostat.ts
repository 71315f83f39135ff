import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="th"><h1>Living room</h1><div class="dial"><button aria-label="Decrease temperature">▼</button><span id="deg">19.5°</span><button aria-label="Increase temperature">▲</button></div>
<p><label for="br">Light brightness</label> <input id="br" type="range" min="0" max="100" value="40"> <span id="brv">40 %</span></p>
<div class="sw"><span>Away mode</span><label class="tg"><input type="checkbox" id="aw"><i></i></label></div><div class="sw"><span>Child lock</span><label class="tg"><input type="checkbox" id="cl" checked><i></i></label></div>
<div class="seg"><span class="on">Heat</span><span>Cool</span><span>Auto</span></div><button class="ap">Apply</button></div>`

const STYLE = `.th{max-width:380px;margin:30px auto}.dial{font-size:32px;display:flex;gap:18px;align-items:center}.sw{display:flex;justify-content:space-between;margin:14px 0}.tg input{position:absolute;opacity:0;width:0}.tg i{display:block;width:44px;height:24px;border-radius:12px;background:#bbb;cursor:pointer}.tg input:checked+i{background:#384}.seg{display:inline-flex;border:1px solid #444}.seg span{padding:8px 16px;cursor:pointer}.seg .on{background:#444;color:#fff}.ap{display:block;margin-top:18px}`

const SCRIPT = `
let deg = 19.5, mode = 'Heat'
const [down, up] = $$('.dial button'); const show = () => { $('#deg').textContent = deg.toFixed(1) + '°' }
up.onclick = () => { deg += .5; show() }; down.onclick = () => { deg -= .5; show() }
$('#br').oninput = (e) => { $('#brv').textContent = e.target.value + ' %' }
$$('.seg span').forEach((s) => s.onclick = () => { mode = s.textContent; $$('.seg span').forEach((o) => o.classList.toggle('on', o === s)) })
$('.ap').onclick = () => send('/climate', { deg, brightness: +$('#br').value, away: $('#aw').checked, lock: $('#cl').checked, mode })`

/** Toggles whose boxes cannot be seen, a slider, steps of half a degree. */
export const thermostat: Flow = {
  name: 'thermostat',
  kind: 'sliders and steppers',
  pages: { '/room': page({ title: 'Living room', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Set the light brightness to 75, switch on away mode, turn the child lock off, choose Auto and apply',
      ],
      expect: {
        sent: [
          { path: '/climate', body: { deg: 19.5, brightness: 75, away: true, lock: false, mode: 'Auto' } },
        ],
      },
      async solve(tab) {
        await tab.fill('#br', '75')
        await tab.click('.tg >> nth=0')
        await tab.click('.tg >> nth=1')
        await tab.click('text=Auto')
        await tab.click('.ap')
      },
    },
    {
      prompts: ['increase the temperature three times and click apply'],
      expect: {
        sent: [
          { path: '/climate', body: { deg: 21, brightness: 40, away: false, lock: true, mode: 'Heat' } },
        ],
      },
      async solve(tab) {
        for (let i = 0; i < 3; i++) await tab.click('[aria-label="Increase temperature"]')
        await tab.click('.ap')
      },
    },
  ],
}
