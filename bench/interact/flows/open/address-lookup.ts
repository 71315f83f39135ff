import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="al"><h2>Check if fibre is available</h2><div class="ac"><input class="ac-i" placeholder="Start typing your address"><div class="ac-l"></div></div><div class="sl"><div class="sl-b" role="button" aria-haspopup="listbox">Select a speed</div><ul class="sl-l" role="listbox" style="display:none"><li role="option">100 Mbit/s</li><li role="option">500 Mbit/s</li><li role="option">1 Gbit/s</li></ul></div><button class="ck" disabled>Check</button><div class="an"></div></div>`

const STYLE = `.al{max-width:480px;margin:30px auto}.ac{position:relative}.ac-i{width:100%;padding:10px}.ac-l{position:absolute;width:100%;background:#fff;z-index:2;box-shadow:0 3px 10px #0003}.ac-l p{margin:0;padding:9px;cursor:pointer}.sl{margin:14px 0;position:relative}.sl-b{border:1px solid #888;padding:10px;cursor:pointer}.sl-l{position:absolute;background:#fff;border:1px solid #888;margin:0;padding:0;width:100%;list-style:none;z-index:1}.sl-l li{padding:8px;cursor:pointer}`

const SCRIPT = `
const A = ['3 Quay Street, Dunmore','30 Quay Street, Dunmore','31 Quarry Road, Dunmore','7 Station Row, Ashby']
let addr = '', speed = '', t
const ready = () => { $('.ck').disabled = !(addr && speed) }
$('.ac-i').addEventListener('keyup', () => { clearTimeout(t); t = setTimeout(() => { const w = $('.ac-i').value.toLowerCase(); $('.ac-l').innerHTML = w.length < 3 ? '' : A.filter((a) => a.toLowerCase().includes(w)).map((a) => '<p>' + a + '</p>').join('')
  $$('.ac-l p').forEach((p) => p.onclick = () => { addr = p.textContent; $('.ac-i').value = addr; $('.ac-l').innerHTML = ''; ready() }) }, 300) })
$('.sl-b').onclick = () => { const l = $('.sl-l'); l.style.display = l.style.display === 'none' ? 'block' : 'none' }
$$('.sl-l li').forEach((li) => li.onclick = () => { speed = li.textContent; $('.sl-b').textContent = speed; $('.sl-l').style.display = 'none'; ready() })
$('.ck').onclick = async () => { await send('/check', { addr, speed }); $('.an').innerHTML = '<h3>Good news</h3><p>Fibre can be installed from 9 January.</p>' }`

/** An address that must be taken from suggestions, and a list made of divs. */
export const addressLookup: Flow = {
  name: 'address-lookup',
  kind: 'autocomplete',
  pages: { '/fibre': page({ title: 'Fibre', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Check availability for the address "30 Quay Street, Dunmore" with 500 Mbit/s. From when can it be installed?',
      ],
      expect: {
        sent: [{ path: '/check', body: { addr: '30 Quay Street, Dunmore', speed: '500 Mbit/s' } }],
        output: ['9 January'],
      },
      async solve(tab) {
        await tab.locator('.ac-i').pressSequentially('30 Quay')
        await tab.click('.ac-l p')
        await tab.click('.sl-b')
        await tab.click('text=500 Mbit/s')
        await tab.click('.ck')
      },
    },
  ],
}
