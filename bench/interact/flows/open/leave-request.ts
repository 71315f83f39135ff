import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `main{max-width:520px;margin:32px auto}.field{margin:14px 0}.field label{display:block;font-size:13px;color:#555}.field input,.field textarea{width:100%;padding:9px;border:1px solid #bbb;border-radius:4px}.with-icon{position:relative}.with-icon button{position:absolute;right:6px;top:6px;border:0;background:none}.seg{display:inline-flex;border:1px solid #bbb;border-radius:4px}.seg div{padding:7px 14px;cursor:pointer}.seg .sel{background:#1a73e8;color:#fff}.MuiDialog{position:fixed;inset:0;background:#0006;display:grid;place-items:center}.paper{background:#fff;width:300px;padding:16px;border-radius:8px}.head{display:flex;justify-content:space-between;align-items:center}.head span{cursor:pointer;font-weight:600}.cells{display:grid;gap:4px;margin:12px 0}.cells.d{grid-template-columns:repeat(7,1fr)}.cells.w{grid-template-columns:repeat(4,1fr)}.cells button{border:0;background:none;padding:7px 0;border-radius:16px}.cells .sel{background:#1a73e8;color:#fff}.acts{text-align:right}.acts button,.send{border:0;background:none;color:#1a73e8;font-weight:600;padding:8px}`

const BODY = `<main><h1>Time off</h1><div class="field"><div class="seg" data-k="type"><div class="sel">Vacation</div><div>Sick</div><div>Parental</div></div></div><div class="field with-icon"><label for="r1">First day</label><input id="r1" readonly placeholder="DD/MM/YYYY"></div><div class="field with-icon"><label for="r2">Last day</label><input id="r2" readonly placeholder="DD/MM/YYYY"></div><div class="field"><label for="note">Note for your manager</label><textarea id="note"></textarea></div><button class="send">SUBMIT REQUEST</button><p id="out"></p></main>`

const SCRIPT = `
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number) => String(number).padStart(2, '0')
$$('.seg div').forEach((one) => { one.onclick = () => $$('.seg div').forEach((other) => other.classList.toggle('sel', other === one)) })
function openPicker(input) {
  const host = document.createElement('div')
  host.className = 'MuiDialog'
  document.body.append(host)
  const [d, m, y] = input.value.split('/').map(Number)
  const view = { mode: 'd', year: y || 2027, month: m ? m - 1 : 0, picked: y ? [y, m - 1, d] : null }
  const cells = () => {
    if (view.mode === 'y') return '<div class="cells w">' + Array.from({ length: 12 }, (_, i) => '<button data-y="' + (2024 + i) + '">' + (2024 + i) + '</button>').join('') + '</div>'
    if (view.mode === 'm') return '<div class="cells w">' + MONTHS.map((name, i) => '<button data-m="' + i + '">' + name + '</button>').join('') + '</div>'
    const lead = (new Date(view.year, view.month, 1).getDay() + 6) % 7
    const count = new Date(view.year, view.month + 1, 0).getDate()
    const isPicked = (day) => view.picked && view.picked[0] === view.year && view.picked[1] === view.month && view.picked[2] === day
    return '<div class="cells d">' + '<i></i>'.repeat(lead) + Array.from({ length: count }, (_, i) => '<button data-d="' + (i + 1) + '"' + (isPicked(i + 1) ? ' class="sel"' : '') + '>' + (i + 1) + '</button>').join('') + '</div>'
  }
  const draw = () => { host.innerHTML = '<div class="paper" role="dialog"><div class="head"><button data-go="-1" aria-label="Previous month">‹</button><span>' + MONTHS[view.month] + ' ' + view.year + ' ▾</span><button data-go="1" aria-label="Next month">›</button></div>' + cells() + '<div class="acts"><button data-act="no">CANCEL</button><button data-act="ok">OK</button></div></div>' }
  host.onclick = ({ target }) => {
    const { y, m, d, go, act } = target.dataset
    if (target.matches('.head span')) view.mode = 'y'
    if (y) { view.year = Number(y); view.mode = 'm' }
    if (m) { view.month = Number(m); view.mode = 'd' }
    if (d) view.picked = [view.year, view.month, Number(d)]
    if (go) { const at = new Date(view.year, view.month + Number(go), 1); view.year = at.getFullYear(); view.month = at.getMonth() }
    if (act === 'ok' && view.picked) input.value = two(view.picked[2]) + '/' + two(view.picked[1] + 1) + '/' + view.picked[0]
    if (act) host.remove(); else draw()
  }
  draw()
}
$$('.with-icon input').forEach((input) => { input.onclick = () => setTimeout(() => openPicker(input), 100) })
$('.send').onclick = async () => {
  const from = $('#r1').value, to = $('#r2').value
  if (!from || !to) { $('#out').textContent = 'Choose both days.'; return }
  await send('/requests', { type: $('.seg .sel').textContent, from, to, note: $('#note').value })
  $('#out').textContent = 'Request sent.'
}
`

/** A picker in a dialog that asks for year, month and day, and counts only after OK. */
export const leaveRequest: Flow = {
  name: 'leave-request',
  kind: 'date picker',
  pages: { '/time-off': page({ title: 'Time off', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        "Hi! Could you request vacation for me from 14 August 2028 until 25 August 2028? The note to my manager should say 'Walking the coast path'. Then submit it, thanks.",
      ],
      expect: {
        sent: [
          {
            path: '/requests',
            body: {
              type: 'Vacation',
              from: '14/08/2028',
              to: '25/08/2028',
              note: 'Walking the coast path',
            },
          },
        ],
      },
      async solve(tab) {
        await tab.click('#r1')
        await tab.click('.head span')
        await tab.click('[data-y="2028"]')
        await tab.click('[data-m="7"]')
        await tab.click('[data-d="14"]')
        await tab.click('[data-act=ok]')
        await tab.click('#r2')
        await tab.click('.head span')
        await tab.click('[data-y="2028"]')
        await tab.click('[data-m="7"]')
        await tab.click('[data-d="25"]')
        await tab.click('[data-act=ok]')
        await tab.fill('#note', 'Walking the coast path')
        await tab.click('.send')
      },
    },
    {
      prompts: ['type: sick, first day 02/02/2027, last day 03/02/2027, submit'],
      expect: {
        sent: [{ path: '/requests', body: { type: 'Sick', from: '02/02/2027', to: '03/02/2027', note: '' } }],
      },
      async solve(tab) {
        await tab.click('.seg div:has-text("Sick")')
        for (const [field, day] of [
          ['#r1', '2'],
          ['#r2', '3'],
        ] as const) {
          await tab.click(field)
          await tab.click('[data-go="1"]')
          await tab.click(`[data-d="${day}"]`)
          await tab.click('[data-act=ok]')
        }
        await tab.click('.send')
      },
    },
  ],
}
