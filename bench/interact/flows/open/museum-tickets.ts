import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<section class="tk"><h1>Tickets</h1><p>Choose the day of your visit</p><div class="cal" role="application"><div class="cal-top"><button class="nav" aria-label="Previous month">◄</button><select class="mon"></select><select class="yr"><option>2026</option><option>2027</option><option>2028</option></select><button class="nav" aria-label="Next month">►</button></div><table role="grid"><thead><tr><th>S</th><th>M</th><th>T</th><th>W</th><th>T</th><th>F</th><th>S</th></tr></thead><tbody></tbody></table></div>
<p>Selected: <b class="sel">none</b></p><div class="line"><span>Adult (16 €)</span><div class="ctr"><a class="dec">-</a><input value="0" readonly><a class="inc">+</a></div></div><div class="line"><span>Child (free)</span><div class="ctr"><a class="dec">-</a><input value="0" readonly><a class="inc">+</a></div></div><p>Total <strong class="tot">0 €</strong></p><button class="pay">Reserve</button><p class="msg"></p></section>`

const STYLE = `.tk{max-width:480px;margin:20px auto}.cal{border:1px solid #bbb;padding:10px}.cal table{width:100%;text-align:center}.cal td button{width:40px;height:34px;border:0;background:none;cursor:pointer}.cal td button.hit{background:#805;color:#fff}.cal td button:disabled{color:#ccc}.line{display:flex;justify-content:space-between;margin:8px 0}.ctr a{padding:4px 12px;border:1px solid #999;cursor:pointer;user-select:none}.ctr input{width:36px;text-align:center}`

const SCRIPT = `
const M = ['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec']
let shown = new Date(2026, 10, 1), day = ''
$('.mon').innerHTML = M.map((m, i) => '<option value="' + i + '">' + m + '</option>').join('')
function draw() { $('.mon').value = shown.getMonth(); $('.yr').value = shown.getFullYear(); let html = '<tr>' + '<td></td>'.repeat(shown.getDay())
  const count = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate()
  for (let d = 1; d <= count; d++) { const at = new Date(shown.getFullYear(), shown.getMonth(), d); if (at.getDay() === 0 && d > 1) html += '</tr><tr>'
    html += '<td role="gridcell"><button aria-label="' + d + ' ' + M[at.getMonth()] + ' ' + at.getFullYear() + '"' + (at.getDay() === 1 ? ' disabled' : '') + '>' + d + '</button></td>' }
  $('.cal tbody').innerHTML = html + '</tr>'
  $$('.cal td button').forEach((b) => b.onclick = () => { day = b.getAttribute('aria-label'); $('.sel').textContent = day; $$('.hit').forEach((o) => o.classList.remove('hit')); b.classList.add('hit') }) }
$$('.nav').forEach((b, i) => b.onclick = () => { shown = new Date(shown.getFullYear(), shown.getMonth() + (i ? 1 : -1), 1); draw() })
$('.mon').onchange = $('.yr').onchange = () => { shown = new Date(+$('.yr').value, +$('.mon').value, 1); draw() }
const boxes = $$('.ctr input'), total = () => { $('.tot').textContent = 16 * boxes[0].value + ' €' }
$$('.inc').forEach((a, i) => a.onclick = () => { boxes[i].value++; total() }); $$('.dec').forEach((a, i) => a.onclick = () => { boxes[i].value = Math.max(0, boxes[i].value - 1); total() })
$('.pay').onclick = async () => { if (!day) { $('.msg').textContent = 'Please select a day'; return } await send('/reserve', { day, adults: +boxes[0].value, children: +boxes[1].value }); $('.msg').textContent = 'Reserved. Code MK-5150' }
draw()`

/** A calendar that is always open, with lists for month and year, and steppers. */
export const museumTickets: Flow = {
  name: 'museum-tickets',
  kind: 'date picker',
  pages: { '/tickets': page({ title: 'Museum tickets', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Reserve 2 adult tickets and 3 child tickets for 20 February 2027. How much is it in total?'],
      expect: {
        sent: [{ path: '/reserve', body: { day: '20 Feb 2027', adults: 2, children: 3 } }],
        output: ['32'],
      },
      async solve(tab) {
        await tab.selectOption('.yr', '2027')
        await tab.selectOption('.mon', '1')
        await tab.click('[aria-label="20 Feb 2027"]')
        await tab.click('.inc >> nth=0', { clickCount: 2 })
        await tab.click('.inc >> nth=1', { clickCount: 3 })
        await tab.click('.pay')
      },
    },
    {
      prompts: ['pick December 5, 2026 in the calendar'],
      expect: { shows: ['Selected: 5 Dec 2026'] },
      async solve(tab) {
        await tab.click('[aria-label="Next month"]')
        await tab.click('[aria-label="5 Dec 2026"]')
      },
    },
  ],
}
