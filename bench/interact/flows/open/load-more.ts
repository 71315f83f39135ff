import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<h1 style="padding:20px">Job board — Port of Skarn</h1><div class="jobs"></div><div class="more"><button>Load more jobs</button></div>`

const STYLE = `.jobs{padding:0 20px}.job{border:1px solid #ddd;padding:14px;margin:10px 0}.job b{display:block}.job .save{color:#06c;cursor:pointer}.more{text-align:center;padding:30px}`

const SCRIPT = `
const ROLES = ['Crane operator','Dock hand','Customs clerk','Tug pilot','Welder','Night guard','Yard planner','Electrician','Cook','Diver']
let shown = 0
const render = () => { for (let i = 0; i < 8 && shown < 36; i++, shown++) {
  const job = document.createElement('div'); job.className = 'job'; job.dataset.id = 'J' + (100 + shown)
  job.innerHTML = '<b>' + (shown === 27 ? 'Harbour master assistant' : ROLES[shown % 10] + ' ' + (1 + Math.floor(shown / 10))) + '</b><span>Ref. J' + (100 + shown) + '</span> · <span class="save">Save job</span>'
  job.querySelector('.save').onclick = async (e) => { await send('/api/saved', { id: job.dataset.id }); e.target.textContent = 'Saved ✓' }
  $('.jobs').append(job) }
  if (shown >= 36) $('.more').innerHTML = '<i>No more jobs.</i>' }
render()
$('.more button').onclick = (e) => { e.target.textContent = 'Loading…'; setTimeout(() => { render(); const b = $('.more button'); if (b) b.textContent = 'Load more jobs' }, 300) }`

/** A list that grows by a button until there is no more. */
export const loadMore: Flow = {
  name: 'load-more',
  kind: 'infinite list',
  pages: { '/jobs': page({ title: 'Jobs', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Load more jobs until "Harbour master assistant" appears and save that job'],
      expect: { sent: [{ path: '/api/saved', body: { id: 'J127' } }], shows: ['Saved ✓'] },
      async solve(tab) {
        for (let i = 0; i < 3; i++) {
          await tab.click('text=Load more jobs')
          await tab.waitForTimeout(450)
        }
        await tab.click('[data-id=J127] .save')
      },
    },
    {
      prompts: ['click load more twice'],
      expect: { state: { "$$('.job').length": 24 } },
      async solve(tab) {
        await tab.click('text=Load more jobs')
        await tab.waitForTimeout(450)
        await tab.click('text=Load more jobs')
      },
    },
  ],
}
