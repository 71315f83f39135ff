import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const room = (id: string, name: string, light: number, heat: number): string => `
<h3><button class="hd" aria-expanded="false" aria-controls="${id}">${name}</button></h3>
<div id="${id}" class="bd" hidden><div class="ln"><label for="${id}-l">Brightness</label><input type="range" id="${id}-l" data-v="light" min="0" max="100" step="5" value="${light}"><output>${light} %</output></div>
<div class="ln"><span>Heating</span><button class="st" aria-label="Cooler" data-d="-0.5">−</button><b data-v="heat">${heat.toFixed(1)} °C</b><button class="st" aria-label="Warmer" data-d="0.5">+</button></div>
<div class="ln"><span id="${id}-b">Blinds</span><div class="tr"><div class="th" role="slider" tabindex="0" aria-labelledby="${id}-b" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0" aria-valuetext="0 % closed"></div></div><output>0 %</output></div></div>`

const BODY = `
<main><h1>My home</h1><div class="acc">${room('living', 'Living room', 60, 21)}${room('bed', 'Bedroom', 20, 18.5)}${room('office', 'Office', 80, 20)}</div>
<div class="save"><button id="save" disabled>Save as scene…</button></div><p>Outside: <b>−3.5 °C</b> · Humidity 71 %</p></main>
<dialog id="dlg"><form method="dialog"><h2>Save as scene</h2><p><label>Name of the scene <input id="nm"></label></p><p><label>Icon <select id="ic"><option>Sun</option><option>Moon</option><option>Book</option></select></label></p><button value="no">Cancel</button> <button id="yes" value="yes" disabled>Save scene</button></form></dialog><div id="toast" role="status"></div>`

const STYLE = `main{max-width:560px;margin:20px auto}h3{margin:0}.hd{width:100%;text-align:left;padding:12px;border:0;background:#eef1f6;border-bottom:1px solid #ccd}.bd{padding:12px}.ln{display:flex;gap:12px;align-items:center;margin:10px 0}.ln>:first-child{width:90px}.tr{width:200px;height:6px;background:#ccd;position:relative;border-radius:3px}.th{position:absolute;left:0;top:-7px;width:20px;height:20px;margin-left:-10px;border-radius:50%;background:#36c}.save{margin:20px 0}#toast{position:fixed;right:20px;bottom:20px;background:#222;color:#fff;padding:0 14px}`

const SCRIPT = `
const dirty = () => { $('#save').disabled = false }
for (const h of $$('.hd')) h.onclick = () => { const on = h.getAttribute('aria-expanded') !== 'true'; for (const o of $$('.hd')) { o.setAttribute('aria-expanded', String(on && o === h)); $('#' + o.getAttribute('aria-controls')).hidden = !(on && o === h) } }
for (const r of $$('[type=range]')) r.oninput = () => { r.nextElementSibling.textContent = r.value + ' %'; dirty() }
for (const s of $$('.st')) s.onclick = () => { const b = $('b', s.parentNode), next = parseFloat(b.textContent) + Number(s.dataset.d); if (next < 15 || next > 26) return; b.textContent = next.toFixed(1) + ' °C'; dirty() }
for (const t of $$('.th')) {
  const set = (v) => { const x = Math.max(0, Math.min(100, Math.round(v / 10) * 10)); t.setAttribute('aria-valuenow', x); t.setAttribute('aria-valuetext', x + ' % closed'); t.style.left = x + '%'; t.parentNode.nextElementSibling.textContent = x + ' %'; dirty() }
  const now = () => Number(t.getAttribute('aria-valuenow'))
  t.onkeydown = (event) => { const to = { ArrowRight: now() + 10, ArrowUp: now() + 10, ArrowLeft: now() - 10, ArrowDown: now() - 10, Home: 0, End: 100 }[event.key]; if (to !== undefined) { event.preventDefault(); set(to) } }
  const at = (event) => { const box = t.parentNode.getBoundingClientRect(); set((event.clientX - box.left) / box.width * 100) }
  t.parentNode.onpointerdown = (event) => { at(event); t.parentNode.setPointerCapture(event.pointerId); t.parentNode.onpointermove = at }
  t.parentNode.onpointerup = () => { t.parentNode.onpointermove = null }
}
$('#save').onclick = () => $('#dlg').showModal()
$('#nm').oninput = () => { $('#yes').disabled = !$('#nm').value.trim() }
$('#dlg').onclose = async () => {
  if ($('#dlg').returnValue !== 'yes') return
  const rooms = Object.fromEntries($$('.bd').map((b) => [b.id, $('[data-v=light]', b).value + ' / ' + parseFloat($('[data-v=heat]', b).textContent) + ' / ' + $('.th', b).getAttribute('aria-valuenow')]))
  await send('/api/scenes', { name: $('#nm').value.trim(), icon: $('#ic').value, ...rooms })
  $('#toast').innerHTML = '<p>Scene saved</p>'
}`

/** Rooms that fold, with sliders of two makes and a heating by plus and minus. */
export const homeRooms: Flow = {
  name: 'home-rooms',
  kind: 'sliders and accordion',
  pages: { '/home': page({ title: 'My home', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Open the Bedroom section, set the brightness to 35 and the heating to 17.5 °C, then click "Save as scene…", enter the name "Night", choose the icon Moon and click Save scene',
      ],
      expect: {
        sent: [
          {
            path: '/api/scenes',
            body: {
              name: 'Night',
              icon: 'Moon',
              living: '60 / 21 / 0',
              bed: '35 / 17.5 / 0',
              office: '80 / 20 / 0',
            },
          },
        ],
      },
      async solve(tab) {
        await tab.click('text=Bedroom')
        await tab.fill('#bed-l', '35')
        await tab.click('#bed [aria-label=Cooler]')
        await tab.click('#bed [aria-label=Cooler]')
        await tab.click('#save')
        await tab.fill('#nm', 'Night')
        await tab.selectOption('#ic', 'Moon')
        await tab.click('#yes')
      },
    },
    {
      prompts: [
        'In the office, close the blinds to 70 percent and make it 22 degrees. Save that as a scene called Reading with the book icon. How cold is it outside?',
      ],
      expect: {
        sent: [
          {
            path: '/api/scenes',
            body: {
              name: 'Reading',
              icon: 'Book',
              living: '60 / 21 / 0',
              bed: '20 / 18.5 / 0',
              office: '80 / 22 / 70',
            },
          },
        ],
        output: [/3[.,]5/],
      },
      async solve(tab) {
        await tab.click('text=Office')
        await tab.focus('#office .th')
        for (let step = 0; step < 7; step++) await tab.keyboard.press('ArrowRight')
        for (let step = 0; step < 4; step++) await tab.click('#office [aria-label=Warmer]')
        await tab.click('#save')
        await tab.fill('#nm', 'Reading')
        await tab.selectOption('#ic', 'Book')
        await tab.click('#yes')
      },
    },
  ],
}
