import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="c"><h1>Loan calculator</h1><div class="g"><label for="amt">Loan amount</label><input type="range" id="amt" min="1000" max="50000" step="500" value="10000"><output id="amtO"></output></div>
<div class="g"><span id="tl">Term in months</span><div class="rs" role="slider" tabindex="0" aria-labelledby="tl" aria-valuemin="6" aria-valuemax="60" aria-valuenow="24"><div class="th"></div></div><output id="termO"></output></div>
<div class="g"><span>Co-applicants</span><div class="stp"><button class="minus" type="button">−</button><span class="cnt">0</span><button class="plus" type="button">+</button></div></div>
<p>Monthly rate: <b id="rate"></b></p><button class="ap">Apply now</button><p id="msg"></p></main>`

const STYLE = `.c{max-width:520px;margin:30px auto}.g{margin:22px 0}.g input[type=range]{width:100%}.rs{height:6px;background:#ccd;position:relative;margin:12px 0}.th{position:absolute;width:18px;height:18px;border-radius:50%;background:#53b;top:-6px;margin-left:-9px}.stp button{width:32px;height:32px}.cnt{padding:0 12px}`

const SCRIPT = `
let term = 24, people = 0
const rs = $('.rs')
function draw() { const a = +$('#amt').value; $('#amtO').textContent = '$ ' + a.toLocaleString('en-US'); $('#termO').textContent = term + ' months'; rs.setAttribute('aria-valuenow', term)
  $('.th').style.left = (term - 6) / 54 * 100 + '%'; $('.cnt').textContent = people; $('#rate').textContent = '$ ' + (a * 1.06 / term).toFixed(2) }
const put = (x) => { const r = rs.getBoundingClientRect(); term = Math.min(60, Math.max(6, Math.round(6 + (x - r.left) / r.width * 54))); draw() }
let dragging = false
rs.onmousedown = (e) => { dragging = true; put(e.clientX); rs.focus() }
onmousemove = (e) => { if (dragging) put(e.clientX) }
onmouseup = () => { dragging = false }
rs.onkeydown = (e) => { const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 6, PageDown: -6 }[e.key]; if (by) { term = Math.min(60, Math.max(6, term + by)); e.preventDefault(); draw() } }
$('#amt').oninput = draw
$('.plus').onclick = () => { people = Math.min(3, people + 1); draw() }
$('.minus').onclick = () => { people = Math.max(0, people - 1); draw() }
$('.ap').onclick = async () => { await send('/api/loans', { amount: +$('#amt').value, term, people }); $('#msg').textContent = 'Application received' }
draw()`

/** A slider of the browser, one of the site's own, and a stepper. */
export const loanSliders: Flow = {
  name: 'loan-sliders',
  kind: 'sliders and steppers',
  pages: { '/loan': page({ title: 'Loan', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Set the loan amount to 18500 and the term to 36 months, add 2 co-applicants and apply'],
      expect: {
        sent: [{ path: '/api/loans', body: { amount: 18500, term: 36, people: 2 } }],
        shows: ['Application received'],
      },
      async solve(tab) {
        await tab.fill('#amt', '18500')
        await tab.focus('.rs')
        for (let i = 0; i < 12; i++) await tab.keyboard.press('ArrowRight')
        await tab.click('.plus')
        await tab.click('.plus')
        await tab.click('.ap')
      },
    },
    {
      prompts: ['What is the monthly rate for 30,000 over 48 months?'],
      expect: { state: { "$('#amt').value": '30000', term: 48 }, output: ['662.50'] },
      async solve(tab) {
        await tab.fill('#amt', '30000')
        await tab.focus('.rs')
        for (let i = 0; i < 24; i++) await tab.keyboard.press('ArrowRight')
      },
    },
  ],
}
