import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="app"><div class="left"><h1>People <small>(180)</small></h1><div id="scroller" tabindex="0" aria-label="People"><div id="spacer"></div></div><div class="foot"><span id="count">0 selected</span> <button id="invite" disabled>Invite to meeting</button></div></div>
<div class="right" id="detail"><p>Select a person to see their details.</p></div></div><div id="toast" role="status"></div>`

const STYLE = `.app{display:flex;height:100vh}.left{width:380px;border-right:1px solid #ddd;display:flex;flex-direction:column;padding:0 12px}#scroller{flex:1;overflow:auto;position:relative}#spacer{position:relative}.p{position:absolute;left:0;right:0;height:52px;display:flex;gap:12px;align-items:center;border-bottom:1px solid #eee}.p a{cursor:pointer;color:#036}.p small{color:#777}.foot{padding:12px 0}.right{padding:24px}#toast{position:fixed;right:20px;bottom:20px;background:#143;color:#fff;padding:0 16px}`

const SCRIPT = `
const FIRST = ['Amara', 'Bruno', 'Celia', 'Dario', 'Edith', 'Farid', 'Greta', 'Hugo', 'Ilse', 'Jamal']
const LAST = ['Abadi', 'Bergmann', 'Castillo', 'Dubois', 'Eriksen', 'Fontana', 'Grünwald', 'Haddad', 'Ivanov', 'Jansen', 'Kowalski', 'Lindqvist', 'Moreau', 'Nakamura', 'Okafor', 'Petrov', 'Quintero', 'Rossi']
const TEAMS = ['Finance', 'Design', 'Platform', 'Legal', 'Sales']
const people = LAST.flatMap((last, i) => FIRST.map((first, j) => ({ id: i * 10 + j, name: first + ' ' + last, team: TEAMS[(i + j) % 5], room: (1 + (i % 4)) + '.' + (10 + j), ext: 4000 + i * 37 + j * 3 })))
const chosen = new Set()
const H = 52
$('#spacer').style.height = people.length * H + 'px'
function paint() {
  const from = Math.max(0, Math.floor($('#scroller').scrollTop / H) - 3), to = Math.min(people.length, from + Math.ceil($('#scroller').clientHeight / H) + 6)
  $('#spacer').innerHTML = people.slice(from, to).map((p) => '<div class="p" style="top:' + p.id * H + 'px"><input type="checkbox" aria-label="Select ' + p.name + '" data-c="' + p.id + '"' + (chosen.has(p.id) ? ' checked' : '') + '><a data-p="' + p.id + '">' + p.name + '</a><small>' + p.team + '</small></div>').join('')
}
let due = false
$('#scroller').onscroll = () => { if (due) return; due = true; setTimeout(() => { due = false; paint() }, 60) }
$('#spacer').addEventListener('click', (event) => {
  const { c, p } = event.target.dataset
  if (c !== undefined) {
    if (event.target.checked) chosen.add(Number(c)); else chosen.delete(Number(c))
    $('#count').textContent = chosen.size + ' selected'
    $('#invite').disabled = chosen.size === 0
  }
  if (p !== undefined) {
    const one = people[p]
    $('#detail').innerHTML = '<p>Loading…</p>'
    setTimeout(() => { $('#detail').innerHTML = '<h2>' + one.name + '</h2><dl><dt>Team</dt><dd>' + one.team + '</dd><dt>Room</dt><dd>' + one.room + '</dd><dt>Extension</dt><dd>' + one.ext + '</dd></dl>' }, 250)
  }
})
$('#invite').onclick = async () => {
  await send('/api/invite', { people: people.filter((p) => chosen.has(p.id)).map((p) => p.name).join(', ') })
  $('#toast').innerHTML = '<p>Invitations sent</p>'
}
paint()`

/** A long list of people of which only those in view are in the page. */
export const staffDirectory: Flow = {
  name: 'staff-directory',
  kind: 'virtual list',
  pages: { '/people': page({ title: 'People', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Find Greta Nakamura in the list of people, open her details and tell me her extension and room.',
      ],
      expect: {
        shows: ['Extension'],
        state: { "document.querySelector('#detail h2')?.textContent": 'Greta Nakamura' },
        output: ['4499', '2.16'],
      },
      async solve(tab) {
        await tab.locator('#scroller').evaluate((el) => el.scrollTo(0, 52 * 135))
        await tab.click('text=Greta Nakamura')
      },
    },
    {
      prompts: [
        'Select Bruno Castillo and Hugo Ivanov in the list (scroll down for them) and click "Invite to meeting"',
      ],
      expect: { sent: [{ path: '/api/invite', body: { people: 'Bruno Castillo, Hugo Ivanov' } }] },
      async solve(tab) {
        await tab.locator('#scroller').evaluate((el) => el.scrollTo(0, 52 * 20))
        await tab.click('[aria-label="Select Bruno Castillo"]')
        await tab.locator('#scroller').evaluate((el) => el.scrollTo(0, 52 * 85))
        await tab.click('[aria-label="Select Hugo Ivanov"]')
        await tab.click('#invite')
      },
    },
  ],
}
