import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="app"><div class="top"><h1>Device fleet</h1><span class="tot">480 devices · 1 organisation</span></div>
<div class="head" role="row"><span>Device</span><span>Site</span><span>Firmware</span><span>Battery</span><span></span></div>
<div class="vp" role="grid" aria-label="Devices" aria-rowcount="480" tabindex="0"><div class="pad"><div class="win"></div></div></div></div>
<div class="pane" hidden></div><div class="note" role="status"></div>`

const STYLE = `.app{max-width:820px;margin:16px auto}.top{display:flex;justify-content:space-between;align-items:baseline}.head,.row{display:grid;grid-template-columns:170px 170px 120px 100px 1fr;align-items:center;padding:0 12px;height:44px}.head{font-weight:600;background:#eef}.vp{height:440px;overflow-y:auto;border:1px solid #ccd;position:relative}.row{border-bottom:1px solid #eee}.pane{position:fixed;right:0;top:0;bottom:0;width:320px;background:#fff;border-left:1px solid #bbb;padding:20px;box-shadow:-4px 0 14px #0002}.note:not(:empty){position:fixed;left:20px;bottom:20px;background:#123;color:#fff;padding:10px 16px}`

const SCRIPT = `
const SITES = ['Quay North', 'Quay South', 'Silo 4', 'Rail yard', 'Cold store']
const all = Array.from({ length: 480 }, (_, i) => ({ id: 'sensor-' + String(i + 1).padStart(4, '0'), site: SITES[(i * 3) % 5], fw: '2.' + (i % 4) + '.' + (i % 9), bat: 20 + ((i * 37) % 79) }))
const H = 44, vp = $('.vp')
$('.pad').style.height = all.length * H + 'px'
let first = -1
function draw(force) {
  const from = Math.max(0, Math.floor(vp.scrollTop / H) - 2)
  if (from === first && !force) return
  first = from
  $('.win').style.transform = 'translateY(' + from * H + 'px)'
  $('.win').innerHTML = all.slice(from, from + 15).map((d, n) => '<div class="row" role="row" aria-rowindex="' + (from + n + 1) + '"><span role="gridcell">' + d.id + '</span><span role="gridcell">' + d.site + '</span><span role="gridcell">' + d.fw + '</span><span role="gridcell">' + d.bat + ' %</span><span role="gridcell"><button data-open="' + d.id + '">Details</button></span></div>').join('')
}
vp.addEventListener('scroll', () => requestAnimationFrame(() => draw()))
$('.win').onclick = (e) => {
  const d = all.find((o) => o.id === e.target.dataset.open)
  if (!d) return
  $('.pane').hidden = false
  $('.pane').innerHTML = '<p>Loading…</p>'
  setTimeout(() => {
    const n = all.indexOf(d)
    $('.pane').innerHTML = '<button class="x" aria-label="Close panel">×</button><h2>' + d.id + '</h2><p>Serial number: FX' + (70000 + n * 13) + '</p><p>Last seen: ' + (n % 50 + 2) + ' minutes ago</p><label>Reporting interval <select><option value="5">5 minutes</option><option value="15" selected>15 minutes</option><option value="60">60 minutes</option></select></label><p><button class="apply">Apply</button> <button class="boot">Reboot device</button></p>'
    $('.x').onclick = () => { $('.pane').hidden = true }
    $('.apply').onclick = async () => { await send('/api/devices/interval', { device: d.id, minutes: Number($('.pane select').value) }); $('.note').textContent = 'Interval of ' + d.id + ' updated' }
    $('.boot').onclick = async () => { await send('/api/devices/reboot', { device: d.id }); $('.note').textContent = d.id + ' is rebooting' }
  }, 250)
}
draw()`

/** Hundreds of devices of which only the rows in sight exist. */
export const deviceFleet: Flow = {
  name: 'device-fleet',
  kind: 'virtual list',
  pages: { '/fleet': page({ title: 'Fleet console', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Scroll the device list to sensor-0273, open its details and click Reboot device.'],
      expect: {
        sent: [{ path: '/api/devices/reboot', body: { device: 'sensor-0273' } }],
        shows: ['sensor-0273 is rebooting'],
      },
      async solve(tab) {
        await tab.evaluate('document.querySelector(".vp").scrollTop = 270 * 44')
        await tab.click('[data-open=sensor-0273]')
        await tab.click('.boot')
      },
    },
    {
      prompts: [
        'Make sensor-0038 report every 60 minutes and apply that. I also need its serial number for the service ticket.',
      ],
      expect: {
        sent: [{ path: '/api/devices/interval', body: { device: 'sensor-0038', minutes: 60 } }],
        output: ['FX70481'],
      },
      async solve(tab) {
        await tab.evaluate('document.querySelector(".vp").scrollTop = 35 * 44')
        await tab.click('[data-open=sensor-0038]')
        await tab.selectOption('.pane select', '60')
        await tab.click('.apply')
      },
    },
  ],
}
