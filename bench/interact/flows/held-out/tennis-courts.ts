import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>TC Eichhain</b><nav><a href="#news">News</a><a href="#teams">Teams</a><a href="#courts" aria-current="page">Court booking</a></nav></header>
<main><div class="day"><button aria-label="Previous day">◀</button><h2 id="day"></h2><button aria-label="Next day">▶</button></div><div id="grid"></div><section><h3>My bookings</h3><ul id="mine"></ul></section></main><div id="modal"></div>`

const STYLE = `header{display:flex;gap:40px;padding:14px 24px;background:#a43b1c;color:#fff}nav a{color:#fff;margin-right:16px}main{max-width:760px;margin:18px auto}.day{display:flex;gap:20px;align-items:center}table{border-collapse:collapse;width:100%}td,th{border:1px solid #ddd;padding:4px;text-align:center}td button{width:100%;padding:8px;border:0;background:#e5f5e0}td .taken{color:#999;padding:8px}.bg{position:fixed;inset:0;background:#0006}.win{width:360px;margin:90px auto;background:#fff;padding:20px;border-radius:8px}.win label{display:block;margin:8px 0}.e{color:#b00}`

const SCRIPT = `
const DAYS = ['Monday, 7 June', 'Tuesday, 8 June', 'Wednesday, 9 June', 'Thursday, 10 June', 'Friday, 11 June', 'Saturday, 12 June', 'Sunday, 13 June'], COURTS = ['Court 1', 'Court 2', 'Court 3 (indoor)'], HOURS = ['16:00', '17:00', '18:00', '19:00', '20:00']
let at = 0, mine = [{ day: 'Tuesday, 8 June', court: 'Court 2', hour: '18:00' }, { day: 'Friday, 11 June', court: 'Court 1', hour: '17:00' }]
const taken = (d, c, h) => (d * 5 + c * 3 + h * 7) % 4 === 0
function draw() {
  $('#day').textContent = DAYS[at]
  $$('.day button').forEach((b, i) => { b.disabled = i ? at === 6 : at === 0 })
  $('#grid').innerHTML = '<table><thead><tr><th></th>' + COURTS.map((c) => '<th>' + c + '</th>').join('') + '</tr></thead><tbody>' + HOURS.map((h, y) => '<tr><th>' + h + '</th>' + COURTS.map((c, x) => {
    const own = mine.some((m) => m.day === DAYS[at] && m.court === c && m.hour === h)
    return '<td>' + (own ? '<b>Your booking</b>' : taken(at, x, y) ? '<div class="taken">Booked</div>' : '<button aria-label="Book ' + c + ' at ' + h + '" data-c="' + c + '" data-h="' + h + '">Free</button>') + '</td>'
  }).join('') + '</tr>').join('') + '</tbody></table>'
  $('#mine').innerHTML = mine.map((m, i) => '<li>' + m.day + ', ' + m.hour + ', ' + m.court + ' <button class="rm" data-i="' + i + '" title="Cancel booking">✕</button></li>').join('') || '<li>None</li>'
}
function win(html) { $('#modal').innerHTML = '<div class="bg"><div class="win" role="dialog" aria-modal="true">' + html + '</div></div>' }
const shut = () => { $('#modal').innerHTML = '' }; document.addEventListener('click', async (e) => {
  const b = e.target.closest('button'); if (!b) return
  if (b.closest('.day')) { at += b.textContent === '▶' ? 1 : -1; $('#grid').innerHTML = '<p>Loading courts…</p>'; setTimeout(draw, 200) }
  if (b.dataset.c) {
    win('<h3>' + b.dataset.c + ', ' + DAYS[at] + ', ' + b.dataset.h + '</h3><label>Partner\\'s name<input id="partner"></label><label>Type of play<select id="type"><option>Singles</option><option>Doubles</option><option>Training</option></select></label><label><input type="checkbox" id="light"> Floodlight (€4)</label><p class="e"></p><button class="close">Close</button> <button class="ok">Book court</button>')
    $('.ok').onclick = async () => {
      const partner = $('#partner').value.trim()
      if (!partner) return void ($('.e').textContent = 'Please name your partner.')
      const body = { day: DAYS[at], court: b.dataset.c, hour: b.dataset.h }
      await send('/api/bookings', { slot: body.day + ' ' + body.hour + ' ' + body.court, partner, type: $('#type').value, light: $('#light').checked })
      mine = [...mine, body]; draw(); win('<h3>Booked!</h3><p>Your door code is 6142.</p><button class="close">Close</button>')
    }
  }
  if (b.matches('.close')) shut()
  if (b.matches('.rm')) {
    const { day, court, hour } = mine[b.dataset.i]
    win('<h3>Cancel this booking?</h3><p>' + day + ', ' + hour + ', ' + court + '</p><button class="close">Keep it</button> <button class="sure">Cancel booking</button>')
    $('.sure').onclick = async () => { await send('/api/bookings/cancel', { day, court, hour }); mine.splice(b.dataset.i, 1); shut(); draw() }
  }
})
draw()`

/** A club's courts: a grid of hours, a day at a time, dialogs for what is booked or cancelled. */
export const tennisCourts: Flow = {
  name: 'tennis-courts',
  kind: 'modal',
  pages: {
    '/courts': page({ title: 'Court booking – TC Eichhain', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Go to Wednesday, 9 June, click the free slot of Court 1 at 19:00, enter Greta Solberg as partner, choose Doubles and click Book court.',
      ],
      expect: {
        sent: [
          {
            path: '/api/bookings',
            body: { slot: 'Wednesday, 9 June 19:00 Court 1', partner: 'Greta Solberg', type: 'Doubles' },
          },
        ],
      },
      async solve(tab) {
        await choose(tab, 2, 'Court 1 at 19:00', 'Greta Solberg')
        await tab.selectOption('#type', 'Doubles')
        await tab.click('.ok')
      },
    },
    {
      prompts: ["I can't make it on Friday. Cancel my court booking for that day."],
      expect: {
        sent: [
          { path: '/api/bookings/cancel', body: { day: 'Friday, 11 June', court: 'Court 1', hour: '17:00' } },
        ],
      },
      async solve(tab) {
        await tab.click('.rm[data-i="1"]')
        await tab.click('.sure')
      },
    },
    {
      prompts: [
        'Book the indoor court for singles with Pavel Hora on Thursday 10 June at 8 pm, with floodlight. What is the door code?',
      ],
      expect: {
        sent: [
          {
            path: '/api/bookings',
            body: {
              slot: 'Thursday, 10 June 20:00 Court 3 (indoor)',
              partner: 'Pavel Hora',
              type: 'Singles',
              light: true,
            },
          },
        ],
        output: ['6142'],
      },
      async solve(tab) {
        await choose(tab, 3, 'Court 3 (indoor) at 20:00', 'Pavel Hora')
        await tab.check('#light')
        await tab.click('.ok')
      },
    },
  ],
}

async function choose(tab: Page, days: number, slot: string, partner: string): Promise<void> {
  for (let count = 0; count < days; count++) {
    await tab.click('[aria-label="Next day"]')
    await tab.waitForTimeout(300)
  }
  await tab.click(`[aria-label="Book ${slot}"]`)
  await tab.fill('#partner', partner)
}
