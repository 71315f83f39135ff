import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const ROLES =
  'Backend Engineer,Nurse,Warehouse Lead,Data Analyst,Electrician,Product Designer,Translator,Chef de Partie'.split(
    ',',
  )
const FIRMS =
  'Halden Labs,Cresta Care,Portside Depot,Umbra Metrics,Voltwerk,Studio Lark,Palabra,Gasthof Kron,Nimbus Rail,Fjord Energy,Okapi Health'.split(
    ',',
  )
const TOWNS = ['Bergen', 'Graz', 'Utrecht', 'Cork', 'Turin']
const JOBS = Array.from({ length: 64 }, (_, index) => ({
  id: index + 1,
  role: ROLES[(index * 5) % 8],
  firm: FIRMS[index % 11],
  town: TOWNS[(index * 2) % 5],
  remote: index % 3 === 0,
  pay: 32 + ((index * 7) % 41),
}))

const BODY = `
<header class="h"><span class="logo">jobgrove</span><input class="q" placeholder="Job title or company"><span class="cnt"></span></header>
<div class="g"><div class="side"><div class="ttl">Location</div><div class="opts">${TOWNS.map((town) => `<div class="opt" data-town="${town}"><span class="bx"></span>${town}</div>`).join('')}</div><div class="ttl">Working model</div><div class="opt" data-remote="1"><span class="bx"></span>Remote possible</div></div><div class="list"></div></div><div class="layer"></div>`

const STYLE = `.h{display:flex;gap:24px;align-items:center;padding:14px 24px;background:#fff;border-bottom:1px solid #ddd;position:sticky;top:0;z-index:2}.logo{font-weight:800;color:#175}.q{width:280px;padding:8px}.g{display:flex;gap:30px;padding:20px 24px}.side{width:180px}.ttl{font-weight:600;margin-top:12px}.opt{cursor:pointer;padding:4px 0;display:flex;gap:8px;align-items:center}.bx{width:14px;height:14px;border:1px solid #777;display:inline-block}.opt.on .bx{background:#175}.list{flex:1}.job{border:1px solid #ddd;border-radius:8px;padding:14px;margin-bottom:10px;min-height:110px}.job .name{font-weight:600}.lnk{display:inline-block;cursor:pointer;padding:5px 12px;border-radius:5px;margin:6px 8px 0 0;border:1px solid #175}.lnk.full{background:#175;color:#fff}.veil{position:fixed;inset:0;background:#0007;z-index:5}.win{background:#fff;width:420px;margin:60px auto;padding:22px;border-radius:8px}.win input,.win textarea{width:100%;padding:8px;margin:5px 0}.bad{color:#b00}`

const SCRIPT = `
const jobs = ${JSON.stringify(JOBS)}
let shown = 10, busy = false
const towns = new Set(), saved = new Set()
let remote = false
const match = () => jobs.filter((j) => (!towns.size || towns.has(j.town)) && (!remote || j.remote) && (j.role + ' ' + j.firm).toLowerCase().includes($('.q').value.trim().toLowerCase()))
function draw() {
  const found = match()
  $('.cnt').textContent = found.length + ' jobs'
  $('.list').innerHTML = found.slice(0, shown).map((j) => '<div class="job"><div class="name">' + j.role + '</div><div>' + j.firm + ' · ' + j.town + (j.remote ? ' · Remote possible' : '') + '</div><div>€' + j.pay + ',000 per year</div><div class="lnk full" data-apply="' + j.id + '">Apply now</div><div class="lnk" data-save="' + j.id + '">' + (saved.has(j.id) ? '♥ Saved' : '♡ Save') + '</div></div>').join('') + (shown < found.length ? '<div class="more">Loading more jobs…</div>' : '')
}
addEventListener('scroll', () => {
  if (busy || shown >= match().length || innerHeight + scrollY < document.body.scrollHeight - 200) return
  busy = true; setTimeout(() => { shown += 10; busy = false; draw() }, 350)
})
let typing
$('.q').oninput = () => { clearTimeout(typing); typing = setTimeout(() => { shown = 10; draw() }, 250) }
document.addEventListener('click', async (e) => {
  const opt = e.target.closest('.opt')
  if (opt) {
    opt.classList.toggle('on')
    if (opt.dataset.remote) remote = !remote
    else towns.has(opt.dataset.town) ? towns.delete(opt.dataset.town) : towns.add(opt.dataset.town)
    shown = 10; setTimeout(draw, 150)
  }
  const { save, apply } = e.target.dataset
  if (save) { const id = Number(save), on = !saved.has(id); await send('/api/saved', { job: id, on }); on ? saved.add(id) : saved.delete(id); draw() }
  if (apply) {
    const j = jobs.find((o) => o.id === Number(apply))
    $('.layer').innerHTML = '<div class="veil"><div class="win"><h2>Apply: ' + j.role + ', ' + j.firm + '</h2><input class="nm" placeholder="Full name"><input class="ml" placeholder="Email address"><textarea class="ms" placeholder="Why are you a good match?"></textarea><div class="bad"></div><div class="lnk" data-close="1">Cancel</div><div class="lnk full" data-send="' + j.id + '">Send application</div></div></div>'
  }
  if (e.target.dataset.close) $('.layer').innerHTML = ''
  if (e.target.dataset.send) {
    const body = { job: Number(e.target.dataset.send), name: $('.nm').value.trim(), email: $('.ml').value.trim(), message: $('.ms').value.trim() }
    if (!body.name || !/.@./.test(body.email)) return void ($('.bad').textContent = 'Please enter your name and a valid email address.')
    await send('/api/applications', body)
    $('.layer').innerHTML = '<div class="veil"><div class="win"><h2>Application sent</h2><p>Good luck!</p><div class="lnk" data-close="1">Close</div></div></div>'
  }
})
draw()`

/** A job board of plain boxes that goes on loading while one scrolls. */
export const jobBoard: Flow = {
  name: 'job-board',
  kind: 'infinite list',
  pages: { '/jobs': page({ title: 'jobgrove', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Scroll down the list until the Electrician job at Umbra Metrics in Utrecht shows up, and save that job.',
      ],
      expect: { sent: [{ path: '/api/saved', body: { job: 37, on: true } }] },
      async solve(tab) {
        for (let turn = 0; turn < 12 && (await tab.locator('[data-save="37"]').count()) === 0; turn++) {
          await tab.mouse.wheel(0, 4000)
          await tab.waitForTimeout(450)
        }
        await tab.click('[data-save="37"]')
      },
    },
    {
      prompts: [
        'Filter for jobs in Cork where remote work is possible and tell me how many there are. Then apply for the one at Palabra as Ines Caldeira, ines@caldeira.example, with the message "Six years of grid analytics."',
      ],
      expect: {
        sent: [
          {
            path: '/api/applications',
            body: {
              job: 40,
              name: 'Ines Caldeira',
              email: 'ines@caldeira.example',
              message: 'Six years of grid analytics.',
            },
          },
        ],
        state: { '[...towns].join()': 'Cork', remote: true },
        output: [/\b4\b|four/i],
      },
      async solve(tab) {
        await tab.click('[data-town=Cork]')
        await tab.click('[data-remote]')
        await tab.waitForTimeout(300)
        await tab.click('[data-apply="40"]')
        await tab.fill('.nm', 'Ines Caldeira')
        await tab.fill('.ml', 'ines@caldeira.example')
        await tab.fill('.ms', 'Six years of grid analytics.')
        await tab.click('[data-send]')
      },
    },
  ],
}
