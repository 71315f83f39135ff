import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BRANCHES = ['main', 'release/4.2', 'feat/search-index', 'fix/login-loop']
const STATES = ['Passed', 'Failed', 'Passed', 'Passed', 'Running', 'Passed', 'Failed']
const RUNS = Array.from({ length: 26 }, (_, index) => ({
  id: 1204 - index,
  branch: BRANCHES[(index * 3) % 4 === 2 ? 3 : index % 4],
  state: STATES[index % 7],
  seconds: index === 17 ? 1462 : 180 + ((index * 73) % 640),
  by: ['mkaur', 'dlopez', 'renovate-bot'][index % 3],
}))

const BODY = `
<div class="lay"><aside><b>◈ Forgeline</b><a href="#">Overview</a><a href="#" class="on">Pipelines</a><a href="#">Artifacts</a><a href="#">Settings</a></aside>
<main><div class="bar"><h1>Pipelines</h1><div><label>Branch <select id="br"><option value="">All branches</option>${BRANCHES.map((name) => `<option>${name}</option>`).join('')}</select></label> <label>Status <select id="st"><option value="">Any status</option><option>Passed</option><option>Failed</option><option>Running</option></select></label></div></div>
<table><thead><tr><th><button data-k="id">Run</button></th><th>Branch</th><th>Status</th><th><button data-k="seconds">Duration</button></th><th>Triggered by</th><th></th></tr></thead><tbody></tbody></table>
<nav class="pg" aria-label="Pagination"></nav></main></div><div class="toasts" aria-live="polite"></div>`

const STYLE = `.lay{display:flex;min-height:100vh}aside{width:170px;background:#161b26;color:#ccd;padding:18px}aside a{display:block;color:#ccd;padding:7px 0;text-decoration:none}aside .on{color:#fff;font-weight:600}main{flex:1;padding:18px 26px}.bar{display:flex;justify-content:space-between;align-items:center}table{width:100%;border-collapse:collapse}td,th{padding:8px;text-align:left;border-bottom:1px solid #e4e4ea}th button{border:0;background:none;font-weight:700;cursor:pointer}.s{padding:2px 8px;border-radius:9px;font-size:12px;background:#d9f2e0}.s.Failed{background:#fbdada}.s.Running{background:#dbe8ff}.m{position:relative}.menu{position:absolute;right:0;background:#fff;border:1px solid #bbb;z-index:4;width:130px;box-shadow:0 4px 12px #0002}.menu button{display:block;width:100%;border:0;background:none;padding:8px;text-align:left}.pg{margin-top:14px}.pg button[aria-current]{font-weight:700}.toasts div{position:fixed;right:20px;bottom:20px;background:#222;color:#fff;padding:10px 16px}`

const SCRIPT = `
const runs = ${JSON.stringify(RUNS)}
let at = 1, key = 'id', down = true, open = null
const time = (s) => Math.floor(s / 60) + 'm ' + String(s % 60).padStart(2, '0') + 's'
function draw() {
  const found = runs.filter((r) => (!$('#br').value || r.branch === $('#br').value) && (!$('#st').value || r.state === $('#st').value)).sort((a, b) => (a[key] - b[key]) * (down ? -1 : 1))
  const last = Math.max(1, Math.ceil(found.length / 8))
  $('tbody').innerHTML = found.slice((at - 1) * 8, at * 8).map((r) => '<tr><td>#' + r.id + '</td><td><code>' + r.branch + '</code></td><td><span class="s ' + r.state + '">' + r.state + '</span></td><td>' + time(r.seconds) + '</td><td>' + r.by + '</td><td class="m"><button class="kb" data-id="' + r.id + '" aria-label="Actions for run ' + r.id + '" aria-haspopup="menu" aria-expanded="' + (open === r.id) + '">⋯</button>'
    + (open === r.id ? '<div class="menu" role="menu"><button role="menuitem">View logs</button><button role="menuitem">Retry</button>' + (r.state === 'Running' ? '<button role="menuitem">Cancel run</button>' : '') + '</div>' : '') + '</td></tr>').join('') || '<tr><td colspan="6">No runs match these filters.</td></tr>'
  $$('th [data-k]').forEach((b) => { b.parentElement.setAttribute('aria-sort', b.dataset.k === key ? (down ? 'descending' : 'ascending') : 'none'); b.textContent = (b.dataset.k === 'id' ? 'Run' : 'Duration') + (b.dataset.k === key ? (down ? ' ↓' : ' ↑') : '') })
  $('.pg').innerHTML = '<button' + (at === 1 ? ' disabled' : '') + ' aria-label="Previous page">‹</button>' + Array.from({ length: last }, (_, i) => '<button' + (at === i + 1 ? ' aria-current="page"' : '') + '>' + (i + 1) + '</button>').join('') + '<button' + (at === last ? ' disabled' : '') + ' aria-label="Next page">›</button> <span>' + found.length + ' runs</span>'
}
const soon = () => setTimeout(draw, 120)
document.addEventListener('change', () => { at = 1; open = null; soon() })
document.addEventListener('click', async (e) => {
  const b = e.target.closest('button')
  if (!b) { if (open) { open = null; draw() } return }
  if (b.dataset.k) { down = key === b.dataset.k ? !down : true; key = b.dataset.k; at = 1; soon() }
  if (b.matches('.kb')) { open = open === Number(b.dataset.id) ? null : Number(b.dataset.id); draw() }
  if (b.closest('.pg')) { open = null; at = b.textContent === '‹' ? at - 1 : b.textContent === '›' ? at + 1 : Number(b.textContent); soon() }
  if (b.matches('[role=menuitem]')) {
    const run = open, act = b.textContent
    open = null; draw()
    if (act === 'View logs') return void ($('.toasts').innerHTML = '<div>Logs of run #' + run + ' are being prepared</div>')
    await send('/api/runs/' + run + (act === 'Retry' ? '/retry' : '/cancel'), { run })
    runs.find((r) => r.id === run).state = act === 'Retry' ? 'Running' : 'Failed'
    draw(); $('.toasts').innerHTML = '<div>Run #' + run + (act === 'Retry' ? ' was restarted' : ' was cancelled') + '</div>'
  }
})
draw()`

/** A build server's runs: sorting, pages, filters, and a menu in every row. */
export const ciPipelines: Flow = {
  name: 'ci-pipelines',
  kind: 'table',
  pages: { '/pipelines': page({ title: 'Pipelines · Forgeline', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Go to page 3 of the pipelines and retry run #1185 from its actions menu.'],
      expect: { sent: [{ path: '/api/runs/1185/retry' }], shows: ['Run #1185 was restarted'] },
      async solve(tab) {
        await tab.click('.pg button:text-is("3")')
        await tab.click('[data-id="1185"]')
        await tab.click('text=Retry')
      },
    },
    {
      prompts: [
        'Sort the runs by duration with the longest first. Which run took the longest, and how long?',
      ],
      expect: { state: { key: 'seconds', down: true }, output: ['1187', /24\s?(m|:)/i] },
      solve: (tab) => tab.click('[data-k=seconds]'),
    },
    {
      prompts: [
        'Show only running pipelines',
        'Now cancel the oldest of these runs, the one with the lowest number',
      ],
      expect: { sent: [{ path: '/api/runs/1179/cancel' }], shows: ['Run #1179 was cancelled'] },
      async solve(tab) {
        await tab.selectOption('#st', 'Running')
        await tab.waitForTimeout(200)
        await tab.click('[data-id="1179"]')
        await tab.click('text=Cancel run')
      },
    },
  ],
}
