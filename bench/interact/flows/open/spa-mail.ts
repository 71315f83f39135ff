import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const APP = page({
  title: 'Quillpost',
  style: `#app{display:flex;min-height:100vh}.nav{width:170px;background:#1d2b3a;padding:16px}.nav a{display:block;color:#dde;padding:8px 0;text-decoration:none;cursor:pointer}.nav a.on{font-weight:700;color:#fff}.view{padding:20px;flex:1}.msg{border-bottom:1px solid #e5e5e5;padding:10px;cursor:pointer}.msg.unread{font-weight:600}.bar button{margin-right:8px}`,
  body: '<div id="app"></div>',
  script: `
const MAIL = [ { id: 1, box: 'inbox', from: 'Odile Marsh', subject: 'Lease for the studio', text: 'The deposit is 1,450 euros, due on Friday.' },
  { id: 2, box: 'inbox', from: 'Raj Pillai', subject: 'Slides for Monday', text: 'Attached are the slides. Room 4B.' },
  { id: 3, box: 'inbox', from: 'Newsdesk', subject: 'Your morning briefing', text: 'Rain until noon.' },
  { id: 4, box: 'archive', from: 'Bank', subject: 'Statement', text: 'Your statement is ready.' } ]
const go = (path) => { history.pushState(null, '', path); render() }
window.onpopstate = () => render()
function render() {
  const path = location.pathname
  const box = path.startsWith('/archive') ? 'archive' : 'inbox'
  $('#app').innerHTML = '<div class="nav"><a data-to="/inbox" class="' + (box === 'inbox' ? 'on' : '') + '">Inbox</a><a data-to="/archive" class="' + (box === 'archive' ? 'on' : '') + '">Archive</a><a data-to="/settings">Settings</a></div><div class="view"><em>…</em></div>'
  $$('.nav a').forEach((a) => a.onclick = () => go(a.dataset.to))
  setTimeout(() => view(path, box), 350)
}
function view(path, box) {
  const open = MAIL.find((m) => path === '/inbox/' + m.id)
  if (path === '/settings') { $('.view').innerHTML = '<h2>Settings</h2><label>Signature<br><textarea></textarea></label><br><button>Save</button>'
    $('.view button').onclick = () => send('/api/signature', { text: $('textarea').value }); return }
  if (open) { $('.view').innerHTML = '<div class="bar"><button>Archive</button><button>Reply</button></div><h2>' + open.subject + '</h2><p>From ' + open.from + '</p><p>' + open.text + '</p>'
    $$('.bar button')[0].onclick = async () => { await send('/api/archive', { id: open.id }); open.box = 'archive'; go('/inbox') }; return }
  $('.view').innerHTML = '<h2>' + (box === 'inbox' ? 'Inbox' : 'Archive') + '</h2>' + MAIL.filter((m) => m.box === box).map((m) => '<div class="msg" data-id="' + m.id + '">' + m.from + ' — ' + m.subject + '</div>').join('')
  $$('.msg').forEach((m) => m.onclick = () => go('/inbox/' + m.dataset.id))
}
render()`,
})

/** Addresses that change without a page, and views that arrive late. */
export const spaMail: Flow = {
  name: 'spa-mail',
  kind: 'SPA routing',
  pages: { '/inbox': APP, '/archive': APP, '/settings': APP },
  answer: ({ path, method }) => (method === 'GET' && path.startsWith('/inbox/') ? { body: APP } : undefined),
  trials: [
    {
      prompts: ['Open the message from Odile Marsh and tell me how much the deposit is'],
      expect: { at: '/inbox/1', output: ['1,450'] },
      solve: (tab) => tab.click('text=Odile Marsh'),
    },
    {
      prompts: ['Open "Slides for Monday", archive it, then go to the archive'],
      expect: {
        sent: [{ path: '/api/archive', body: { id: 2 } }],
        at: '/archive',
        shows: ['Slides for Monday'],
      },
      async solve(tab) {
        await tab.click('text=Slides for Monday')
        await tab.click('.bar >> text=Archive')
        await tab.waitForTimeout(600)
        await tab.click('.nav >> text=Archive')
      },
    },
    {
      prompts: ['go to settings, set the signature to "Best, Nour" and save'],
      expect: { sent: [{ path: '/api/signature', body: { text: 'Best, Nour' } }], at: '/settings' },
      async solve(tab) {
        await tab.click('text=Settings')
        await tab.fill('textarea', 'Best, Nour')
        await tab.click('text=Save')
      },
    },
  ],
}
