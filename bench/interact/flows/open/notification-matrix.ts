import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.shell{display:flex;max-width:900px;margin:24px auto;gap:32px}.nav div{padding:8px 12px;cursor:pointer;border-radius:6px}.nav .on{background:#eef2ff;color:#4338ca}.grid{display:grid;grid-template-columns:1fr 80px 80px;align-items:center;row-gap:14px;flex:1}.grid>.h{font-size:12px;text-transform:uppercase;color:#6b7280}.grid p{margin:0;font-size:13px;color:#6b7280}.sw{width:40px;height:22px;border-radius:11px;border:0;background:#d1d5db;position:relative;padding:0}.sw::after{content:'';position:absolute;left:2px;top:2px;width:18px;height:18px;border-radius:50%;background:#fff}.sw[aria-checked=true]{background:#4f46e5}.sw[aria-checked=true]::after{left:20px}.savebar{position:fixed;left:50%;bottom:24px;transform:translateX(-50%);background:#111827;color:#fff;border-radius:10px;padding:10px 16px;display:flex;gap:16px;align-items:center}.savebar button{border:0;border-radius:6px;padding:7px 14px}.savebar .pri{background:#4f46e5;color:#fff}`

const BODY = `<div id="app"></div>`

const SCRIPT = `
const ROWS = [
  ['mentions', 'Mentions', 'Someone writes your name'], ['replies', 'Replies', 'Answers to your threads'],
  ['digest', 'Weekly digest', 'What you missed, on Mondays'], ['billing', 'Billing', 'Receipts and failed payments'],
]
let saved = { mentions: [true, false], replies: [false, false], digest: [true, false], billing: [true, true] }
let draft = structuredClone(saved)
let tab = 'Profile'
const discarded = []
function draw() {
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const main = tab !== 'Notifications' ? '<div><h2>' + tab + '</h2><p>Nothing to see here yet.</p></div>' :
    '<div class="grid"><div class="h">Notify me about</div><div class="h">Email</div><div class="h">Push</div>' + ROWS.map(([key, name, text]) =>
      '<div><b id="n-' + key + '">' + name + '</b><p>' + text + '</p></div>' + [0, 1].map((i) => '<div><button type="button" class="sw" role="switch" aria-labelledby="n-' + key + '" aria-checked="' + draft[key][i] + '" data-k="' + key + '" data-i="' + i + '"></button></div>').join('')).join('') + '</div>'
  $('#app').innerHTML = '<div class="shell"><div class="nav">' + ['Profile', 'Notifications', 'Security'].map((one) => '<div' + (one === tab ? ' class="on"' : '') + '>' + one + '</div>').join('') + '</div>' + main + '</div>' +
    (isDirty ? '<div class="savebar"><span>You have unsaved changes</span><button data-a="drop">Discard</button><button class="pri" data-a="save">Save changes</button></div>' : '')
}
$('#app').addEventListener('click', async ({ target }) => {
  if (target.matches('.nav div')) { tab = target.textContent; setTimeout(draw, 150) }
  const { k, i, a } = target.dataset
  if (k) { draft[k][i] = !draft[k][i]; draw() }
  if (a === 'drop') { discarded.push(structuredClone(draft)); draft = structuredClone(saved); draw() }
  if (a === 'save') { target.disabled = true; await send('/settings/notifications', draft); saved = structuredClone(draft); draw() }
})
draw()
`

const BEFORE = {
  mentions: [true, false],
  replies: [false, false],
  digest: [true, false],
  billing: [true, true],
}

/** Two switches a row, and a bar that shows up with the first change. */
export const notificationMatrix: Flow = {
  name: 'notification-matrix',
  kind: 'settings',
  pages: { '/settings': page({ title: 'Settings', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['In Notifications turn on push for Replies, turn off the email for Weekly digest and save.'],
      expect: {
        sent: [
          {
            path: '/settings/notifications',
            body: { ...BEFORE, replies: [false, true], digest: [false, false] },
          },
        ],
      },
      async solve(tab) {
        await tab.click('.nav div:has-text("Notifications")')
        await tab.click('[data-k=replies][data-i="1"]')
        await tab.click('[data-k=digest][data-i="0"]')
        await tab.click('.pri')
      },
    },
    {
      prompts: ['open the notifications settings', 'switch off Billing push, then discard the change again'],
      expect: {
        state: { draft: BEFORE, discarded: [{ ...BEFORE, billing: [true, false] }] },
        hides: ['unsaved changes'],
      },
      async solve(tab) {
        await tab.click('.nav div:has-text("Notifications")')
        await tab.click('[data-k=billing][data-i="1"]')
        await tab.click('[data-a=drop]')
      },
    },
  ],
}
