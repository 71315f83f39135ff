import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div id="root"><h1>Residence permit renewal</h1><div id="pg" aria-live="polite">Step 1 of 3</div><form id="f" novalidate>
<fieldset class="st"><legend>About you</legend><div class="fld"><input id="a1" required><label for="a1">Surname</label></div><div class="fld"><input id="a2" required><label for="a2">Given names</label></div><div class="fld"><select id="a3"><option>—</option><option>Chile</option><option>Ghana</option><option>Nepal</option><option>Vietnam</option></select><label for="a3">Nationality</label></div></fieldset>
<fieldset class="st" hidden><legend>Contact</legend><div class="fld"><input id="b1" type="tel" required><label for="b1">Phone number</label></div><div class="fld"><input id="b2" required><label for="b2">Permit number</label><em class="msg" hidden>A permit number looks like RP-123456</em></div></fieldset>
<fieldset class="st" hidden><legend>Purpose</legend><div role="radiogroup" aria-label="Purpose of stay"><div class="rb" role="radio" aria-checked="false" tabindex="0">Work</div><div class="rb" role="radio" aria-checked="false" tabindex="0">Study</div><div class="rb" role="radio" aria-checked="false" tabindex="0">Family</div></div><div class="fld"><textarea id="c1" rows="3"></textarea><label for="c1">Remarks</label></div><label><input type="checkbox" id="c2"> The information is true and complete</label></fieldset>
<div class="act"><button type="button" id="p">Previous</button><button type="button" id="n">Save and continue</button></div></form></div>`

const STYLE = `#root{max-width:560px;margin:20px auto}.fld{position:relative;margin:22px 0}.fld label{position:absolute;left:0;top:-16px;font-size:12px;color:#666}.fld input,.fld select,.fld textarea{width:100%;padding:8px 0;border:0;border-bottom:2px solid #999}.bad input{border-color:red}.msg{color:red;font-size:12px}.rb{padding:8px 0 8px 26px;cursor:pointer;position:relative}.rb:before{content:'○';position:absolute;left:4px}.rb[aria-checked=true]:before{content:'●'}`

const SCRIPT = `
let step = 0, purpose = ''
const sets = $$('.st')
const go = (to) => { step = to; sets.forEach((s, i) => { s.hidden = i !== to }); $('#pg').textContent = 'Step ' + (to + 1) + ' of 3'; $('#n').textContent = to === 2 ? 'Submit application' : 'Save and continue' }
$$('.rb').forEach((r) => r.onclick = () => { purpose = r.textContent; $$('.rb').forEach((o) => o.setAttribute('aria-checked', String(o === r))) })
$('#p').onclick = () => step && go(step - 1)
$('#n').onclick = async () => {
  const missing = $$('input[required]', sets[step]).filter((i) => { const bad = !i.value.trim(); i.parentNode.classList.toggle('bad', bad); return bad })
  if (missing.length) return missing[0].focus()
  if (step === 1 && !/^RP-\\d{6}$/.test($('#b2').value)) { $('.msg').hidden = false; return }
  if (step < 2) return setTimeout(() => go(step + 1), 180)
  if (!purpose || !$('#c2').checked) return
  await send('/applications', { surname: $('#a1').value, given: $('#a2').value, nationality: $('#a3').value, phone: $('#b1').value, permit: $('#b2').value, purpose, remarks: $('#c1').value })
  $('#root').innerHTML = '<h1>Application received</h1><p>Your file number is 88-2107.</p>' }`

/** A form of an authority with labels after their fields. */
export const visaForm: Flow = {
  name: 'visa-form',
  kind: 'multi-step form',
  pages: { '/renewal': page({ title: 'Renewal', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Enter surname Thapa, given names Sunita Devi and nationality Nepal, then save and continue. Phone number is 555 0143, permit number RP-204981. Continue, purpose of stay: Study, remarks "Second year of nursing school", confirm that the information is true and submit the application. Tell me the file number.',
      ],
      expect: {
        sent: [
          {
            path: '/applications',
            body: {
              surname: 'Thapa',
              given: 'Sunita Devi',
              nationality: 'Nepal',
              phone: '555 0143',
              permit: 'RP-204981',
              purpose: 'Study',
              remarks: 'Second year of nursing school',
            },
          },
        ],
        output: ['88-2107'],
      },
      async solve(tab) {
        await tab.fill('#a1', 'Thapa')
        await tab.fill('#a2', 'Sunita Devi')
        await tab.selectOption('#a3', 'Nepal')
        await tab.click('#n')
        await tab.fill('#b1', '555 0143')
        await tab.fill('#b2', 'RP-204981')
        await tab.click('#n')
        await tab.click('.rb >> text=Study')
        await tab.fill('#c1', 'Second year of nursing school')
        await tab.check('#c2')
        await tab.click('#n')
      },
    },
  ],
}
