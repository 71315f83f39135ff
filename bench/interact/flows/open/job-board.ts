import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>Nordlicht Jobs</b></header><div class="cols"><aside aria-label="Filters"><h2>Filters</h2>
<details open><summary>Field</summary><label><input type="checkbox" data-f="field" value="Engineering"> Engineering</label><label><input type="checkbox" data-f="field" value="Design"> Design</label><label><input type="checkbox" data-f="field" value="Support"> Support</label></details>
<details><summary>Location</summary><label><input type="checkbox" data-f="place" value="Remote"> Remote</label><label><input type="checkbox" data-f="place" value="Tallinn"> Tallinn</label><label><input type="checkbox" data-f="place" value="Hamburg"> Hamburg</label></details>
<details><summary>Salary</summary><label for="min">At least <output>30</output>k €</label><input type="range" id="min" min="30" max="90" step="5" value="30"></details>
<button id="clear">Clear all</button></aside><main><h1 id="n"></h1><div id="chips"></div><div id="jobs"></div></main></div>
<dialog id="apply"></dialog><div id="toast" role="status"></div>`

const STYLE = `header{padding:14px 24px;background:#123;color:#fff}.cols{display:flex}aside{width:220px;padding:16px 24px;border-right:1px solid #ddd}aside label{display:block}summary{font-weight:600;padding:6px 0;cursor:pointer}main{padding:16px 24px;flex:1}.job{border:1px solid #ddd;padding:12px 16px;margin:8px 0}.chip{border-radius:12px;background:#e4ecf7;padding:2px 10px;margin-right:6px;border:0}#toast{position:fixed;bottom:16px;right:16px;background:#253;color:#fff;padding:0 14px}`

const SCRIPT = `
const JOBS = [['Backend developer', 'Kvarts', 'Engineering', 'Tallinn', 62], ['Platform engineer', 'Haldor', 'Engineering', 'Remote', 78], ['Frontend developer', 'Kvarts', 'Engineering', 'Remote', 58], ['Product designer', 'Lumen', 'Design', 'Hamburg', 55], ['UX researcher', 'Haldor', 'Design', 'Remote', 60], ['Brand designer', 'Tinte & Co', 'Design', 'Tallinn', 42], ['Support specialist', 'Lumen', 'Support', 'Remote', 38], ['Support team lead', 'Kvarts', 'Support', 'Hamburg', 52]]
const picked = (kind) => $$('[data-f=' + kind + ']:checked').map((x) => x.value)
let timer
function update() { $('output').textContent = $('#min').value; $('#jobs').style.opacity = '.4'; clearTimeout(timer); timer = setTimeout(paint, 300) }
function paint() {
  const fields = picked('field'), places = picked('place'), min = Number($('#min').value)
  const found = JOBS.filter(([, , f, p, s]) => (!fields.length || fields.includes(f)) && (!places.length || places.includes(p)) && s >= min)
  $('#n').textContent = found.length + (found.length === 1 ? ' job' : ' jobs')
  $('#chips').innerHTML = [...fields, ...places].map((x) => '<button class="chip" aria-label="Remove filter ' + x + '">' + x + ' ×</button>').join('')
  for (const c of $$('.chip')) c.onclick = () => { $('[value="' + c.textContent.slice(0, -2) + '"]').checked = false; update() }
  $('#jobs').style.opacity = '1'
  $('#jobs').innerHTML = found.map(([t, c, , p, s]) => '<div class="job"><h3>' + t + '</h3><p>' + c + ' · ' + p + ' · ' + s + ',000 €</p><button data-t="' + t + '" data-c="' + c + '">Quick apply</button></div>').join('') || '<p>No jobs match your filters.</p>'
}
for (const el of $$('aside input')) el.oninput = update
$('#clear').onclick = () => { for (const x of $$('[data-f]')) x.checked = false; $('#min').value = 30; update() }
$('#jobs').onclick = (event) => {
  const { t, c } = event.target.dataset
  if (!t) return
  $('#apply').innerHTML = '<form><h2>Apply as ' + t + '</h2><p>' + c + '</p><p><input name="name" placeholder="Full name"></p><p><input name="email" type="email" placeholder="Email address"></p><p><label>Available from <input type="month" name="from"></label></p><p><label><input type="checkbox" name="ok"> I agree to the privacy policy</label></p><button type="button" aria-label="Close">✕</button> <button class="go" disabled>Send application</button></form>'
  $('#apply').showModal()
  const form = $('#apply form')
  form.oninput = () => { $('.go').disabled = !(form.elements.name.value && form.email.value.includes('@') && form.ok.checked) }
  $('[aria-label=Close]').onclick = () => $('#apply').close()
  form.onsubmit = async (submit) => {
    submit.preventDefault()
    await send('/api/apply', { job: t, company: c, name: form.elements.name.value, email: form.email.value, from: form.from.value })
    $('#apply').close()
    $('#toast').innerHTML = '<p>Application sent to ' + c + '</p>'
  }
}
paint()`

/** Jobs by filters in folded groups, and a short application. */
export const jobBoard: Flow = {
  name: 'job-board',
  kind: 'filters',
  pages: { '/jobs': page({ title: 'Nordlicht Jobs', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Filter by field Engineering and location Remote, set the minimum salary to 70k, then quick apply for the job that is left: full name Mira Sol, email mira@sol.example, available from May 2027, agree to the privacy policy and send the application.',
      ],
      expect: {
        sent: [
          {
            path: '/api/apply',
            body: {
              job: 'Platform engineer',
              company: 'Haldor',
              name: 'Mira Sol',
              email: 'mira@sol.example',
              from: '2027-05',
            },
          },
        ],
        state: { "document.querySelector('#n').textContent": '1 job' },
      },
      async solve(tab) {
        await tab.check('[value=Engineering]')
        await tab.click('text=Location')
        await tab.check('[value=Remote]')
        await tab.click('text=Salary')
        await tab.fill('#min', '70')
        await tab.waitForSelector('text="1 job"')
        await tab.click('text=Quick apply')
        await tab.fill('[name=name]', 'Mira Sol')
        await tab.fill('[name=email]', 'mira@sol.example')
        await tab.fill('[name=from]', '2027-05')
        await tab.check('[name=ok]')
        await tab.click('.go')
      },
    },
    {
      prompts: [
        'Show only design jobs',
        'How many are there, and which of them pays best?',
        'Now narrow them down to Hamburg',
      ],
      expect: {
        sent: [],
        output: [/\b(3|three)\b/i, /UX researcher/i],
        state: {
          "[...document.querySelectorAll('.job h3')].map((x) => x.textContent).join()": 'Product designer',
        },
      },
      async solve(tab) {
        await tab.check('[value=Design]')
        await tab.click('text=Location')
        await tab.check('[value=Hamburg]')
        await tab.waitForSelector('text="1 job"')
      },
    },
  ],
}
