import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<div class="quiz"><div class="bar"><i></i></div><div class="q"></div><div class="nav"><button class="bk">Back</button><button class="nx" disabled>Next</button></div></div>`

const STYLE = `.quiz{max-width:640px;margin:36px auto}.bar{height:6px;background:#eee}.bar i{display:block;height:6px;background:#e50;width:0}.cards{display:flex;gap:14px;flex-wrap:wrap}.opt{border:2px solid #ddd;border-radius:10px;padding:16px;width:180px;cursor:pointer}.opt.sel{border-color:#e50}.nav{margin-top:24px;display:flex;justify-content:space-between}`

const SCRIPT = `
const STEPS = [ { k: 'pet', t: 'Whom shall we insure?', o: ['Dog', 'Cat', 'Rabbit'] }, { k: 'age', t: 'How old is your animal?', o: ['Under 1 year', '1 to 5 years', 'Older than 5'] }, { k: 'plan', t: 'Which cover do you want?', o: ['Basic|9 € a month', 'Comfort|17 € a month', 'Premium|29 € a month'] } ]
const picks = {}; let at = 0
function draw() { const s = STEPS[at]; $('.bar i').style.width = at / 3 * 100 + '%'
  if (!s) { $('.q').innerHTML = '<h2>Almost done</h2><p>What is the name of your animal?</p><input class="nm" placeholder="e.g. Bruno"><div><button class="fin">Get my quote</button></div><p class="res"></p>'; $('.nav').hidden = true
    $('.fin').onclick = async () => { await send('/api/quotes', { ...picks, name: $('.nm').value }); $('.res').textContent = 'Your quote: 204 € a year for ' + $('.nm').value }; return }
  $('.q').innerHTML = '<h2>' + s.t + '</h2><div class="cards">' + s.o.map((o) => { const [a, b] = o.split('|'); return '<div class="opt" data-v="' + a + '"><b>' + a + '</b>' + (b ? '<br><small>' + b + '</small>' : '') + '</div>' }).join('') + '</div>'
  $('.nx').disabled = !picks[s.k]
  $$('.opt').forEach((o) => { o.classList.toggle('sel', picks[s.k] === o.dataset.v); o.onclick = () => { picks[s.k] = o.dataset.v; draw() } }) }
$('.nx').onclick = () => { at++; setTimeout(draw, 200) }
$('.bk').onclick = () => { if (at) { at--; draw() } }
draw()`

/** One question per step, answered by cards. */
export const radioCards: Flow = {
  name: 'radio-cards',
  kind: 'wizard with cards',
  pages: { '/quote': page({ title: 'Pet cover', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Choose Cat and click next, choose "1 to 5 years" and click next, pick the Comfort plan, next, enter the name Mimi and get my quote. What does it cost per year?',
      ],
      expect: {
        sent: [
          { path: '/api/quotes', body: { pet: 'Cat', age: '1 to 5 years', plan: 'Comfort', name: 'Mimi' } },
        ],
        output: ['204'],
      },
      async solve(tab) {
        for (const pick of ['Cat', '1 to 5 years', 'Comfort']) {
          await tab.click(`.opt >> text=${pick}`)
          await tab.click('.nx')
          await tab.waitForTimeout(300)
        }
        await tab.fill('.nm', 'Mimi')
        await tab.click('.fin')
      },
    },
    {
      prompts: ['select rabbit', 'press next, then select older than 5', 'go back'],
      expect: { state: { at: 0, 'JSON.stringify(picks)': '{"pet":"Rabbit","age":"Older than 5"}' } },
      async solve(tab) {
        await tab.click('text=Rabbit')
        await tab.click('.nx')
        await tab.waitForTimeout(300)
        await tab.click('text=Older than 5')
        await tab.click('.bk')
      },
    },
  ],
}
