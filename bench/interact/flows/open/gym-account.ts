import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header class="top">Kettle &amp; Bell <span>Signed in as Rosa Lind</span></header>
<main><h1>My account</h1>
<div role="tablist" aria-label="Account">
<button role="tab" id="t1" aria-controls="p1" aria-selected="true">Overview</button><button role="tab" id="t2" aria-controls="p2" aria-selected="false">Membership</button><button role="tab" id="t3" aria-controls="p3" aria-selected="false">Visits</button><button role="tab" id="t4" aria-controls="p4" aria-selected="false">Contact details</button></div>
<section role="tabpanel" id="p1" aria-labelledby="t1"><p>Welcome back, Rosa. Your home studio is <b>Riverside</b>.</p></section>
<section role="tabpanel" id="p2" aria-labelledby="t2" hidden><dl><dt>Plan</dt><dd>Flex 12</dd><dt>Runs until</dt><dd>30 September 2027</dd><dt>Monthly fee</dt><dd>€ 34.90</dd></dl><p id="state">Active</p><button id="pause">Pause membership</button> <button id="change">Change plan</button></section>
<section role="tabpanel" id="p3" aria-labelledby="t3" hidden><table><tr><th>Month</th><th>Visits</th><th>Last studio</th></tr><tr><td>January 2027</td><td>9</td><td>Riverside</td></tr><tr><td>February 2027</td><td>14</td><td>Old Mill</td></tr><tr><td>March 2027</td><td>6</td><td>Riverside</td></tr></table></section>
<section role="tabpanel" id="p4" aria-labelledby="t4" hidden><form id="contact"><p><label>Email <input type="email" name="email" value="rosa@lind.example"></label></p><p><label>Mobile <input name="mobile" value="0170 111"></label></p><p><label><input type="checkbox" name="sms"> Remind me of classes by text message</label></p><button disabled>Save</button></form></section>
</main>
<dialog id="dlg" aria-labelledby="dh"><form><h2 id="dh">Pause your membership</h2><p><label>Pause from <input type="date" name="from" min="2027-04-01"></label></p><p><label>For how long? <select name="months"><option value="">Please choose</option><option value="1">1 month</option><option value="2">2 months</option><option value="3">3 months</option></select></label></p>
<fieldset><legend>Reason</legend><label><input type="radio" name="reason" value="injury"> Injury or illness</label> <label><input type="radio" name="reason" value="travel"> Travel</label> <label><input type="radio" name="reason" value="other"> Something else</label></fieldset><p class="err" role="alert"></p><button type="button" id="no">Keep membership</button> <button>Pause now</button></form></dialog>
<div id="toast" role="status"></div>`

const STYLE = `.top{background:#132;color:#fff;padding:14px 24px;display:flex;justify-content:space-between}main{max-width:640px;margin:20px auto}[role=tab]{padding:10px 16px;border:0;background:none;border-bottom:3px solid transparent}[role=tab][aria-selected=true]{border-color:#2a7}td,th{padding:6px 18px;text-align:left}.err{color:#b00}#toast{position:fixed;bottom:20px;left:20px;background:#222;color:#fff;padding:0 16px}`

const SCRIPT = `
for (const tab of $$('[role=tab]')) tab.onclick = () => { for (const other of $$('[role=tab]')) { other.setAttribute('aria-selected', String(other === tab)); $('#' + other.getAttribute('aria-controls')).hidden = other !== tab } }
const toast = (text) => { $('#toast').innerHTML = '<p>' + text + '</p>' }
$('#pause').onclick = () => $('#dlg').showModal()
$('#no').onclick = () => $('#dlg').close()
$('#change').onclick = () => toast('Plans can be changed from July on.')
$('#dlg form').onsubmit = async (event) => {
  event.preventDefault()
  const body = Object.fromEntries(new FormData(event.target))
  if (!body.from || !body.months || !body.reason) { $('.err').textContent = 'Please fill in all of the fields.'; return }
  await send('/api/pause', body)
  $('#dlg').close()
  $('#state').textContent = 'Paused from ' + body.from
  toast('Your membership will be paused.')
}
$('#contact').oninput = () => { $('#contact button').disabled = false }
$('#contact').onsubmit = async (event) => {
  event.preventDefault()
  const form = event.target
  await send('/api/contact', { email: form.email.value, mobile: form.mobile.value, sms: form.sms.checked })
  $('#contact button').disabled = true
  toast('Contact details saved.')
}`

/** An account in tabs, with a dialog to pause a membership. */
export const gymAccount: Flow = {
  name: 'gym-account',
  kind: 'tabs',
  pages: { '/account': page({ title: 'My account', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Open the Membership tab, click Pause membership, set "Pause from" to 1 May 2027 and the duration to 2 months, choose Travel as the reason and click Pause now',
      ],
      expect: {
        sent: [{ path: '/api/pause', body: { from: '2027-05-01', months: '2', reason: 'travel' } }],
        shows: ['Paused from 2027-05-01'],
      },
      async solve(tab) {
        await tab.click('#t2')
        await tab.click('#pause')
        await tab.fill('[name=from]', '2027-05-01')
        await tab.selectOption('[name=months]', '2')
        await tab.check('[value=travel]')
        await tab.click('text=Pause now')
      },
    },
    {
      prompts: ['How many times did I go in February 2027, and until when does my membership run?'],
      expect: { sent: [], output: [/\b14\b|fourteen/i, /30(th)?( of)? Sep|Sep\w* 30|2027-09-30/i] },
      async solve(tab) {
        await tab.click('#t3')
        await tab.click('#t2')
      },
    },
    {
      prompts: [
        'My new mobile number is 0170 998877, please update my contact details. I also want text message reminders for classes.',
      ],
      expect: {
        sent: [
          { path: '/api/contact', body: { email: 'rosa@lind.example', mobile: '0170 998877', sms: true } },
        ],
      },
      async solve(tab) {
        await tab.click('#t4')
        await tab.fill('[name=mobile]', '0170 998877')
        await tab.check('[name=sms]')
        await tab.click('#contact button')
      },
    },
  ],
}
