import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>Fenwick Mutual</b><span>Home contents insurance</span></header>
<main><section><h1>Calculate your premium</h1>
<div class="f"><label for="area">Living area: <b id="av">60</b> m²</label><input type="range" id="area" min="20" max="250" step="5" value="60"></div>
<div class="f"><span id="xl">Excess per claim</span><div class="track"><div class="knob" role="slider" tabindex="0" aria-labelledby="xl" aria-valuemin="0" aria-valuemax="1000" aria-valuenow="300" aria-valuetext="£300"></div></div><output id="xv">£300</output></div>
<div class="f"><span id="kl">Type of home</span><div role="group" aria-labelledby="kl" class="seg"><button aria-pressed="true">Flat</button><button aria-pressed="false">Terraced house</button><button aria-pressed="false">Detached house</button></div></div>
<div class="f"><span>Adults in the household</span><div class="st"><button aria-label="Fewer adults">−</button><span id="ad">1</span><button aria-label="More adults">+</button></div></div>
<h3>Optional cover</h3><details><summary>Bicycles</summary><label><input type="checkbox" id="bike"> Insure bicycles up to £2,500 (+ £3.20)</label></details><details><summary>Glass</summary><label><input type="checkbox" id="glass"> Insure windows and hobs (+ £1.90)</label></details><details><summary>Natural hazards</summary><label><input type="checkbox" id="flood"> Flood and landslide (+ £4.60)</label></details></section>
<aside><p>Your monthly premium</p><p class="pr" id="price"></p><label>Email<input id="mail" type="email" placeholder="you@example.com"></label><button id="send" disabled>Email me this offer</button><p role="status" id="said"></p></aside></main>`

const STYLE = `header{display:flex;gap:24px;padding:16px 26px;background:#3b1f5c;color:#fff}main{display:flex;gap:40px;max-width:900px;margin:18px auto}section{flex:1}.f{margin:18px 0}#area{display:block;width:360px}.track{position:relative;width:360px;height:8px;background:#ccd;border-radius:4px;margin:12px 0}.knob{position:absolute;top:-7px;width:22px;height:22px;margin-left:-11px;border-radius:50%;background:#3b1f5c}.seg button{padding:8px 14px}.seg [aria-pressed=true]{background:#3b1f5c;color:#fff}.st{display:flex;gap:14px}.st button{width:32px}aside{width:250px;background:#f5f2f9;padding:18px;align-self:start;position:sticky;top:12px}.pr{font-size:30px;margin:0}summary{padding:6px 0;cursor:pointer}`

const SCRIPT = `
const s = { area: 60, excess: 300, home: 'Flat', adults: 1, bike: false, glass: false, flood: false }
const knob = $('.knob'), track = $('.track')
function draw() {
  $('#av').textContent = s.area; $('#xv').textContent = '£' + s.excess; $('#ad').textContent = s.adults
  knob.style.left = s.excess / 10 + '%'; knob.setAttribute('aria-valuenow', s.excess); knob.setAttribute('aria-valuetext', '£' + s.excess)
  $$('.seg button').forEach((b) => b.setAttribute('aria-pressed', String(b.textContent === s.home)))
  const sum = 2 + s.area * 0.11 + s.adults * 0.8 - s.excess * 0.004 + { Flat: 0, 'Terraced house': 1.4, 'Detached house': 2.6 }[s.home] + (s.bike ? 3.2 : 0) + (s.glass ? 1.9 : 0) + (s.flood ? 4.6 : 0)
  $('#price').textContent = '…'
  clearTimeout(draw.timer); draw.timer = setTimeout(() => { $('#price').textContent = '£' + Math.max(3, sum).toFixed(2) }, 200)
}
$('#area').oninput = (e) => { s.area = Number(e.target.value); draw() }
const set = (n) => { s.excess = Math.min(1000, Math.max(0, Math.round(n / 100) * 100)); draw() }
knob.onkeydown = (e) => { const by = { ArrowRight: 100, ArrowUp: 100, ArrowLeft: -100, ArrowDown: -100 }[e.key]; if (by) { e.preventDefault(); set(s.excess + by) } if (e.key === 'Home') set(0); if (e.key === 'End') set(1000) }
const drag = (e) => { const r = track.getBoundingClientRect(); set(((e.clientX - r.left) / r.width) * 1000) }
track.onpointerdown = (e) => { e.preventDefault(); knob.focus(); drag(e); const up = () => { removeEventListener('pointermove', drag); removeEventListener('pointerup', up) }; addEventListener('pointermove', drag); addEventListener('pointerup', up) }
$$('.seg button').forEach((b) => { b.onclick = () => { s.home = b.textContent; draw() } })
$$('.st button').forEach((b, i) => { b.onclick = () => { s.adults = Math.min(6, Math.max(1, s.adults + (i ? 1 : -1))); draw() } })
for (const id of ['bike', 'glass', 'flood']) $('#' + id).onchange = (e) => { s[id] = e.target.checked; draw() }
$('#mail').oninput = (e) => { $('#send').disabled = !/.@.+[.]/.test(e.target.value) }
$('#send').onclick = async () => { await send('/api/offers', { ...s, email: $('#mail').value.trim() }); $('#said').textContent = 'The offer is on its way.' }
draw()`

/** A premium that follows from two kinds of sliders, a counter and parts that unfold. */
export const homeInsurance: Flow = {
  name: 'home-insurance',
  kind: 'slider',
  pages: { '/contents': page({ title: 'Fenwick Mutual', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Set the living area to 95 m² and the excess per claim to £500, choose "Terraced house" and set the adults in the household to 2. What is the monthly premium?',
      ],
      expect: {
        state: { 's.area': 95, 's.excess': 500, 's.home': 'Terraced house', 's.adults': 2 },
        output: [/13[.,]45/],
      },
      async solve(tab) {
        await tab.fill('#area', '95')
        await tab.press('.knob', 'ArrowRight')
        await tab.press('.knob', 'ArrowRight')
        await tab.click('text=Terraced house')
        await tab.click('[aria-label="More adults"]')
      },
    },
    {
      prompts: [
        'We are three adults in a detached house of 140 square metres and want no excess at all, with bicycles and flood covered as well. Have the offer emailed to rue@larkspur.example.',
      ],
      expect: {
        sent: [
          {
            path: '/api/offers',
            body: {
              area: 140,
              excess: 0,
              home: 'Detached house',
              adults: 3,
              bike: true,
              glass: false,
              flood: true,
              email: 'rue@larkspur.example',
            },
          },
        ],
      },
      async solve(tab) {
        await tab.fill('#area', '140')
        await tab.press('.knob', 'Home')
        await tab.click('text=Detached house')
        await tab.click('[aria-label="More adults"]')
        await tab.click('[aria-label="More adults"]')
        await tab.click('text=Bicycles')
        await tab.check('#bike')
        await tab.click('text=Natural hazards')
        await tab.check('#flood')
        await tab.fill('#mail', 'rue@larkspur.example')
        await tab.click('#send')
      },
    },
  ],
}
