import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="wrap"><h1>Book a bicycle repair</h1><p>Workshop slots are 45 minutes.</p>
<div class="field"><label id="lbl">Preferred day</label><div class="dp"><input class="dp__input" readonly placeholder="Choose a day" aria-labelledby="lbl"><div class="dp__pop" hidden></div></div></div>
<div class="field slots" hidden><p>Time</p><div class="slot-list"></div></div>
<div class="btn" id="book">Book this slot</div><p id="done"></p></main>`

const STYLE = `.wrap{max-width:560px;margin:40px auto}.field{margin:18px 0}.dp{position:relative}.dp__input{padding:10px;width:240px;cursor:pointer}
.dp__pop{position:absolute;top:44px;background:#fff;border:1px solid #ccc;padding:10px;width:270px;z-index:5}.dp__head{display:flex;justify-content:space-between}
.dp__nav{cursor:pointer;padding:2px 10px;user-select:none}.dp__grid{display:grid;grid-template-columns:repeat(7,1fr);text-align:center}
.dp__day{padding:6px 0;cursor:pointer}.dp__day.is-off{color:#bbb;cursor:default}.dp__day.is-picked{background:#06c;color:#fff}
.slot{display:inline-block;border:1px solid #06c;border-radius:16px;padding:4px 12px;margin:4px;cursor:pointer}.slot.on{background:#06c;color:#fff}.btn{display:inline-block;background:#06c;color:#fff;padding:10px 18px;cursor:pointer;border-radius:4px}`

const SCRIPT = `
const MONTHS = ['January','February','March','April','May','June','July','August','September','October','November','December']
let year = 2026, month = 10, picked = '', slot = ''
const pop = $('.dp__pop'), input = $('.dp__input')
function draw() {
  const first = (new Date(year, month, 1).getDay() + 6) % 7, days = new Date(year, month + 1, 0).getDate()
  let cells = ''
  for (let i = 0; i < first; i++) cells += '<div></div>'
  for (let d = 1; d <= days; d++) { const off = (first + d - 1) % 7 > 4
    cells += '<div class="dp__day' + (off ? ' is-off' : '') + '" data-d="' + d + '">' + d + '</div>' }
  pop.innerHTML = '<div class="dp__head"><span class="dp__nav" data-go="-1">‹</span><b>' + MONTHS[month] + ' ' + year + '</b><span class="dp__nav" data-go="1">›</span></div>'
    + '<div class="dp__grid">' + ['Mo','Tu','We','Th','Fr','Sa','Su'].map((n) => '<small>' + n + '</small>').join('') + cells + '</div>'
}
input.onclick = () => { draw(); pop.hidden = false }
pop.onclick = (e) => { const go = e.target.dataset.go, d = e.target.dataset.d
  if (go) { const m = new Date(year, month + +go, 1); year = m.getFullYear(); month = m.getMonth(); setTimeout(draw, 80) }
  else if (d && !e.target.classList.contains('is-off')) { picked = year + '-' + String(month + 1).padStart(2, '0') + '-' + d.padStart(2, '0')
    input.value = MONTHS[month].slice(0, 3) + ' ' + d + ', ' + year; pop.hidden = true; setTimeout(times, 200) } }
function times() { $('.slots').hidden = false
  $('.slot-list').innerHTML = ['08:15','09:00','10:30','13:15','16:45'].map((t) => '<span class="slot">' + t + '</span>').join('')
  $$('.slot').forEach((s) => s.onclick = () => { $$('.slot').forEach((o) => o.classList.remove('on')); s.classList.add('on'); slot = s.textContent }) }
$('#book').onclick = async () => { if (!picked || !slot) { $('#done').textContent = 'Choose a day and a time first.'; return }
  await send('/api/bookings', { day: picked, time: slot }); $('#done').textContent = 'Booked: ' + input.value + ' at ' + slot }`

/** A calendar of divs without roles, and times that appear after a day is chosen. */
export const calendarGrid: Flow = {
  name: 'calendar-grid',
  kind: 'date picker',
  pages: { '/repair': page({ title: 'Repair booking', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Book a repair on January 14, 2027 at 10:30'],
      expect: {
        sent: [{ path: '/api/bookings', body: { day: '2027-01-14', time: '10:30' } }],
        shows: ['Booked: Jan 14, 2027 at 10:30'],
      },
      async solve(tab) {
        await tab.click('.dp__input')
        await tab.click('text=›')
        await tab.waitForTimeout(200)
        await tab.click('text=›')
        await tab.waitForTimeout(200)
        await tab.click('.dp__day[data-d="14"]')
        await tab.click('text=10:30')
        await tab.click('#book')
      },
    },
    {
      prompts: [
        'Choose 25 November 2026 as the preferred day',
        'select the 16:45 slot and then click Book this slot',
      ],
      expect: { sent: [{ path: '/api/bookings', body: { day: '2026-11-25', time: '16:45' } }] },
      async solve(tab) {
        await tab.click('.dp__input')
        await tab.click('.dp__day[data-d="25"]')
        await tab.click('text=16:45')
        await tab.click('#book')
      },
    },
  ],
}
