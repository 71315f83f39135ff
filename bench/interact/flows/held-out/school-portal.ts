import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const MARKS = {
  'Autumn term': [
    ['Mathematics', '2.3', 'Mr Petrov'],
    ['Biology', '1.7', 'Ms Adeyemi'],
    ['History', '2.0', 'Mr Sandoval'],
    ['Music', '1.3', 'Ms Lund'],
  ],
  'Spring term': [
    ['Mathematics', '1.9', 'Mr Petrov'],
    ['Biology', '2.4', 'Ms Adeyemi'],
    ['History', '1.8', 'Mr Sandoval'],
    ['Music', '1.5', 'Ms Lund'],
  ],
}

const BODY = `
<header><b>Birchwood School · Parent portal</b><label>Child <select id="kid"><option>Ida Bergmann (7b)</option><option>Emil Bergmann (4a)</option></select></label></header>
<div class="tabs" role="tablist" aria-label="Sections"><button role="tab" id="t-time" aria-controls="p-time" aria-selected="true">Timetable</button><button role="tab" id="t-marks" aria-controls="p-marks" aria-selected="false">Marks</button><button role="tab" id="t-abs" aria-controls="p-abs" aria-selected="false">Absences</button><button role="tab" id="t-msg" aria-controls="p-msg" aria-selected="false">Messages</button></div>
<section role="tabpanel" id="p-time" aria-labelledby="t-time"><h2>Timetable</h2><table><tr><th></th><th>Mon</th><th>Tue</th><th>Wed</th></tr><tr><th>08:00</th><td>Mathematics</td><td>Biology</td><td>History</td></tr><tr><th>09:45</th><td>Music</td><td>Mathematics</td><td>English</td></tr></table></section>
<section role="tabpanel" id="p-marks" aria-labelledby="t-marks" hidden><h2>Marks</h2><label>Term <select id="term"><option>Autumn term</option><option>Spring term</option></select></label><table><thead><tr><th>Subject</th><th>Average</th><th>Teacher</th></tr></thead><tbody></tbody></table></section>
<section role="tabpanel" id="p-abs" aria-labelledby="t-abs" hidden><h2>Report an absence</h2><form id="abs"><p><label>First day<input type="date" name="from" required></label></p><p><label>Last day<input type="date" name="to" required></label></p><p><label>Reason<select name="reason" required><option value="">Select…</option><option>Illness</option><option>Medical appointment</option><option>Family event</option></select></label></p><p><label>Note for the class teacher<textarea name="note" rows="3"></textarea></label></p><p class="err" role="alert"></p><button>Submit absence</button></form></section>
<section role="tabpanel" id="p-msg" aria-labelledby="t-msg" hidden><h2>Messages</h2><details><summary>Class trip to Lake Orrin</summary><p>We leave on 21 May at 7:40 from the north car park. The cost is 34 euros per child.</p></details><details><summary>New lunch supplier</summary><p>From April on the canteen is run by Green Spoon.</p></details><details><summary>Library books due</summary><p>Please return all books by 30 June.</p></details></section>`

const STYLE = `header{display:flex;justify-content:space-between;padding:14px 24px;background:#2f5d3a;color:#fff}.tabs{padding:0 18px;border-bottom:1px solid #ccc}.tabs button{border:0;background:none;padding:12px}.tabs [aria-selected=true]{border-bottom:3px solid #2f5d3a}section{padding:10px 24px}td,th{padding:6px 14px;text-align:left}label input,label select,label textarea{margin-left:8px}summary{padding:8px 0;cursor:pointer}.err{color:#b00}`

const SCRIPT = `
const marks = ${JSON.stringify(MARKS)}
$$('[role=tab]').forEach((t) => { t.onclick = () => {
  $$('[role=tab]').forEach((o) => { o.setAttribute('aria-selected', String(o === t)); $('#' + o.getAttribute('aria-controls')).hidden = o !== t })
} })
function rows() { $('#p-marks tbody').innerHTML = marks[$('#term').value].map((r) => '<tr><td>' + r.join('</td><td>') + '</td></tr>').join('') }
$('#term').onchange = () => { $('#p-marks tbody').innerHTML = '<tr><td>Loading…</td></tr>'; setTimeout(rows, 250) }
rows()
$('#abs').onsubmit = async (e) => {
  e.preventDefault()
  const body = Object.fromEntries(new FormData(e.target))
  if (body.to < body.from) return void ($('.err').textContent = 'The last day is before the first day.')
  await send('/api/absences', { child: $('#kid').value, ...body })
  $('#p-abs').innerHTML = '<h2>Absence reported</h2><p>The class teacher has been informed.</p>'
}`

/** A school's portal for parents: tabs, native dates, marks to read. */
export const schoolPortal: Flow = {
  name: 'school-portal',
  kind: 'tabs',
  pages: { '/portal': page({ title: 'Birchwood School', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Open the Marks tab, choose the Spring term and tell me the average in Biology.'],
      expect: {
        state: { '$("#term").value': 'Spring term', '$("#p-marks").hidden': false },
        output: [/2[.,]4/],
      },
      async solve(tab) {
        await tab.click('#t-marks')
        await tab.selectOption('#term', 'Spring term')
      },
    },
    {
      prompts: [
        'Emil is ill from 8 to 10 February 2027. Report that to the school, with the note "Doctor\'s letter follows".',
      ],
      expect: {
        sent: [
          {
            path: '/api/absences',
            body: {
              child: 'Emil Bergmann (4a)',
              from: '2027-02-08',
              to: '2027-02-10',
              reason: 'Illness',
              note: "Doctor's letter follows",
            },
          },
        ],
        shows: ['Absence reported'],
      },
      async solve(tab) {
        await tab.selectOption('#kid', 'Emil Bergmann (4a)')
        await tab.click('#t-abs')
        await tab.fill('[name=from]', '2027-02-08')
        await tab.fill('[name=to]', '2027-02-10')
        await tab.selectOption('[name=reason]', 'Illness')
        await tab.fill('[name=note]', "Doctor's letter follows")
        await tab.click('#abs button')
      },
    },
    {
      prompts: [
        'Find out in the messages when the class trip to Lake Orrin leaves and what it costs per child.',
      ],
      expect: { output: [/7[:.]40/, '34'] },
      async solve(tab) {
        await tab.click('#t-msg')
        await tab.click('text=Class trip')
      },
    },
  ],
}
