import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<header><b>✈ Petrel Air</b> Online check-in</header><main id="app"></main>`

const STYLE = `header{background:#0a2a4a;color:#fff;padding:16px 26px}main{max-width:620px;margin:20px auto}label{display:block;margin:10px 0}.pax{border:1px solid #ccd;padding:12px;margin:8px 0}.row{display:flex;gap:6px;align-items:center;margin:5px 0}.row b{width:28px}.seat{width:42px;height:34px;border:1px solid #0a2a4a;background:#eaf3fb}.seat[disabled]{background:#ccc;border-color:#ccc}.seat[aria-pressed=true]{background:#0a2a4a;color:#fff}.gap{width:26px}.bag{display:flex;gap:14px;align-items:center}.err{color:#b00}.cart{background:#f4f6f8;padding:12px}.next{padding:10px 20px}`

const SCRIPT = `
const taken = ['10A', '10B', '11C', '11D', '12A', '12B', '12D', '12E', '14A', '14F', '15B']
const s = { who: new Set(), seat: null, bags: 0, priority: false }
const app = $('#app')
const show = (fn) => { app.innerHTML = '<p aria-busy="true">One moment…</p>'; setTimeout(fn, 220) }
function find() {
  app.innerHTML = '<h1>Find your booking</h1><form><label>Booking reference<input id="pnr" maxlength="6" placeholder="6 characters"></label><label>Last name<input id="last"></label><p class="err" role="alert"></p><button class="next">Find booking</button></form>'
  $('form').onsubmit = (e) => {
    e.preventDefault()
    if ($('#pnr').value.trim().toUpperCase() !== 'QX7M2P' || $('#last').value.trim().toLowerCase() !== 'haraldsen') return void ($('.err').textContent = 'We cannot find a booking with these details.')
    show(people)
  }
}
function people() {
  app.innerHTML = '<h1>Who is checking in?</h1><p>PT 418 · Oslo → Lisbon · 6 May 2027, 09:35 · Gate B22</p>' + ['Kari Haraldsen', 'Jens Haraldsen'].map((n) => '<div class="pax"><label><input type="checkbox" value="' + n + '"> ' + n + '</label></div>').join('') + '<button class="next" disabled>Continue to seats</button>'
  $$('[type=checkbox]').forEach((c) => { c.onchange = () => { c.checked ? s.who.add(c.value) : s.who.delete(c.value); $('.next').disabled = !s.who.size } })
  $('.next').onclick = () => show(seats)
}
function seats() {
  app.innerHTML = '<h1>Choose a seat</h1><p>A and F are window seats, C and D are aisle seats.</p>' + [10, 11, 12, 14, 15].map((r) => '<div class="row"><b>' + r + '</b>' + [...'ABCDEF'].map((l) => (l === 'D' ? '<span class="gap"></span>' : '') + '<button class="seat" aria-pressed="false" aria-label="Seat ' + r + l + (taken.includes(r + l) ? ', occupied" disabled' : '"') + '>' + l + '</button>').join('') + '</div>').join('') + '<p>Selected: <b id="sel">none</b></p><button class="next" disabled>Continue to extras</button>'
  $$('.seat').forEach((b) => { b.onclick = () => { s.seat = b.getAttribute('aria-label').slice(5); $$('.seat').forEach((o) => o.setAttribute('aria-pressed', String(o === b))); $('#sel').textContent = s.seat; $('.next').disabled = false } })
  $('.next').onclick = () => show(extras)
}
function extras() {
  app.innerHTML = '<h1>Extras</h1><div class="bag"><span>Checked bags (€35 each)</span><button aria-label="Remove a bag">−</button><b id="bags">0</b><button aria-label="Add a bag">+</button></div><label><input type="checkbox" id="prio"> Priority boarding (€12)</label><div class="cart">Total: <b id="sum">€0</b></div><p><button class="next">Complete check-in</button></p>'
  const sum = () => { $('#bags').textContent = s.bags; $('#sum').textContent = '€' + (s.bags * 35 + (s.priority ? 12 : 0)) }
  $$('.bag button').forEach((b, i) => { b.onclick = () => { s.bags = Math.min(3, Math.max(0, s.bags + (i ? 1 : -1))); sum() } })
  $('#prio').onchange = (e) => { s.priority = e.target.checked; sum() }
  $('.next').onclick = async () => { await send('/api/checkin', { passengers: [...s.who].sort().join(', '), seat: s.seat, bags: s.bags, priority: s.priority }); show(done) }
}
function done() {
  const file = URL.createObjectURL(new Blob(['boarding pass ' + s.seat]))
  app.innerHTML = '<h1>You are checked in</h1><p>Boarding group 3, sequence number 087.</p><a class="bp" download="boarding-pass-PT418.pdf" href="' + file + '">Download boarding pass</a>'
}
find()`

const start = async (tab: Page, who: readonly string[], seat: string): Promise<void> => {
  await tab.fill('#pnr', 'QX7M2P')
  await tab.fill('#last', 'Haraldsen')
  await tab.click('.next')
  for (const name of who) await tab.check(`[value="${name}"]`)
  if (who.length === 0) return
  await tab.click('text=Continue to seats')
  await tab.click(`[aria-label="Seat ${seat}"]`)
  await tab.click('text=Continue to extras')
}

/** Check-in for a flight: a booking to find, a plan of seats, extras with their sum, a file at the end. */
export const airlineCheckin: Flow = {
  name: 'airline-checkin',
  kind: 'multi-step form',
  pages: { '/checkin': page({ title: 'Check-in – Petrel Air', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Enter the booking reference QX7M2P and the last name Haraldsen and click Find booking. Select Kari Haraldsen, continue to seats, choose seat 14C, continue to extras, add 2 checked bags and complete the check-in.',
      ],
      expect: {
        sent: [
          {
            path: '/api/checkin',
            body: { passengers: 'Kari Haraldsen', seat: '14C', bags: 2, priority: false },
          },
        ],
        shows: ['You are checked in'],
      },
      async solve(tab) {
        await start(tab, ['Kari Haraldsen'], '14C')
        await tab.click('[aria-label="Add a bag"]')
        await tab.click('[aria-label="Add a bag"]')
        await tab.click('text=Complete check-in')
      },
    },
    {
      prompts: [
        'Check Jens Haraldsen in for his flight (booking QX7M2P). He wants seat 15F, priority boarding and no bags. Download the boarding pass and tell me his sequence number.',
      ],
      expect: {
        sent: [
          {
            path: '/api/checkin',
            body: { passengers: 'Jens Haraldsen', seat: '15F', bags: 0, priority: true },
          },
        ],
        downloads: ['boarding-pass-PT418.pdf'],
        output: [/\b0?87\b/],
      },
      async solve(tab) {
        await start(tab, ['Jens Haraldsen'], '15F')
        await tab.check('#prio')
        await tab.click('text=Complete check-in')
        await tab.click('.bp')
      },
    },
    {
      prompts: [
        'Find the booking QX7M2P, last name Haraldsen',
        'From which gate and at what time does the flight leave?',
      ],
      expect: { shows: ['Who is checking in?'], output: ['B22', /0?9[:.]35/] },
      solve: (tab) => start(tab, [], ''),
    },
  ],
}
