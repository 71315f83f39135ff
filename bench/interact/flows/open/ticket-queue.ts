import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.top{display:flex;gap:12px;padding:16px;align-items:center}.dd{border:1px solid #ccc;padding:6px 12px;border-radius:6px;cursor:pointer}table{width:100%;border-collapse:collapse}td,th{padding:9px 14px;text-align:left;border-top:1px solid #eee}.cb{display:inline-block;width:16px;height:16px;border:1px solid #777;border-radius:3px;cursor:pointer}.cb[aria-checked=true]{background:#0ea5e9}.bulk{background:#0c4a6e;color:#fff;padding:10px 16px;display:flex;gap:18px}.bulk a{color:#fff;cursor:pointer;text-decoration:underline}.menu{position:absolute;background:#fff;color:#222;border:1px solid #ccc;box-shadow:0 4px 12px #0003}.menu li{list-style:none;padding:8px 16px;cursor:pointer}.menu{padding:0;margin:0}.toast{position:fixed;right:20px;bottom:20px;background:#222;color:#fff;padding:12px 18px;border-radius:6px}.toast span{color:#7dd3fc;margin-left:14px;cursor:pointer}`

const BODY = `<div class="top"><h2>Tickets</h2><div class="dd" id="status">Status: All ▾</div><input placeholder="Filter by subject" id="q"></div><div id="bulk"></div><table><thead><tr><th><span class="cb" role="checkbox" aria-label="Select all" id="all"></span></th><th>No.</th><th>Subject</th><th>Status</th><th>Assignee</th></tr></thead><tbody></tbody></table>`

const SCRIPT = `
let tickets = [
  [4101, 'Cannot print labels', 'Open', 'Ivo'], [4102, 'Wrong invoice address', 'Open', '–'], [4103, 'WIN A PRIZE NOW', 'Spam', '–'],
  [4104, 'Login loop on tablet', 'Waiting', 'Noor'], [4105, 'Refund for order 77', 'Open', '–'], [4106, 'cheap watches', 'Spam', '–'], [4107, 'Wrong size delivered', 'Waiting', '–'],
].map(([id, subject, status, who]) => ({ id, subject, status, who }))
let status = 'All', picked = new Set()
const shown = () => tickets.filter((one) => (status === 'All' || one.status === status) && one.subject.toLowerCase().includes($('#q').value.toLowerCase()))
function draw() {
  $('#status').textContent = 'Status: ' + status + ' ▾'
  $('tbody').innerHTML = shown().map(({ id, subject, status, who }) => '<tr><td><span class="cb" role="checkbox" aria-checked="' + picked.has(id) + '" data-id="' + id + '"></span></td><td>#' + id + '</td><td>' + subject + '</td><td>' + status + '</td><td>' + who + '</td></tr>').join('')
  $('#all').setAttribute('aria-checked', shown().length > 0 && shown().every(({ id }) => picked.has(id)))
  $('#bulk').innerHTML = picked.size ? '<div class="bulk"><b>' + picked.size + ' selected</b><a data-b="assign">Assign to…</a><a data-b="archive">Archive</a><a data-b="clear">Clear</a></div>' : ''
}
function menu(at, names, done) {
  $('.menu')?.remove()
  const list = document.createElement('ul'), box = at.getBoundingClientRect()
  list.className = 'menu'
  list.style.cssText = 'left:' + box.left + 'px;top:' + (box.bottom + scrollY + 4) + 'px'
  list.innerHTML = names.map((name) => '<li>' + name + '</li>').join('')
  list.onclick = ({ target }) => { list.remove(); done(target.textContent) }
  setTimeout(() => document.body.append(list), 120)
}
function toast(text, undo) {
  $('.toast')?.remove()
  const box = document.createElement('div')
  box.className = 'toast'
  box.innerHTML = text + '<span>Undo</span>'
  $('span', box).onclick = () => { undo(); box.remove() }
  document.body.append(box)
  setTimeout(() => box.remove(), 9000)
}
$('#q').oninput = draw
$('#status').onclick = () => menu($('#status'), ['All', 'Open', 'Waiting', 'Spam'], (name) => { status = name; picked = new Set(); draw() })
$('#all').onclick = () => { const all = shown().map(({ id }) => id); picked = new Set(all.every((id) => picked.has(id)) ? [] : all); draw() }
$('tbody').onclick = ({ target }) => { const id = Number(target.dataset.id); if (!id) return; picked.has(id) ? picked.delete(id) : picked.add(id); draw() }
$('#bulk').onclick = ({ target }) => {
  const ids = [...picked].sort(), todo = target.dataset.b
  if (todo === 'clear') { picked = new Set(); draw() }
  if (todo === 'assign') menu(target, ['Ivo', 'Noor', 'Selma'], async (to) => {
    await send('/tickets/assign', { ids, to })
    tickets.forEach((one) => { if (ids.includes(one.id)) one.who = to })
    picked = new Set(); draw()
  })
  if (todo === 'archive') {
    const before = tickets
    send('/tickets/archive', { ids })
    tickets = tickets.filter(({ id }) => !ids.includes(id)); picked = new Set(); draw()
    toast(ids.length + ' archived', () => { send('/tickets/restore', { ids }); tickets = before; draw() })
  }
}
draw()
`

/** Rows to tick, a bar for all of them, menus at the end of the body and an undo that goes away. */
export const ticketQueue: Flow = {
  name: 'ticket-queue',
  kind: 'bulk action',
  pages: { '/tickets': page({ title: 'Tickets', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Select tickets #4102 and #4107 and assign them to Noor.'],
      expect: { sent: [{ path: '/tickets/assign', body: { ids: [4102, 4107], to: 'Noor' } }] },
      async solve(tab) {
        await tab.click('[data-id="4102"]')
        await tab.click('[data-id="4107"]')
        await tab.click('[data-b=assign]')
        await tab.click('.menu li:has-text("Noor")')
      },
    },
    {
      prompts: ['filter by status spam, select all of them, archive'],
      expect: { sent: [{ path: '/tickets/archive', body: { ids: [4103, 4106] } }] },
      async solve(tab) {
        await tab.click('#status')
        await tab.click('.menu li:has-text("Spam")')
        await tab.click('#all')
        await tab.click('[data-b=archive]')
      },
    },
    {
      prompts: ['Archive the ticket "Refund for order 77"', 'Oops, undo that please'],
      expect: {
        sent: [
          { path: '/tickets/archive', body: { ids: [4105] } },
          { path: '/tickets/restore', body: { ids: [4105] } },
        ],
        shows: ['Refund for order 77'],
      },
      async solve(tab) {
        await tab.click('[data-id="4105"]')
        await tab.click('[data-b=archive]')
        await tab.click('.toast span')
      },
    },
  ],
}
