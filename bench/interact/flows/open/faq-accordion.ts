import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const ASKED = [
  ['How do I cancel my membership?', 'Write to us four weeks before the end of a term. There is no fee.'],
  ['Can I bring a guest?', 'Members may bring two guests per month free of charge.'],
  ['Where do I find the locker codes?', 'Locker codes are sent every Monday at 6 am.'],
  ['Is there parking?', 'Behind the hall are 35 spaces. The first two hours are free.'],
] as const

const BODY = `
<section class="faq"><h1>Questions and answers</h1>${ASKED.map(
  ([question, answer]) =>
    `<div class="item"><h3 class="q"><span>${question}</span><i class="chev">+</i></h3><div class="a">${answer}</div></div>`,
).join(
  '',
)}<details><summary>Opening hours on holidays</summary><p>On holidays we open at 10:30.</p></details></section>`

const STYLE = `.faq{max-width:700px;margin:30px auto}.item{border-bottom:1px solid #ddd}.q{display:flex;justify-content:space-between;cursor:pointer;font-size:17px}.a{max-height:0;overflow:hidden;transition:max-height .2s}.item.open .a{max-height:120px;padding-bottom:12px}`

const SCRIPT = `$$('.q').forEach((q) => q.onclick = () => { const item = q.parentNode, was = item.classList.contains('open')
  $$('.item').forEach((one) => one.classList.remove('open')); item.classList.toggle('open', !was); $('.chev', item).textContent = was ? '+' : '–' })`

/** Answers that are folded by style alone. */
export const faqAccordion: Flow = {
  name: 'faq-accordion',
  kind: 'accordion',
  pages: { '/faq': page({ title: 'FAQ – Bouldering hall', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Expand "Can I bring a guest?" and tell me how many guests are free per month'],
      expect: { state: { "$('.item.open span').textContent": 'Can I bring a guest?' }, output: [/\btwo\b/i] },
      solve: (tab) => tab.click('text=Can I bring a guest?'),
    },
    {
      prompts: ['open the question about parking'],
      expect: { state: { "$('.item.open span').textContent": 'Is there parking?' } },
      solve: (tab) => tab.click('text=Is there parking?'),
    },
    {
      prompts: ['Expand the opening hours on holidays'],
      expect: { state: { "$('details').open": true }, shows: ['10:30'] },
      solve: (tab) => tab.click('summary'),
    },
  ],
}
