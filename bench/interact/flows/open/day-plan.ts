import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `main{max-width:460px;margin:28px auto}.stop{display:flex;align-items:center;gap:10px;border:1px solid #e2e8f0;border-radius:10px;height:56px;padding:0 14px;margin-bottom:8px;background:#fff}.stop.moving{opacity:.5;border-style:dashed}.grip{cursor:grab;touch-action:none;color:#94a3b8;user-select:none}.stop .bin{margin-left:auto;border:0;background:none}.stop .name{cursor:text}.keep{background:#0f766e;color:#fff;padding:10px 22px;border:0;border-radius:8px}.snack{position:fixed;left:50%;bottom:24px;transform:translateX(-50%);background:#1e293b;color:#fff;padding:12px 20px;border-radius:8px}.snack button{background:none;border:0;color:#5eead4;margin-left:16px}`

const BODY = `<main><h1>Saturday in Ghent</h1><div class="stops"></div><button class="keep">Save plan</button> <span id="note"></span></main>`

const SCRIPT = `
let stops = ['Canal boat', 'Lunch at Oak', 'Castle tour', 'Gallery visit', 'Evening walk']
const log = []
function draw(moving) {
  $('.stops').innerHTML = stops.map((name) => '<div class="stop' + (name === moving ? ' moving' : '') + '"><span class="grip">⠿</span><span class="name">' + name + '</span><button class="bin" aria-label="Remove">🗑</button></div>').join('')
}
$('.stops').addEventListener('pointerdown', (down) => {
  if (!down.target.matches('.grip')) return
  down.preventDefault()
  const name = $('.name', down.target.parentNode).textContent
  const follow = ({ clientY }) => {
    const rest = stops.filter((one) => one !== name)
    const top = $('.stops').getBoundingClientRect().top
    const at = Math.max(0, Math.min(rest.length, Math.floor((clientY - top) / 64)))
    stops = [...rest.slice(0, at), name, ...rest.slice(at)]
    draw(name)
  }
  const drop = () => { removeEventListener('pointermove', follow); removeEventListener('pointerup', drop); draw() }
  addEventListener('pointermove', follow)
  addEventListener('pointerup', drop)
})
$('.stops').addEventListener('click', ({ target }) => {
  if (!target.matches('.bin')) return
  const before = stops, name = $('.name', target.parentNode).textContent
  stops = stops.filter((one) => one !== name)
  log.push('removed ' + name)
  draw()
  $('.snack')?.remove()
  const snack = document.createElement('div')
  snack.className = 'snack'
  snack.innerHTML = name + ' was removed<button>UNDO</button>'
  $('button', snack).onclick = () => { stops = before; log.push('restored ' + name); draw(); snack.remove() }
  document.body.append(snack)
  setTimeout(() => snack.remove(), 8000)
})
$('.stops').addEventListener('dblclick', ({ target }) => {
  if (!target.matches('.name')) return
  const name = target.textContent, field = document.createElement('input')
  field.value = name
  target.replaceWith(field)
  field.focus()
  field.onblur = () => { stops = stops.map((one) => one === name ? field.value.trim() || name : one); draw() }
  field.onkeydown = ({ key }) => { if (key === 'Enter') field.blur() }
})
$('.keep').onclick = async () => { await send('/plans/6', { stops }); $('#note').textContent = 'Saved' }
draw()
`

/** A list in the order of the day: dragged by its grip, renamed by two clicks, and what goes can come back. */
export const dayPlan: Flow = {
  name: 'day-plan',
  kind: 'drag to reorder',
  pages: { '/plan': page({ title: 'Saturday in Ghent', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Drag "Castle tour" to the top of the list and save the plan.'],
      expect: {
        sent: [
          {
            path: '/plans/6',
            body: { stops: ['Castle tour', 'Canal boat', 'Lunch at Oak', 'Gallery visit', 'Evening walk'] },
          },
        ],
      },
      async solve(tab) {
        const box = (await tab.locator('.stop:has-text("Castle tour") .grip').boundingBox())!
        const to = (await tab.locator('.stop >> nth=0').boundingBox())!
        await tab.mouse.move(box.x + 5, box.y + 8)
        await tab.mouse.down()
        await tab.mouse.move(to.x + 20, to.y + 60, { steps: 4 })
        await tab.mouse.move(to.x + 20, to.y + 20, { steps: 4 })
        await tab.mouse.up()
        await tab.click('.keep')
      },
    },
    {
      prompts: ['remove Gallery visit from the plan', 'hmm no, undo'],
      expect: {
        state: {
          log: ['removed Gallery visit', 'restored Gallery visit'],
          stops: ['Canal boat', 'Lunch at Oak', 'Castle tour', 'Gallery visit', 'Evening walk'],
        },
      },
      async solve(tab) {
        await tab.click('.stop:has-text("Gallery visit") .bin')
        await tab.click('.snack button')
      },
    },
    {
      prompts: ['Double-click "Lunch at Oak", change it to "Lunch at Finch & Fig" and save the plan'],
      expect: {
        sent: [
          {
            path: '/plans/6',
            body: {
              stops: ['Canal boat', 'Lunch at Finch & Fig', 'Castle tour', 'Gallery visit', 'Evening walk'],
            },
          },
        ],
      },
      async solve(tab) {
        await tab.dblclick('.name:has-text("Lunch at Oak")')
        await tab.fill('.stop input', 'Lunch at Finch & Fig')
        await tab.press('.stop input', 'Enter')
        await tab.click('.keep')
      },
    },
  ],
}
