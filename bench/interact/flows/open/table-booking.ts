import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>Osteria Lucciola</b><nav><a href="#menu">Menu</a> <a href="#about">About</a></nav></header>
<main><h1>Reserve a table</h1>
<div class="line"><span id="pl">Guests</span><div class="st" role="group" aria-labelledby="pl"><button aria-label="Fewer guests">−</button><output>2</output><button aria-label="More guests">+</button></div></div>
<div class="line"><span>Date</span><button id="date" aria-haspopup="dialog" aria-expanded="false">Pick a date</button></div>
<div id="slots" aria-live="polite"></div>
<form id="who" hidden><label>Name <input name="name" required></label><label>Phone <input name="phone" type="tel" required></label>
<label>Special requests <textarea name="note" placeholder="Allergies, high chair …"></textarea></label><button>Confirm reservation</button></form>
<div id="done" role="status"></div></main><div id="portal"></div>`

const STYLE = `header{display:flex;justify-content:space-between;padding:14px 24px;background:#311;color:#fff}header a{color:#fff}main{max-width:520px;margin:20px auto}.line{display:flex;gap:16px;align-items:center;margin:12px 0}.line>span{width:80px}.st{display:flex;gap:10px;align-items:center}.cal{position:absolute;top:150px;left:50%;background:#fff;border:1px solid #bbb;padding:12px;box-shadow:0 6px 20px #0003}.cal td{padding:2px}.cal td button{width:34px;height:30px;border:0;background:#f4f0ec}.cal td button:disabled{color:#bbb;background:none}.slot{margin:4px;padding:6px 12px}.slot.on{background:#311;color:#fff}form label{display:block;margin:8px 0}`

const SCRIPT = `
const NAMES = ['January','February','March','April','May','June','July','August','September','October','November','December']
const DAYS = ['Sunday','Monday','Tuesday','Wednesday','Thursday','Friday','Saturday']
let guests = 2, shown = new Date(2027, 0, 1), chosen = null, time = null
const [less, more] = $$('.st button'); less.onclick = () => { if (guests > 1) $('output').textContent = --guests }; more.onclick = () => { if (guests < 8) $('output').textContent = ++guests }
const iso = (d) => d.getFullYear() + '-' + String(d.getMonth() + 1).padStart(2, '0') + '-' + String(d.getDate()).padStart(2, '0')
function calendar() {
  const y = shown.getFullYear(), m = shown.getMonth(), lead = (new Date(y, m, 1).getDay() + 6) % 7, count = new Date(y, m + 1, 0).getDate()
  let rows = '<tr>' + '<td></td>'.repeat(lead)
  for (let d = 1; d <= count; d++) {
    const date = new Date(y, m, d)
    rows += '<td role="gridcell"><button name="day" data-d="' + d + '" aria-label="' + DAYS[date.getDay()] + ', ' + NAMES[m] + ' ' + d + ', ' + y + '"' + (date.getDay() === 1 ? ' disabled' : '') + '>' + d + '</button></td>' + ((lead + d) % 7 === 0 ? '</tr><tr>' : '')
  }
  $('#portal').innerHTML = '<div class="cal" role="dialog" aria-label="Choose date"><div><button aria-label="Go to previous month">‹</button> <b aria-live="polite">' + NAMES[m] + ' ' + y + '</b> <button aria-label="Go to next month">›</button></div><table role="grid"><thead><tr>' + ['Mo','Tu','We','Th','Fr','Sa','Su'].map((x) => '<th>' + x + '</th>').join('') + '</tr></thead><tbody>' + rows + '</tr></tbody></table><small>Closed on Mondays</small></div>'
  const [back, on] = $$('.cal > div button'); back.onclick = () => { shown = new Date(y, m - 1, 1); calendar() }
  on.onclick = () => { shown = new Date(y, m + 1, 1); calendar() }
  for (const b of $$('.cal td button')) b.onclick = () => { chosen = new Date(y, m, Number(b.dataset.d)); $('#portal').innerHTML = ''; $('#date').textContent = DAYS[chosen.getDay()].slice(0, 3) + ', ' + b.dataset.d + ' ' + NAMES[m].slice(0, 3) + ' ' + y; $('#date').setAttribute('aria-expanded', 'false'); slots() }
}
$('#date').onclick = () => { const open = !$('.cal'); $('#date').setAttribute('aria-expanded', String(open)); if (open) calendar(); else $('#portal').innerHTML = '' }
function slots() {
  time = null; $('#who').hidden = true
  $('#slots').innerHTML = '<p>Looking for free tables…</p>'
  setTimeout(() => {
    $('#slots').innerHTML = '<p>Choose a time</p>' + ['6:00 pm', '6:30 pm', '7:00 pm', '7:30 pm', '8:30 pm'].map((t) => '<button class="slot">' + t + '</button>').join('')
    for (const b of $$('.slot')) b.onclick = () => { time = b.textContent; for (const o of $$('.slot')) o.classList.toggle('on', o === b); $('#who').hidden = false }
  }, 450)
}
$('#who').onsubmit = async (event) => {
  event.preventDefault()
  await send('/api/reservations', { guests, date: iso(chosen), time, ...Object.fromEntries(new FormData($('#who'))) })
  $('#who').hidden = true; $('#slots').innerHTML = ''
  $('#done').innerHTML = '<h2>See you soon!</h2><p>Your confirmation number is <b>LUC-7732</b></p>'
}`

const PATH = '/api/reservations'
const ADA = { name: 'Ada Novak', phone: '0151 2345678' }
const PER = { name: 'Per Holm', phone: '555-0142', note: 'high chair please' }

type Wanted = { guests: number; months: number; day: string; time: string; fields?: Record<string, string> }

const reserve = async (tab: Page, { guests, months, day, time, fields = {} }: Wanted): Promise<void> => {
  for (let more = 2; more < guests; more++) await tab.click('[aria-label="More guests"]')
  await tab.click('#date')
  for (let on = 0; on < months; on++) await tab.click('[aria-label="Go to next month"]')
  await tab.click(`[aria-label="${day}"]`)
  await tab.click(`text=${time}`)
  for (const [name, value] of Object.entries(fields)) await tab.fill(`[name=${name}]`, value)
  if (fields.name !== undefined) await tab.click('text=Confirm reservation')
}

/** A table in a restaurant: guests by plus and minus, a calendar that pops up, times that come late. */
export const tableBooking: Flow = {
  name: 'table-booking',
  kind: 'date picker',
  pages: { '/reserve': page({ title: 'Osteria Lucciola', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Book a table for 4 on 12 March 2027 at 7 pm in the name of Ada Novak, phone 0151 2345678, and tell me the confirmation number.',
      ],
      expect: {
        sent: [{ path: PATH, body: { guests: 4, date: '2027-03-12', time: '7:00 pm', ...ADA } }],
        output: ['LUC-7732'],
      },
      solve: (tab) =>
        reserve(tab, { guests: 4, months: 2, day: 'Friday, March 12, 2027', time: '7:00 pm', fields: ADA }),
    },
    {
      prompts: [
        'Pick the date January 23, 2027',
        'Which times are free? Just list them.',
        'Choose 8:30 pm, fill in the name Per Holm and the phone 555-0142, add the special request "high chair please" and confirm the reservation',
      ],
      expect: {
        sent: [{ path: PATH, body: { guests: 2, date: '2027-01-23', time: '8:30 pm', ...PER } }],
        output: [/6:00/, /6:30/, /7:30/, /8:30/],
      },
      solve: (tab) =>
        reserve(tab, {
          guests: 2,
          months: 0,
          day: 'Saturday, January 23, 2027',
          time: '8:30 pm',
          fields: PER,
        }),
    },
    {
      prompts: [
        'Click "More guests" three times, open the date picker, go to the next month and choose Sunday 14 February 2027, then select 6:30 pm. Do not confirm anything yet.',
      ],
      expect: {
        sent: [],
        state: {
          "document.querySelector('output').textContent": '5',
          "document.querySelector('#date').textContent": 'Sun, 14 Feb 2027',
          "document.querySelector('.slot.on')?.textContent": '6:30 pm',
        },
      },
      solve: (tab) =>
        reserve(tab, { guests: 5, months: 1, day: 'Sunday, February 14, 2027', time: '6:30 pm' }),
    },
  ],
}
