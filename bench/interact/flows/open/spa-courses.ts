import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const APP = page({
  title: 'Night school',
  style: `.wrap{max-width:760px;margin:20px auto}.lk{color:#00a;cursor:pointer;text-decoration:underline}.skel{background:#eee;height:80px}.tag{background:#eef;padding:2px 8px;margin-right:6px}`,
  body: '<div class="wrap"><header><span class="lk" data-p="/courses">Courses</span> | <span class="lk" data-p="/my">My courses</span></header><main></main></div>',
  script: `
const C = [{ s: 'bookbinding', t: 'Bookbinding', w: 'Tuesdays 19:00', free: 3 }, { s: 'welding', t: 'Welding for beginners', w: 'Mondays 18:30', free: 0 }, { s: 'polish', t: 'Polish A1', w: 'Thursdays 18:00', free: 9 }]
const mine = []
const route = (p, push = true) => { if (push) history.pushState({}, '', p); $('main').innerHTML = '<div class="skel"></div>'; setTimeout(draw, 400) }
document.addEventListener('click', (e) => { const p = e.target.dataset?.p; if (p) route(p) })
onpopstate = () => route(location.pathname, false)
function draw() { const p = location.pathname, m = $('main')
  const c = C.find((x) => p === '/courses/' + x.s)
  if (c) { m.innerHTML = '<h1>' + c.t + '</h1><p>' + c.w + '</p><p>' + (c.free ? c.free + ' places left' : 'Fully booked') + '</p>' + (c.free ? '<button>Enrol</button>' : '<button>Join the waiting list</button>')
    $('button', m).onclick = async () => { await send(c.free ? '/enrol' : '/waitlist', { course: c.s }); mine.push(c.t); route('/my') } }
  else if (p === '/my') m.innerHTML = '<h1>My courses</h1>' + (mine.map((t) => '<p>' + t + '</p>').join('') || '<p>None yet</p>')
  else m.innerHTML = '<h1>All courses</h1>' + C.map((x) => '<section><h2 class="lk" data-p="/courses/' + x.s + '">' + x.t + '</h2><span class="tag">' + x.w + '</span></section>').join('') }
draw()`,
})

/** Views behind a skeleton, links that are no links. */
export const spaCourses: Flow = {
  name: 'spa-courses',
  kind: 'SPA routing',
  pages: { '/courses': APP, '/my': APP },
  trials: [
    {
      prompts: ['Enrol in the bookbinding course'],
      expect: {
        sent: [{ path: '/enrol', body: { course: 'bookbinding' } }],
        at: '/my',
        shows: ['Bookbinding'],
      },
      async solve(tab) {
        await tab.click('text=Bookbinding')
        await tab.click('text=Enrol')
      },
    },
    {
      prompts: [
        'Open "Welding for beginners", tell me if there are places left',
        'go back to the list of courses',
      ],
      expect: { at: '/courses', shows: ['All courses'], output: [/fully booked|no places/i] },
      async solve(tab) {
        await tab.click('text=Welding for beginners')
        await tab.waitForTimeout(500)
        await tab.goBack()
        await tab.waitForTimeout(500)
      },
    },
  ],
}
