import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.bar{padding:16px 28px;background:#eef2ff;display:flex;gap:16px;align-items:center}.bar input{flex:1;padding:10px;border:1px solid #c7d2fe;border-radius:8px}.job{display:flex;justify-content:space-between;padding:14px 28px;border-bottom:1px solid #eee}.job small{color:#666;display:block}.save{cursor:pointer;color:#4338ca}.overlay{position:fixed;inset:0;background:#1e1b4b99;display:grid;place-items:center}.dlg{background:#fff;border-radius:14px;padding:28px;width:400px}.dlg input[type=email]{width:100%;padding:10px;margin:12px 0}.dlg button{background:#4338ca;color:#fff;border:0;padding:10px;width:100%;border-radius:8px}.otp{display:flex;gap:8px;margin:16px 0}.otp input{width:44px;height:52px;text-align:center;font-size:22px}.bad{color:#b91c1c}.toast{position:fixed;top:16px;right:16px;background:#065f46;color:#fff;padding:10px 18px;border-radius:8px}`

const BODY = `<div class="bar"><b>WorkNorth</b><input type="search" placeholder="Job title or town"><span id="me">Not signed in</span></div><div id="jobs"></div>`

const SCRIPT = `
const JOBS = [
  ['j1', 'Bridge Engineer', 'Trondheim', '£58,000'], ['j2', 'Bridge Inspector', 'Oslo', '£44,000'], ['j3', 'Night Nurse', 'Inverness', '£39,500'],
  ['j4', 'Dental Nurse', 'Dundee', '£31,200'], ['j5', 'Nursery Teacher', 'Perth', '£29,800'], ['j6', 'Ship Cook', 'Lerwick', '£33,000'],
]
let me = null, saved = [], shown = JOBS, timer
function draw() {
  $('#me').textContent = me ?? 'Not signed in'
  $('#jobs').innerHTML = '<p style="padding:0 28px">' + shown.length + ' jobs</p>' + shown.map(([id, title, town, pay]) => '<div class="job"><div>' + title + '<small>' + town + ' · ' + pay + '</small></div><div class="save" data-id="' + id + '">' + (saved.includes(id) ? '♥ Saved' : '♡ Save') + '</div></div>').join('')
}
$('[type=search]').oninput = ({ target }) => {
  clearTimeout(timer)
  timer = setTimeout(() => { const word = target.value.toLowerCase(); shown = JOBS.filter(([, title, town]) => (title + ' ' + town).toLowerCase().includes(word)); draw() }, 300)
}
async function keep(id) {
  await send('/saved', { id })
  saved.push(id); draw()
  const toast = document.createElement('div')
  toast.className = 'toast'; toast.textContent = 'Saved to your list'
  document.body.append(toast)
  setTimeout(() => toast.remove(), 3000)
}
$('#jobs').onclick = ({ target }) => { const { id } = target.dataset; if (id) me ? keep(id) : signIn(() => keep(id)) }
function signIn(done) {
  const overlay = document.createElement('div')
  overlay.className = 'overlay'
  overlay.innerHTML = '<div class="dlg"><h2>Sign in to save jobs</h2><p>We send you a code, no password needed.</p><input type="email" placeholder="you@example.com"><button>Send code</button><p class="bad"></p></div>'
  setTimeout(() => document.body.append(overlay), 200)
  $('button', overlay).onclick = async () => {
    const email = $('[type=email]', overlay).value.trim()
    if (!email.includes('@')) { $('.bad', overlay).textContent = 'Enter a valid email address'; return }
    await send('/auth/start', { email })
    code(overlay, email, done)
  }
}
function code(overlay, email, done) {
  $('.dlg', overlay).innerHTML = '<h2>Enter the 6-digit code</h2><p>Sent to ' + email + '</p><div class="otp">' + '<input maxlength="1" inputmode="numeric">'.repeat(6) + '</div><p class="bad"></p>'
  const boxes = $$('.otp input', overlay)
  boxes[0].focus()
  boxes.forEach((box, i) => {
    box.onpaste = (event) => { event.preventDefault(); [...event.clipboardData.getData('text').replaceAll(/\\D/g, '')].slice(0, 6).forEach((digit, at) => { boxes[at].value = digit }); check() }
    box.onkeydown = ({ key }) => { if (key === 'Backspace' && !box.value) boxes[i - 1]?.focus() }
    box.oninput = () => { box.value = box.value.replaceAll(/\\D/g, ''); if (box.value) boxes[i + 1]?.focus(); check() }
  })
  async function check() {
    const digits = boxes.map(({ value }) => value).join('')
    if (digits.length < 6) return
    const { ok } = await send('/auth/verify', { email, code: digits })
    if (!ok) { $('.bad', overlay).textContent = 'That code is not right'; return }
    me = email; overlay.remove(); draw(); done()
  }
}
draw()
`

/** Saving asks who one is: an address, a code in six boxes, and then it goes on by itself. */
export const saveJob: Flow = {
  name: 'save-job',
  kind: 'sign-in on the way',
  pages: { '/jobs': page({ title: 'WorkNorth – jobs', style: STYLE, body: BODY, script: SCRIPT }) },
  answer: ({ path, body }) =>
    path === '/auth/verify'
      ? {
          type: 'application/json',
          body: JSON.stringify({ ok: (body as { code?: string }).code === '481620' }),
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Save the job Bridge Engineer. If you are asked to sign in, use mara@post.example and the code 481620.',
      ],
      expect: {
        sent: [
          { path: '/auth/start', body: { email: 'mara@post.example' } },
          { path: '/auth/verify', body: { email: 'mara@post.example', code: '481620' } },
          { path: '/saved', body: { id: 'j1' } },
        ],
        state: { saved: ['j1'] },
      },
      async solve(tab) {
        await tab.click('[data-id=j1]')
        await tab.fill('[type=email]', 'mara@post.example')
        await tab.click('.dlg button')
        await tab.locator('.otp input').first().waitFor()
        await tab.keyboard.type('481620', { delay: 20 })
      },
    },
    {
      prompts: ['serch for nurse in the job search, what does the Night Nurse pay and where is it?'],
      expect: {
        state: {
          '$("[type=search]").value.toLowerCase()': 'nurse',
          'shown.map(([id]) => id)': ['j3', 'j4', 'j5'],
        },
        output: ['39,500', 'Inverness'],
      },
      solve: (tab) => tab.fill('[type=search]', 'nurse'),
    },
  ],
}
