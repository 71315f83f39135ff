import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `header{padding:14px 24px;border-bottom:4px double #222;font:700 26px Georgia,serif}.tabs{display:flex;gap:24px;padding:0 24px;border-bottom:1px solid #ccc}.tabs span{padding:10px 0;cursor:pointer}.tabs .on{border-bottom:3px solid #a00}.feed{max-width:640px;padding:0 24px}.feed article{padding:18px 0;border-bottom:1px solid #eee}.feed a{font:600 19px Georgia,serif;color:#111;text-decoration:none}.spin{padding:24px;color:#999}#sp_frame{position:fixed;inset:0;width:100%;height:100%;border:0;z-index:1000}`

const HEADLINES = [
  'Council to vote on tram line',
  'Record plums in the valley',
  'School roof repaired at last',
  'Choir seeks tenors',
  'Bridge closed for two nights',
  'Mayor answers letters',
  'Rain delays regatta',
  'Library lends tools',
]
const story = (index: number) =>
  index === 27 ? 'The last lighthouse keeper hands over the lamp' : `${HEADLINES[index % 8]} (${index})`

const BODY = `<header>The Estuary Post</header><div class="tabs"><span class="on">Latest</span><span>Most read</span><span>Opinion</span></div><div class="feed"></div><div class="spin">Loading more…</div><iframe id="sp_frame" title="Privacy choices" src="/consent"></iframe>`

const SCRIPT = `
let next = 0, isLoading = false, tab = 'Latest'
addEventListener('message', ({ data }) => { if (data.consent) { localStorage.setItem('consent', data.consent); $('#sp_frame').remove(); document.body.style.overflow = '' } })
if (localStorage.getItem('consent')) $('#sp_frame').remove(); else document.body.style.overflow = 'hidden'
async function more() {
  if (isLoading || tab !== 'Latest' || next >= 40) return
  isLoading = true
  const items = await (await fetch('/feed?from=' + next)).json()
  setTimeout(() => {
    isLoading = false
    if (tab !== 'Latest') return
    for (const { id, title } of items) { const one = document.createElement('article'); one.innerHTML = '<a href="/story/' + id + '">' + title + '</a><p>By our reporters</p>'; $('.feed').append(one) }
    next += items.length
    if (next >= 40) $('.spin').textContent = 'That is all for today.'
  }, 250)
}
new IntersectionObserver(([entry]) => { if (entry.isIntersecting) more() }, { rootMargin: '100px' }).observe($('.spin'))
const LISTS = { 'Most read': ['Ferry captain finds his own message in a bottle', 'Plum prices halve', 'Who painted the water tower?'], Opinion: ['Leave the old trees alone', 'A tram is a promise'] }
$('.tabs').onclick = ({ target }) => {
  if (!target.matches('span')) return
  tab = target.textContent
  $$('.tabs span').forEach((one) => one.classList.toggle('on', one === target))
  $('.feed').innerHTML = ''
  $('.spin').style.display = tab === 'Latest' ? '' : 'none'
  if (tab === 'Latest') { next = 0; more(); return }
  $('.feed').innerHTML = '<p>Loading…</p>'
  const wanted = tab
  setTimeout(() => { if (tab === wanted) $('.feed').innerHTML = LISTS[tab].map((title, i) => '<article><b>' + (i + 1) + '</b> <a href="/story/' + (90 + i) + '">' + title + '</a></article>').join('') }, 300)
}
`

const CONSENT = page({
  title: 'Privacy',
  style: `body{background:#000b;height:100vh;display:grid;place-items:center}.m{background:#fff;padding:26px;max-width:460px}.m button{padding:10px 18px;margin-right:8px}`,
  body: `<div class="m"><h2>We value your privacy</h2><p>We and our 412 partners store information on your device.</p><div id="b"><button id="yes">Accept all</button><button id="manage">Manage choices</button></div></div>`,
  script: `
const say = (consent) => parent.postMessage({ consent }, '*')
$('#yes').onclick = () => say('all')
$('#manage').onclick = () => setTimeout(() => {
  $('#b').innerHTML = '<p><label><input type="checkbox"> Audience measurement</label></p><p><label><input type="checkbox" checked> Personalised ads</label></p><button id="none">Reject all</button><button id="save">Save my choices</button>'
  $('#none').onclick = () => say('none')
  $('#save').onclick = () => say($$('input').map((one) => one.checked ? 'y' : 'n').join(''))
}, 150)`,
})

/** A wall of another document over everything; under it a feed without end and lists that come when asked for. */
export const newsConsentFrame: Flow = {
  name: 'news-consent-frame',
  kind: 'consent in a frame',
  pages: {
    '/': page({ title: 'The Estuary Post', style: STYLE, body: BODY, script: SCRIPT }),
    '/consent': CONSENT,
    '/story/27': page({
      title: 'The last lighthouse keeper hands over the lamp',
      body: '<h1>The last lighthouse keeper hands over the lamp</h1><p>After 31 years, Orla Finnegan leaves Skerry Point.</p>',
    }),
  },
  answer({ path, query }) {
    if (path !== '/feed') return undefined
    const from = Number(query.get('from'))
    const items = Array.from({ length: 8 }, (_, index) => ({ id: from + index, title: story(from + index) }))
    return { type: 'application/json', body: JSON.stringify(items) }
  },
  trials: [
    {
      prompts: ['Reject all cookies, then open the Most read tab. What is the number one headline?'],
      expect: {
        state: { 'localStorage.getItem("consent")': 'none', tab: 'Most read' },
        output: ['message in a bottle'],
      },
      async solve(tab) {
        const frame = tab.frameLocator('#sp_frame')
        await frame.locator('#manage').click()
        await frame.locator('#none').click()
        await tab.click('.tabs span:has-text("Most read")')
      },
    },
    {
      prompts: [
        'accept all cookies',
        'Scroll through the latest news until the story about the lighthouse keeper turns up, open it and tell me her name.',
      ],
      expect: {
        at: '/story/27',
        state: { 'localStorage.getItem("consent")': 'all' },
        output: ['Orla Finnegan'],
      },
      async solve(tab) {
        await tab.frameLocator('#sp_frame').locator('#yes').click()
        const wanted = tab.locator('a:has-text("lighthouse")')
        for (let scroll = 0; scroll < 12 && (await wanted.count()) === 0; scroll++) {
          await tab.evaluate('scrollTo(0, document.body.scrollHeight)')
          await tab.waitForTimeout(350)
        }
        await wanted.click()
      },
    },
  ],
}
