import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const CITY = `
<div class="ban"><b>City of Ashcombe</b><form class="s"><input type="search" placeholder="Search this site" aria-label="Search this site"></form></div>
<div class="cols"><nav><a href="/parking">Parking</a><a href="#bins">Bins and recycling</a><a href="#tax">Council tax</a></nav>
<main><h1>Resident parking permit</h1><p>A permit costs £62 a year for the first vehicle. Apply with the form below. You need your vehicle's registration number.</p>
<iframe src="/embed/permit" title="Permit application" width="560" height="560"></iframe><p>Questions? Call 01632 960 114.</p></main></div>`

const CITY_STYLE = `.ban{background:#203a72;color:#fff;padding:16px 28px;display:flex;justify-content:space-between}.cols{display:flex;gap:30px;padding:20px 28px}nav a{display:block;padding:6px 0}iframe{border:1px solid #ccc}`

const FORM = `
<form id="permit" novalidate><h2>Your application</h2>
<div class="g"><label for="zone">Parking zone</label><select id="zone"><option value="">Select a zone</option><option value="A">Zone A – Old Town</option><option value="B">Zone B – Harbour</option><option value="C">Zone C – University</option></select></div>
<div class="g"><label for="reg">Registration number</label><input id="reg" placeholder="AB12 CDE"></div>
<div class="g"><label for="start">Permit starts on</label><input id="start" placeholder="DD/MM/YYYY"></div>
<fieldset><legend>How long do you need it?</legend><label><input type="radio" name="len" value="6"> 6 months</label> <label><input type="radio" name="len" value="12"> 12 months</label></fieldset>
<div class="g"><label for="name">Name of the keeper</label><input id="name"></div>
<div class="g"><label><input type="checkbox" id="ev"> The vehicle is fully electric</label></div>
<p class="e" role="alert"></p><button type="submit">Submit application</button></form>`

const FORM_STYLE = `body{padding:14px}.g{margin:12px 0}.g>label:first-child{display:block;font-weight:600}input:not([type]){padding:7px;width:240px}.e{color:#b10e1e}`

const FORM_SCRIPT = `
$('#permit').onsubmit = async (e) => {
  e.preventDefault()
  const start = $('#start').value.trim().match(/^(\\d{1,2})\\/(\\d{1,2})\\/(\\d{4})$/), len = $('[name=len]:checked')
  const plate = $('#reg').value.replace(/\\s/g, '').toUpperCase()
  const bad = !$('#zone').value ? 'Select a parking zone' : !/^[A-Z]{2}\\d{2}[A-Z]{3}$/.test(plate) ? 'Enter a registration number like AB12 CDE' : !start ? 'Enter the start date as DD/MM/YYYY' : !len ? 'Choose how long you need the permit' : !$('#name').value.trim() ? 'Enter the name of the keeper' : ''
  $('.e').textContent = bad
  if (bad) return
  await send('/api/permits', { zone: $('#zone').value, plate, start: start[3] + '-' + start[2].padStart(2, '0') + '-' + start[1].padStart(2, '0'), months: Number(len.value), keeper: $('#name').value.trim(), electric: $('#ev').checked })
  document.body.innerHTML = '<h2>Application received</h2><p>Your permit number is <b>ASH-20958</b>. It is valid as soon as you have paid.</p>'
}`

/** A council's form that lives in a frame of its page. */
export const parkingPermit: Flow = {
  name: 'parking-permit',
  kind: 'iframe',
  pages: {
    '/parking/permit': page({ title: 'Resident parking permit', style: CITY_STYLE, body: CITY }),
    '/embed/permit': page({
      title: 'Permit application',
      style: FORM_STYLE,
      body: FORM,
      script: FORM_SCRIPT,
    }),
  },
  trials: [
    {
      prompts: [
        'Fill in the permit application: parking zone "Zone B – Harbour", registration number KV68 TRE, permit starts on 01/09/2027, 12 months, name of the keeper Oluwaseun Bright. Then submit the application.',
      ],
      expect: {
        sent: [
          {
            path: '/api/permits',
            body: {
              zone: 'B',
              plate: 'KV68TRE',
              start: '2027-09-01',
              months: 12,
              keeper: 'Oluwaseun Bright',
            },
          },
        ],
      },
      async solve(tab) {
        const frame = tab.frameLocator('iframe')
        await frame.locator('#zone').selectOption('B')
        await frame.locator('#reg').fill('KV68 TRE')
        await frame.locator('#start').fill('01/09/2027')
        await frame.locator('[value="12"]').check()
        await frame.locator('#name').fill('Oluwaseun Bright')
        await frame.locator('[type=submit]').click()
      },
    },
    {
      prompts: [
        'Get a six-month parking permit near the university for my electric car, plate LD23 OWA, from 15 October 2027. The keeper is Freya Lindholm. Tell me the permit number.',
      ],
      expect: {
        sent: [
          {
            path: '/api/permits',
            body: {
              zone: 'C',
              plate: 'LD23OWA',
              start: '2027-10-15',
              months: 6,
              keeper: 'Freya Lindholm',
              electric: true,
            },
          },
        ],
        output: ['ASH-20958'],
      },
      async solve(tab) {
        const frame = tab.frameLocator('iframe')
        await frame.locator('#zone').selectOption('C')
        await frame.locator('#reg').fill('LD23 OWA')
        await frame.locator('#start').fill('15/10/2027')
        await frame.locator('[value="6"]').check()
        await frame.locator('#name').fill('Freya Lindholm')
        await frame.locator('#ev').check()
        await frame.locator('[type=submit]').click()
      },
    },
  ],
}
