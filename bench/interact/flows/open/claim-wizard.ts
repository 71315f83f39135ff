import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<header class="bar">Harborline Travel Insurance</header><main id="root"><p>Loading…</p></main>`

const STYLE = `.bar{background:#0b3d5c;color:#fff;padding:14px 24px;font-weight:600}main{max-width:560px;margin:24px auto}.steps{display:flex;gap:20px;list-style:none;padding:0;color:#888}.steps .on{color:#0b3d5c;font-weight:600}.f{margin:14px 0}.f>label,.f>.lab{display:block;margin-bottom:4px}.err{color:#b00020;font-size:13px}.row{display:flex;gap:8px}.card{border:1px solid #ccc;padding:10px 14px;display:block;margin:6px 0}input,select,textarea,button{font:inherit;padding:6px 10px}`

const SCRIPT = `
const MONTHS = ['January','February','March','April','May','June','July','August','September','October','November','December']
const options = (list, hint) => '<option value="">' + hint + '</option>' + list.map((x) => '<option>' + x + '</option>').join('')
const data = { policy: '', day: '', month: '', year: '', kind: '', when: '', amount: '', what: '', holder: '', iban: '', truth: false }
let step = 0
const field = (id, label, control) => '<div class="f"><label for="' + id + '">' + label + '</label>' + control + '<div class="err" id="' + id + '-err" role="alert"></div></div>'
const STEPS = [
  () => '<h1>Your policy</h1>' + field('policy', 'Policy number', '<input id="policy" placeholder="HL-000000">')
    + '<div class="f"><span class="lab">Date of birth</span><div class="row"><select id="day" aria-label="Day">' + options(Array.from({ length: 31 }, (_, i) => i + 1), 'Day') + '</select><select id="month" aria-label="Month">' + options(MONTHS, 'Month') + '</select><select id="year" aria-label="Year">' + options(Array.from({ length: 80 }, (_, i) => 2008 - i), 'Year') + '</select></div></div>',
  () => '<h1>What happened?</h1><div role="radiogroup" aria-label="Type of claim">' + ['Delayed flight', 'Lost luggage', 'Medical treatment', 'Cancelled trip'].map((x) => '<label class="card"><input type="radio" name="kind" value="' + x + '"> ' + x + '</label>').join('') + '</div>'
    + field('when', 'Date of incident', '<input type="date" id="when">') + field('amount', 'Amount claimed (EUR)', '<input id="amount" inputmode="decimal">') + field('what', 'Describe what happened', '<textarea id="what" rows="3" cols="48"></textarea>'),
  () => '<h1>Payout</h1>' + field('holder', 'Account holder', '<input id="holder" autocomplete="name">') + field('iban', 'IBAN', '<input id="iban">') + '<div class="f"><label><input type="checkbox" id="truth"> I confirm that everything I have stated is true</label></div>',
]
const VALID = [
  () => /^HL-[0-9]{6}$/.test(data.policy) && data.day && data.month && data.year,
  () => data.kind && data.when && Number(data.amount) > 0 && data.what.trim().length > 9,
  () => data.holder.trim() && data.iban.replace(/ /g, '').length > 14 && data.truth,
]
function paint() {
  $('#root').innerHTML = '<ol class="steps">' + ['Policy', 'Incident', 'Payout'].map((x, i) => '<li class="' + (i === step ? 'on' : '') + '">' + (i + 1) + '. ' + x + '</li>').join('') + '</ol>' + STEPS[step]()
    + '<div class="row">' + (step ? '<button id="back">Back</button>' : '') + '<button id="next">' + (step === 2 ? 'Submit claim' : 'Continue') + '</button></div>'
  for (const el of $$('#root input, #root select, #root textarea')) {
    if (el.type === 'radio') el.checked = data.kind === el.value
    else if (el.type === 'checkbox') el.checked = data.truth
    else el.value = data[el.id]
    el.oninput = () => { data[el.type === 'radio' ? 'kind' : el.id] = el.type === 'checkbox' ? el.checked : el.value; check() }
    el.onchange = () => {
      el.oninput()
      if (el.id === 'policy') $('#policy-err').textContent = /^HL-[0-9]{6}$/.test(el.value) ? '' : 'A policy number consists of HL- and six digits'
    }
  }
  $('#next').onclick = async () => {
    $('#next').disabled = true
    if (step < 2) { step++; setTimeout(paint, 250); return }
    await send('/api/claims', { ...data, iban: data.iban.replace(/ /g, ''), amount: Number(data.amount) })
    $('#root').innerHTML = '<h1>Thank you, we have received your claim</h1><p>Your claim reference is <b>C-48213</b>. We answer within 5 working days.</p>'
  }
  if (step) $('#back').onclick = () => { step--; paint() }
  check()
}
function check() { $('#next').disabled = !VALID[step]() }
setTimeout(paint, 300)`

/** A claim in three steps, each of them to be filled in before the next. */
export const claimWizard: Flow = {
  name: 'claim-wizard',
  kind: 'multi-step form',
  pages: { '/claim': page({ title: 'Make a claim', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Enter policy number HL-204417 and date of birth 9 June 1984 and continue. Choose "Lost luggage", date of incident 2026-02-11, amount claimed 430, describe it as "Suitcase never arrived in Oslo" and continue. Account holder is Jonas Berg, IBAN NO9386011117947. Tick the confirmation and submit the claim.',
      ],
      expect: {
        sent: [
          {
            path: '/api/claims',
            body: {
              policy: 'HL-204417',
              day: '9',
              month: 'June',
              year: '1984',
              kind: 'Lost luggage',
              when: '2026-02-11',
              amount: 430,
              what: 'Suitcase never arrived in Oslo',
              holder: 'Jonas Berg',
              iban: 'NO9386011117947',
              truth: true,
            },
          },
        ],
      },
      async solve(tab) {
        await tab.fill('#policy', 'HL-204417')
        await tab.selectOption('#day', '9')
        await tab.selectOption('#month', 'June')
        await tab.selectOption('#year', '1984')
        await tab.click('text=Continue')
        await tab.click('text=Lost luggage')
        await tab.fill('#when', '2026-02-11')
        await tab.fill('#amount', '430')
        await tab.fill('#what', 'Suitcase never arrived in Oslo')
        await tab.click('text=Continue')
        await tab.fill('#holder', 'Jonas Berg')
        await tab.fill('#iban', 'NO9386011117947')
        await tab.check('#truth')
        await tab.click('text=Submit claim')
      },
    },
    {
      prompts: [
        'Type HL-12 into the policy number field, leave the field and tell me the error message that appears.',
      ],
      expect: { shows: ['A policy number consists of HL- and six digits'], output: [/six digits/i] },
      async solve(tab) {
        await tab.fill('#policy', 'HL-12')
        await tab.locator('#policy').blur()
      },
    },
  ],
}
