import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const THREADS = [
  '31|Repairs|Rear derailleur skips under load|wrenchmax:Chain or hanger?:4|tilda_k:Check the hanger first, mine was bent by 3 mm.:17|oldspoke:Replace the inner cable.:9',
  '32|Repairs|Tubeless sealant dries out too fast|gravelgus:Every six weeks here.:2',
  '41|Routes|Three days along the Varn valley|nadja:Where did you sleep?:5|pietr:The hut at Osk has 12 beds and costs 28 per night.:11',
  '42|Routes|Winter loop with little traffic|mo:Following.:0',
  '51|Marketplace|Selling: steel touring frame 56 cm|hank:Still available?:1',
].map((line) => {
  const [id, board, title, ...posts] = line.split('|')
  return { id: Number(id), board, title, posts: posts.map((post) => post.split(':')) }
})

const STYLE = `header{padding:14px 24px;background:#274;color:#fff;display:flex;gap:30px}header a{color:#fff}main{max-width:720px;margin:18px auto}.t{padding:10px 0;border-bottom:1px solid #ddd}.post{border:1px solid #ddd;border-radius:6px;padding:10px;margin:10px 0}.post .acts button{border:0;background:none;color:#274;cursor:pointer}textarea{width:100%;height:90px}.crumbs a{margin-right:8px}`

const SCRIPT = `
const threads = ${JSON.stringify(THREADS)}
const app = $('#app')
const go = (path) => { history.pushState(null, '', path); app.innerHTML = '<p>Loading…</p>'; setTimeout(route, 180) }
let order = 'Oldest first'
function route() {
  const [, kind, id] = location.pathname.split('/').slice(1)
  if (kind === 'b') {
    const name = decodeURIComponent(id)
    app.innerHTML = '<div class="crumbs"><a href="/forum">Boards</a> › ' + name + '</div><h1>' + name + '</h1>' + threads.filter((t) => t.board === name).map((t) => '<div class="t"><a href="/forum/t/' + t.id + '">' + t.title + '</a> <small>' + t.posts.length + ' replies</small></div>').join('')
  } else if (kind === 't') {
    const t = threads.find((o) => o.id === Number(id))
    const posts = [...t.posts]; if (order === 'Most liked') posts.sort((a, b) => b[2] - a[2])
    app.innerHTML = '<div class="crumbs"><a href="/forum">Boards</a> › <a href="/forum/b/' + t.board + '">' + t.board + '</a></div><h1>' + t.title + '</h1><label>Sort by <select id="ord"><option>Oldest first</option><option>Most liked</option></select></label> <button id="sub" aria-pressed="' + !!t.sub + '">' + (t.sub ? '★ Subscribed' : '☆ Subscribe') + '</button>'
      + posts.map((p) => '<div class="post"><b>' + p[0] + '</b><p>' + p[1] + '</p><div class="acts"><button aria-label="Like post by ' + p[0] + '" data-like="' + p[0] + '">♥ ' + p[2] + '</button><button data-quote="' + p[0] + '">Quote</button></div></div>').join('') + '<textarea id="txt" aria-label="Your reply" placeholder="Write a reply…"></textarea><button id="reply" disabled>Post reply</button>'
    $('#ord').value = order
    $('#ord').onchange = (e) => { order = e.target.value; setTimeout(route, 100) }
    $('#txt').oninput = (e) => { $('#reply').disabled = !e.target.value.trim() }
    $('#sub').onclick = async () => { t.sub = !t.sub; await send('/api/subscribe', { thread: t.id, on: t.sub }); route() }
    $('#reply').onclick = async () => { const text = $('#txt').value.trim(); await send('/api/reply', { thread: t.id, text }); t.posts.push(['you', text, 0]); route() }
    $$('[data-like]').forEach((b) => { b.onclick = async () => { await send('/api/like', { thread: t.id, author: b.dataset.like }); t.posts.find((p) => p[0] === b.dataset.like)[2]++; route() } })
    $$('[data-quote]').forEach((b) => { b.onclick = () => { const p = t.posts.find((o) => o[0] === b.dataset.quote); $('#txt').value = '> ' + p[0] + ': ' + p[1] + '\\n'; $('#txt').focus() } })
  } else {
    app.innerHTML = '<h1>Boards</h1>' + [...new Set(threads.map((t) => t.board))].map((b) => '<div class="t"><a href="/forum/b/' + b + '">' + b + '</a></div>').join('')
  }
}
document.addEventListener('click', (e) => { const a = e.target.closest('a'); if (a) { e.preventDefault(); go(a.getAttribute('href')) } })
addEventListener('popstate', route)
route()`

const SITE = page({
  title: 'Spoke & Chain forum',
  style: STYLE,
  body: '<header><b>Spoke &amp; Chain</b><a href="/forum">Boards</a></header><main id="app"></main>',
  script: SCRIPT,
})
const BOARDS = ['Repairs', 'Routes', 'Marketplace'].map((name) => `/forum/b/${name}`)
const PATHS = ['/forum', ...BOARDS, ...THREADS.map(({ id }) => `/forum/t/${id}`)]

/** A forum that draws every page by itself. */
export const forumThread: Flow = {
  name: 'forum-thread',
  kind: 'SPA routing',
  pages: Object.fromEntries(PATHS.map((path) => [path, SITE])),
  trials: [
    {
      prompts: [
        'Open the Routes board, then the thread "Three days along the Varn valley", type "Thanks, we will try the hut in May!" as a reply and click Post reply.',
      ],
      expect: {
        sent: [{ path: '/api/reply', body: { thread: 41, text: 'Thanks, we will try the hut in May!' } }],
        at: '/forum/t/41',
      },
      async solve(tab) {
        await tab.click('text=Routes')
        await tab.click('text=Three days')
        await tab.fill('#txt', 'Thanks, we will try the hut in May!')
        await tab.click('#reply')
      },
    },
    {
      prompts: [
        'Which answer in the thread about the skipping rear derailleur got the most likes, and who wrote it?',
      ],
      expect: { output: ['tilda_k', /hanger/i] },
      async solve(tab) {
        await tab.click('text=Repairs')
        await tab.click('text=Rear derailleur')
      },
    },
    {
      start: '/forum/b/Repairs',
      prompts: [
        'Open the thread about tubeless sealant',
        'Like the post by gravelgus',
        'Subscribe to this thread',
      ],
      expect: {
        sent: [
          { path: '/api/like', body: { thread: 32, author: 'gravelgus' } },
          { path: '/api/subscribe', body: { thread: 32, on: true } },
        ],
      },
      async solve(tab) {
        await tab.click('text=Tubeless')
        await tab.click('[data-like]')
        await tab.waitForTimeout(200)
        await tab.click('#sub')
      },
    },
  ],
}
