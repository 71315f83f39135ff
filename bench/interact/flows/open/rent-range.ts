import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.cols{display:flex;gap:28px;padding:24px}aside{width:260px}.track{position:relative;height:6px;background:#ddd;border-radius:3px;margin:28px 10px}.fill{position:absolute;height:6px;background:#0d9488}.knob{position:absolute;top:-8px;width:22px;height:22px;margin-left:-11px;border-radius:50%;background:#fff;border:2px solid #0d9488;touch-action:none;cursor:grab}.vals{display:flex;justify-content:space-between;font-size:13px}.tick{display:flex;gap:8px;align-items:center;cursor:pointer;margin-top:14px}.tick i{width:18px;height:18px;border:2px solid #888;border-radius:4px}.tick.on i{background:#0d9488}.flat{border:1px solid #e5e7eb;padding:12px 16px;margin-bottom:10px;width:380px}.flat b{float:right}`

const BODY = `<div class="cols"><aside><h3>Monthly rent</h3><div class="vals"><span id="lo"></span><span id="hi"></span></div><div class="track"><div class="fill"></div><div class="knob" role="slider" tabindex="0" aria-label="Minimum" data-i="0"></div><div class="knob" role="slider" tabindex="0" aria-label="Maximum" data-i="1"></div></div><div class="tick" data-f="balcony"><i></i>Balcony</div><div class="tick" data-f="pets"><i></i>Pets allowed</div></aside><main><h2 id="count"></h2><div id="list"></div></main></div>`

const SCRIPT = `
const FLATS = [
  ['Attic by the canal', 640, 'balcony'], ['Garden studio', 720, 'pets'], ['Old mill loft', 880, 'balcony pets'],
  ['Two rooms, Kirk Lane', 890, ''], ['Bright corner flat', 960, 'balcony'], ['Station view', 1080, 'pets'],
  ['Terrace house', 1240, 'balcony pets'], ['Penthouse Nord', 1700, 'balcony'],
]
const LOW = 400, HIGH = 2000, STEP = 50
const range = [LOW, HIGH]
const asked = new Set()
let timer
function draw() {
  const share = (value) => 100 * (value - LOW) / (HIGH - LOW) + '%'
  $$('.knob').forEach((knob, i) => {
    knob.style.left = share(range[i])
    knob.setAttribute('aria-valuenow', range[i]); knob.setAttribute('aria-valuemin', i ? range[0] : LOW); knob.setAttribute('aria-valuemax', i ? HIGH : range[1])
  })
  $('.fill').style.left = share(range[0]); $('.fill').style.right = 100 - parseFloat(share(range[1])) + '%'
  $('#lo').textContent = '€' + range[0]; $('#hi').textContent = '€' + range[1]
  clearTimeout(timer); timer = setTimeout(list, 250)
}
function list() {
  const fitting = FLATS.filter(([, rent, has]) => rent >= range[0] && rent <= range[1] && [...asked].every((one) => has.includes(one)))
  $('#count').textContent = fitting.length + ' flats'
  $('#list').innerHTML = fitting.map(([name, rent]) => '<div class="flat">' + name + '<b>€' + rent + '</b></div>').join('')
}
function move(i, value) {
  const step = Math.round(value / STEP) * STEP
  range[i] = i ? Math.min(HIGH, Math.max(step, range[0])) : Math.max(LOW, Math.min(step, range[1]))
  draw()
}
$$('.knob').forEach((knob, i) => {
  knob.onkeydown = ({ key }) => {
    const by = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: 4 * STEP, PageDown: -4 * STEP }[key]
    if (by) move(i, range[i] + by)
  }
  knob.onpointerdown = (down) => {
    knob.setPointerCapture(down.pointerId)
    knob.onpointermove = ({ clientX }) => { const box = $('.track').getBoundingClientRect(); move(i, LOW + (HIGH - LOW) * (clientX - box.left) / box.width) }
  }
  knob.onpointerup = () => { knob.onpointermove = null }
})
$$('.tick').forEach((tick) => { tick.onclick = () => {
  const on = tick.classList.toggle('on')
  on ? asked.add(tick.dataset.f) : asked.delete(tick.dataset.f)
  draw()
} })
draw()
`

/** One track with two handles, and boxes to tick that are no inputs. */
export const rentRange: Flow = {
  name: 'rent-range',
  kind: 'range slider',
  pages: { '/flats': page({ title: 'Flats to rent', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Only show flats that cost between 700 and 1100 euros a month'],
      expect: {
        state: { range: [700, 1100] },
        shows: ['Garden studio', '5 flats'],
        hides: ['Terrace house'],
      },
      async solve(tab) {
        for (let press = 0; press < 6; press++) await tab.press('[data-i="0"]', 'ArrowRight')
        for (let press = 0; press < 18; press++) await tab.press('[data-i="1"]', 'ArrowLeft')
      },
    },
    {
      prompts: [
        'Set the maximum rent to 1000, and it must have a balcony and allow pets. Which flat remains?',
      ],
      expect: {
        state: { range: [400, 1000], '[...asked].sort()': ['balcony', 'pets'] },
        output: ['Old mill loft'],
      },
      async solve(tab) {
        for (let press = 0; press < 5; press++) await tab.press('[data-i="1"]', 'PageDown')
        await tab.click('[data-f=balcony]')
        await tab.click('[data-f=pets]')
      },
    },
  ],
}
