import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="adm"><h1>Members</h1><input type="search" class="flt" placeholder="Filter by name"><table class="tbl"><thead><tr><th><input type="checkbox" aria-label="Select all"></th><th>Name</th><th>Role</th><th>Last seen</th><th>Actions</th></tr></thead><tbody></tbody></table>
<div class="pg"><a href="#" class="prev">« Prev</a> <span class="nums"></span> <a href="#" class="next">Next »</a></div><div class="toast" hidden></div></div>`

const STYLE = `.adm{padding:24px}.tbl{border-collapse:collapse;margin:14px 0}.tbl td,.tbl th{border-bottom:1px solid #e3e3e3;padding:8px 18px;text-align:left}.ic{border:0;background:none;cursor:pointer}.pg a,.pg span a{padding:4px 8px}.pg a.cur{font-weight:700}.toast{position:fixed;right:20px;bottom:20px;background:#333;color:#fff;padding:12px 18px}`

const SCRIPT = `
const NAMES = 'Aino Virtanen|Bram de Wit|Chidi Obi|Dora Klein|Emre Kaya|Fenna Boer|Goran Petrov|Hana Sato|Ivo Novak|Jana Hruba|Kofi Mensah|Lea Fontaine|Milo Conti|Nadia Rahal'.split('|')
let at = 1, rows = NAMES.map((name, i) => ({ id: i + 1, name, role: i % 4 ? 'Editor' : 'Admin', seen: (i + 1) + ' days ago' }))
const toast = (text) => { $('.toast').textContent = text; $('.toast').hidden = false; setTimeout(() => { $('.toast').hidden = true }, 4000) }
function draw() { const word = $('.flt').value.toLowerCase(), found = rows.filter((r) => r.name.toLowerCase().includes(word)), pages = Math.ceil(found.length / 5)
  $('tbody').innerHTML = found.slice((at - 1) * 5, at * 5).map((r) => '<tr data-id="' + r.id + '"><td><input type="checkbox"></td><td>' + r.name + '</td><td>' + r.role + '</td><td>' + r.seen + '</td><td><button class="ic ed" aria-label="Edit">✎</button><button class="ic rm" aria-label="Remove">🗑</button></td></tr>').join('')
  $('.nums').innerHTML = Array.from({ length: pages }, (_, i) => '<a href="#" class="' + (i + 1 === at ? 'cur' : '') + '">' + (i + 1) + '</a>').join('')
  $$('.nums a').forEach((a) => a.onclick = (e) => { e.preventDefault(); at = +a.textContent; draw() })
  $$('.rm').forEach((b) => b.onclick = async () => { const id = +b.closest('tr').dataset.id; await send('/api/remove', { id }); toast(rows.find((r) => r.id === id).name + ' was removed'); rows = rows.filter((r) => r.id !== id); draw() })
  $$('.ed').forEach((b) => b.onclick = () => { const cell = b.closest('tr').children[2]; cell.innerHTML = '<select><option>Viewer</option><option>Editor</option><option>Admin</option></select><button>Save</button>'
    $('select', cell).value = rows.find((r) => r.id === +b.closest('tr').dataset.id).role
    $('button', cell).onclick = async () => { const id = +b.closest('tr').dataset.id, role = $('select', cell).value; await send('/api/role', { id, role }); rows.find((r) => r.id === id).role = role; draw() } }) }
$('.prev').onclick = (e) => { e.preventDefault(); if (at > 1) { at--; draw() } }
$('.next').onclick = (e) => { e.preventDefault(); if (at < Math.ceil(rows.length / 5)) { at++; draw() } }
$('.flt').oninput = () => { at = 1; setTimeout(draw, 150) }
draw()`

/** A table with pages, and icons in its rows. */
export const userTable: Flow = {
  name: 'user-table',
  kind: 'data table',
  pages: { '/members': page({ title: 'Members', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Remove Dora Klein'],
      expect: { sent: [{ path: '/api/remove', body: { id: 4 } }], shows: ['Dora Klein was removed'] },
      solve: (tab) => tab.click('tr:has-text("Dora Klein") .rm'),
    },
    {
      prompts: ['go to page 3 and remove Kofi Mensah from the list'],
      expect: { sent: [{ path: '/api/remove', body: { id: 11 } }] },
      async solve(tab) {
        await tab.click('.nums >> text=3')
        await tab.click('tr:has-text("Kofi") .rm')
      },
    },
    {
      prompts: ['Filter by "hana", edit her and change the role to Viewer, then save'],
      expect: { sent: [{ path: '/api/role', body: { id: 8, role: 'Viewer' } }] },
      async solve(tab) {
        await tab.fill('.flt', 'hana')
        await tab.waitForTimeout(300)
        await tab.click('.ed')
        await tab.selectOption('td select', 'Viewer')
        await tab.click('text=Save')
      },
    },
    {
      prompts: ['tick the checkbox in the row of Bram de Wit'],
      expect: { state: { "$$('tbody input:checked').map((i) => i.closest('tr').dataset.id)": ['2'] } },
      solve: (tab) => tab.check('tr:has-text("Bram") input'),
    },
  ],
}
