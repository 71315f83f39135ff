import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STAR =
  '<svg width="26" height="26" viewBox="0 0 24 24"><path d="M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z"/></svg>'

const BODY = `
<main class="r"><h1>Rate your stay at Pension Almrausch</h1>
<div class="crit"><span>Overall</span><div class="stars" data-k="overall">${Array.from({ length: 5 }, (_, i) => `<span class="star" data-n="${i + 1}">${STAR}</span>`).join('')}</div></div>
<div class="crit"><span>Breakfast</span><div class="stars" data-k="breakfast">${Array.from({ length: 5 }, (_, i) => `<span class="star" data-n="${i + 1}">${STAR}</span>`).join('')}</div></div>
<p><label for="ttl">Title of your review</label><br><input id="ttl" size="50"></p><p><label for="txt">Your experience</label><br><textarea id="txt" rows="5" cols="50"></textarea><br><small id="left">500 characters left</small></p>
<p>Would you recommend us? <label><input type="radio" name="rec" value="yes"> Yes</label> <label><input type="radio" name="rec" value="no"> No</label></p>
<a class="send" role="button" tabindex="0">Submit review</a><div id="thx"></div></main>`

const STYLE = `.r{max-width:600px;margin:24px auto}.crit{display:flex;gap:16px;align-items:center}.crit>span{width:90px}.star{cursor:pointer;fill:#ccc}.star.on{fill:#f5a400}.send{background:#264;color:#fff;padding:10px 18px;cursor:pointer;display:inline-block}`

const SCRIPT = `
const marks = {}
$$('.stars').forEach((g) => $$('.star', g).forEach((s) => s.onclick = () => { marks[g.dataset.k] = +s.dataset.n; $$('.star', g).forEach((o) => o.classList.toggle('on', +o.dataset.n <= +s.dataset.n)) }))
$('#txt').oninput = () => { $('#left').textContent = 500 - $('#txt').value.length + ' characters left' }
$('.send').onclick = async () => { await send('/api/reviews', { ...marks, title: $('#ttl').value, text: $('#txt').value, rec: $('[name=rec]:checked')?.value })
  $('#thx').textContent = 'Thanks for your review!' }`

/** Stars without names, a long text, two choices. */
export const starReview: Flow = {
  name: 'star-review',
  kind: 'star rating',
  pages: { '/review': page({ title: 'Review', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Give 4 stars overall and 5 stars for breakfast, title "Quiet and kind", write "We slept well, and the rolls were warm." as your experience, recommend: yes, and submit the review.',
      ],
      expect: {
        sent: [
          {
            path: '/api/reviews',
            body: {
              overall: 4,
              breakfast: 5,
              title: 'Quiet and kind',
              text: 'We slept well, and the rolls were warm.',
              rec: 'yes',
            },
          },
        ],
      },
      async solve(tab) {
        await tab.click('[data-k=overall] [data-n="4"]')
        await tab.click('[data-k=breakfast] [data-n="5"]')
        await tab.fill('#ttl', 'Quiet and kind')
        await tab.fill('#txt', 'We slept well, and the rolls were warm.')
        await tab.check('[value=yes]')
        await tab.click('.send')
      },
    },
  ],
}
