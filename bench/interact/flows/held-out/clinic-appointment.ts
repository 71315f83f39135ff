import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<header class="top"><b>Harbour Street Clinic</b><nav><a href="#team">Team</a><a href="#hours">Opening hours</a><a href="#contact">Contact</a></nav></header><main class="wrap"><h1>Request an appointment</h1><div class="form"><div class="row"><label for="doc">Practitioner</label><select id="doc"><option value="">Please choose</option><option>Dr. Imani Okafor</option><option>Dr. Signe Lindqvist</option><option>Dr. Paul Arden</option></select></div><div class="row"><span class="lbl">Reason</span><label><input type="radio" name="why" value="Check-up" checked> Check-up</label><label><input type="radio" name="why" value="Vaccination"> Vaccination</label><label><input type="radio" name="why" value="Test results"> Test results</label></div><div class="row"><label for="day">Date</label><span class="pick"><input id="day" readonly placeholder="Select a date"><span class="ico">📅</span><div class="pop" hidden></div></span></div><div class="row"><span class="lbl">Time</span><div class="slots"><em>Choose a date first</em></div></div><div class="row"><label for="nm">Full name</label><input id="nm" autocomplete="name"></div><div class="row"><label for="ph">Phone</label><input id="ph" type="tel"></div><div class="row"><label class="full"><input type="checkbox" id="ok"> I have read the privacy notice</label></div><button class="go" disabled>Request appointment</button></div></main>`

const STYLE = `.top{display:flex;justify-content:space-between;padding:14px 28px;background:#0b5563;color:#fff}.top a{color:#fff;margin-left:18px}.wrap{max-width:640px;margin:24px auto}.row{display:flex;gap:12px;align-items:center;margin:14px 0}.row>label:first-child,.lbl{width:110px}.row .full{width:auto}.pick{position:relative}.pop{position:absolute;z-index:5;top:34px;left:0;width:266px;background:#fff;border:1px solid #bbb;padding:10px;box-shadow:0 4px 14px #0003}.cap{display:flex;justify-content:space-between}.cap span{cursor:pointer;padding:0 8px}.days{display:grid;grid-template-columns:repeat(7,1fr);text-align:center}.d{padding:5px;cursor:pointer}.d.off{color:#bbb;cursor:default}.chip{display:inline-block;border:1px solid #0b5563;border-radius:14px;padding:3px 12px;margin:3px;cursor:pointer}.chip.on{background:#0b5563;color:#fff}`

const SCRIPT = `
const MONTHS = ['January','February','March','April','May','June','July','August','September','October','November','December']
let year = 2027, month = 8, picked = null, slot = null
const pop = $('.pop')
const pad = (n) => String(n).padStart(2, '0')
function draw() {
  const lead = (new Date(year, month, 1).getDay() + 6) % 7, count = new Date(year, month + 1, 0).getDate()
  let cells = ['Mo','Tu','We','Th','Fr','Sa','Su'].map((d) => '<div>' + d + '</div>').join('') + '<div></div>'.repeat(lead)
  for (let d = 1; d <= count; d++) cells += '<div class="d' + ((lead + d) % 7 === 0 ? ' off' : '') + '" data-d="' + d + '">' + d + '</div>'
  pop.innerHTML = '<div class="cap"><span class="prev">‹</span><b>' + MONTHS[month] + ' ' + year + '</b><span class="next">›</span></div><div class="days">' + cells + '</div>'
}
const turn = (by) => { const at = new Date(year, month + by, 1); year = at.getFullYear(); month = at.getMonth(); setTimeout(draw, 60) }
$('.pick').onclick = (e) => { if (!pop.contains(e.target)) { pop.hidden = !pop.hidden; draw() } }
pop.onclick = (e) => {
  if (e.target.matches('.prev')) turn(-1)
  if (e.target.matches('.next')) turn(1)
  if (!e.target.matches('.d:not(.off)')) return
  picked = year + '-' + pad(month + 1) + '-' + pad(e.target.dataset.d)
  $('#day').value = e.target.dataset.d + ' ' + MONTHS[month] + ' ' + year
  pop.hidden = true; slot = null
  $('.slots').innerHTML = '<em>Loading…</em>'
  setTimeout(() => { $('.slots').innerHTML = ['08:15', '09:00', '10:30', '14:45', '16:00'].map((t) => '<span class="chip">' + t + '</span>').join('') ; check() }, 300)
}
$('.slots').onclick = (e) => { if (e.target.matches('.chip')) { slot = e.target.textContent; $$('.chip').forEach((c) => c.classList.toggle('on', c === e.target)); check() } }
function check() { $('.go').disabled = !($('#doc').value && picked && slot && $('#nm').value.trim() && $('#ph').value.trim() && $('#ok').checked) }
$('.form').addEventListener('input', check)
$('.go').onclick = async () => {
  await send('/api/appointments', { doctor: $('#doc').value, reason: $('[name=why]:checked').value, date: picked, time: slot, name: $('#nm').value.trim(), phone: $('#ph').value.replace(/\\D/g, '') })
  $('.wrap').innerHTML = '<h1>Thank you</h1><p>Your request has been received. Reference: <b>HC-48271</b></p>'
}`

/** A calendar of plain boxes that opens from a field, and times that follow from the day. */
export const clinicAppointment: Flow = {
  name: 'clinic-appointment',
  kind: 'date picker',
  pages: {
    '/appointments': page({ title: 'Harbour Street Clinic', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Choose Dr. Imani Okafor as practitioner, pick 14 October 2027 as the date, select the time 10:30, fill in the full name Lena Fischer and the phone number 0151 2233445, tick the privacy notice and click Request appointment.',
      ],
      expect: {
        sent: [
          {
            path: '/api/appointments',
            body: {
              doctor: 'Dr. Imani Okafor',
              date: '2027-10-14',
              time: '10:30',
              name: 'Lena Fischer',
              phone: '01512233445',
            },
          },
        ],
        shows: ['HC-48271'],
      },
      solve: (tab) => book(tab, 'Dr. Imani Okafor', 1, '14|10:30|Lena Fischer|0151 2233445'),
    },
    {
      prompts: [
        'Tomás Rey needs a vaccination with Dr. Lindqvist on 3 November 2027, the earliest time they offer that day. His phone number is 555 0199. We accept the privacy notice. Send the request and tell me the reference.',
      ],
      expect: {
        sent: [
          {
            path: '/api/appointments',
            body: {
              doctor: 'Dr. Signe Lindqvist',
              reason: 'Vaccination',
              date: '2027-11-03',
              time: '08:15',
              name: 'Tomás Rey',
              phone: '5550199',
            },
          },
        ],
        output: ['HC-48271'],
      },
      async solve(tab) {
        await tab.check('[value=Vaccination]')
        await book(tab, 'Dr. Signe Lindqvist', 2, '3|08:15|Tomás Rey|555 0199')
      },
    },
  ],
}

async function book(tab: Page, doctor: string, turns: number, rest: string): Promise<void> {
  const [day = '', time = '', name = '', phone = ''] = rest.split('|')
  await tab.selectOption('#doc', doctor)
  await tab.click('#day')
  for (let turn = 0; turn < turns; turn++) {
    await tab.click('.next')
    await tab.waitForTimeout(120)
  }
  await tab.click(`.d[data-d="${day}"]`)
  await tab.click(`.chip:has-text("${time}")`)
  await tab.fill('#nm', name)
  await tab.fill('#ph', phone)
  await tab.check('#ok')
  await tab.click('.go')
}
