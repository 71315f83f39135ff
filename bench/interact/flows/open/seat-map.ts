import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{background:#0f172a;color:#e2e8f0}.wrap{max-width:720px;margin:0 auto;padding:24px}.chips{display:flex;gap:8px}.chip{padding:6px 14px;border:1px solid #475569;border-radius:999px;cursor:pointer}.chip.on{background:#38bdf8;color:#0f172a}.screen{margin:24px auto 16px;width:70%;border-top:3px solid #94a3b8;text-align:center;font-size:11px}.row{display:flex;gap:6px;justify-content:center;margin:5px}.row>b{width:20px}.seat{width:30px;height:28px;border-radius:6px 6px 2px 2px;background:#334155;text-align:center;font-size:12px;line-height:28px;cursor:pointer}.seat.best{background:#4c3b6b}.seat.gone{background:#1e293b;color:#475569;cursor:not-allowed}.seat.mine{background:#22c55e;color:#052e16}.bar{position:fixed;inset:auto 0 0 0;background:#1e293b;padding:14px 24px;display:flex;justify-content:space-between;align-items:center}.go{background:#38bdf8;color:#0f172a;padding:9px 22px;border-radius:8px;cursor:pointer}.go.off{opacity:.4}`

const BODY = `<div id="root"><div class="wrap"><h2>The Salt Road</h2><p>Cinema Hall 2 · Thursday</p><div class="chips"><div class="chip">14:30</div><div class="chip">17:40</div><div class="chip">20:15</div></div><div id="hall"><p>Choose a showing to see the seats.</p></div></div><div class="bar"><span id="sum">No seats chosen</span><div class="go off">Continue</div></div></div>`

const SCRIPT = `
const chosen = { show: null, seats: [] }
const gone = ['A4', 'B6', 'C2', 'D7', 'D8', 'E5', 'E9', 'F1']
const price = (seat) => seat[0] >= 'E' ? 11.5 : 9
const total = () => chosen.seats.reduce((sum, seat) => sum + price(seat), 0).toFixed(2)
function draw() {
  $('#hall').innerHTML = '<div class="screen">SCREEN</div>' + [...'ABCDEF'].map((letter) =>
    '<div class="row"><b>' + letter + '</b>' + Array.from({ length: 10 }, (_, index) => {
      const id = letter + (index + 1)
      const kind = gone.includes(id) ? ' gone' : chosen.seats.includes(id) ? ' mine' : letter >= 'E' ? ' best' : ''
      return '<div class="seat' + kind + '" title="' + id + (kind === ' gone' ? ' – taken' : ' – €' + price(id).toFixed(2)) + '">' + (index + 1) + '</div>'
    }).join('') + '</div>').join('')
  $('#sum').textContent = chosen.seats.length ? chosen.seats.length + (chosen.seats.length > 1 ? ' seats' : ' seat') + ' · €' + total() : 'No seats chosen'
  $('.go').classList.toggle('off', chosen.seats.length === 0)
}
$$('.chip').forEach((chip) => { chip.onclick = () => {
  $$('.chip').forEach((other) => other.classList.toggle('on', other === chip))
  chosen.show = chip.textContent
  chosen.seats = []
  $('#hall').innerHTML = '<p>Loading seats…</p>'
  setTimeout(draw, 300)
} })
$('#hall').addEventListener('click', (event) => {
  const seat = event.target.closest('.seat')
  if (!seat || seat.classList.contains('gone')) return
  const id = seat.title.split(' ')[0]
  chosen.seats = chosen.seats.includes(id) ? chosen.seats.filter((one) => one !== id) : [...chosen.seats, id].sort()
  draw()
})
$('.go').onclick = async () => {
  if (!chosen.seats.length) return
  await send('/hold', { ...chosen })
  $('.wrap').innerHTML = '<h2>Payment</h2><p>Seats ' + chosen.seats.join(', ') + ' are held for 10 minutes.</p><p>To pay: <b>€' + total() + '</b></p>'
  $('.bar').remove()
}
`

/** Seats of a cinema as small boxes with a number each, their letter in the margin. */
export const seatMap: Flow = {
  name: 'seat-map',
  kind: 'seat map',
  pages: { '/salt-road': page({ title: 'The Salt Road – Lumen', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Pick the 20:15 showing, take seats E7 and E8 and press continue. What do I have to pay in total?',
      ],
      expect: {
        sent: [{ path: '/hold', body: { show: '20:15', seats: ['E7', 'E8'] } }],
        shows: ['held for 10 minutes'],
        output: ['23.00'],
      },
      async solve(tab) {
        await tab.click('.chip:has-text("20:15")')
        await tab.click('[title^="E7 "]')
        await tab.click('[title^="E8 "]')
        await tab.click('.go')
      },
    },
    {
      prompts: ['17:40 show, seat B3. dont continue yet'],
      expect: { state: { chosen: { show: '17:40', seats: ['B3'] } }, shows: ['1 seat · €9.00'] },
      async solve(tab) {
        await tab.click('.chip:has-text("17:40")')
        await tab.click('[title^="B3 "]')
      },
    },
  ],
}
