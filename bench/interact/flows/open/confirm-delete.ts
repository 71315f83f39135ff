import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="n"><h1>Notes</h1><div class="list"><article data-id="a"><h3>Groceries</h3><p>Leeks, oats</p><button class="del">Delete</button> <button class="ren">Rename</button></article>
<article data-id="b"><h3>Travel plans</h3><p>Night train at 21:10</p><button class="del">Delete</button> <button class="ren">Rename</button></article>
<article data-id="c"><h3>Birthday ideas</h3><p>Kite</p><button class="del">Delete</button> <button class="ren">Rename</button></article></div>
<button class="all">Clear all notes</button><div class="snack" hidden><span></span> <a class="undo">Undo</a></div><div class="cfm" hidden><p>Clear all notes? This cannot be undone.</p><button class="no">Keep them</button><button class="yes">Clear</button></div></main>`

const STYLE = `.n{padding:24px}.list article{border:1px solid #ddd;padding:12px;margin:8px 0;width:380px}.snack{position:fixed;left:24px;bottom:24px;background:#222;color:#fff;padding:12px 18px}.undo{color:#8cf;cursor:pointer}.cfm{position:fixed;left:calc(50% - 180px);top:180px;width:360px;background:#fff;border:1px solid #888;padding:20px;box-shadow:0 4px 20px #0004}`

const SCRIPT = `
const snack = (text, undo) => { $('.snack span').textContent = text; $('.snack').hidden = false; $('.undo').onclick = () => { undo(); $('.snack').hidden = true } }
$$('.del').forEach((b) => b.onclick = async () => { const a = b.closest('article'); const name = $('h3', a).textContent
  if (!confirm('Delete the note "' + name + '"?')) return
  const after = a.nextElementSibling; a.remove(); await send('/api/delete', { id: a.dataset.id })
  snack('Note deleted', () => { $('.list').insertBefore(a, after); send('/api/restore', { id: a.dataset.id }) }) })
$$('.ren').forEach((b) => b.onclick = async () => { const a = b.closest('article'); const name = prompt('New name', $('h3', a).textContent); if (!name) return
  await send('/api/rename', { id: a.dataset.id, name }); $('h3', a).textContent = name })
$('.all').onclick = () => { $('.cfm').hidden = false }
$('.no').onclick = () => { $('.cfm').hidden = true }
$('.yes').onclick = async () => { $('.cfm').hidden = true; await send('/api/clear', {}); $('.list').innerHTML = '<i>No notes yet</i>' }`

/** Dialogs of the browser and of the site, and a message that lets one undo. */
export const confirmDelete: Flow = {
  name: 'confirm-delete',
  kind: 'confirm dialog',
  pages: { '/notes': page({ title: 'Notes', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Delete the note "Travel plans" and confirm the dialog'],
      expect: {
        sent: [{ path: '/api/delete', body: { id: 'b' } }],
        hides: ['Travel plans'],
        shows: ['Note deleted'],
      },
      async solve(tab) {
        tab.on('dialog', (dialog) => void dialog.accept())
        await tab.click('[data-id=b] .del')
      },
    },
    {
      prompts: ['Clear all notes and confirm'],
      expect: { sent: [{ path: '/api/clear' }], shows: ['No notes yet'] },
      async solve(tab) {
        await tab.click('.all')
        await tab.click('.yes')
      },
    },
    {
      prompts: ['delete the Groceries note, accept the confirmation, then click undo'],
      expect: {
        sent: [
          { path: '/api/delete', body: { id: 'a' } },
          { path: '/api/restore', body: { id: 'a' } },
        ],
        shows: ['Groceries'],
      },
      async solve(tab) {
        tab.on('dialog', (dialog) => void dialog.accept())
        await tab.click('[data-id=a] .del')
        await tab.click('.undo')
      },
    },
    {
      prompts: ['Rename "Birthday ideas" to "Gifts for Ana"'],
      expect: {
        sent: [{ path: '/api/rename', body: { id: 'c', name: 'Gifts for Ana' } }],
        shows: ['Gifts for Ana'],
      },
      async solve(tab) {
        tab.on('dialog', (dialog) => void dialog.accept('Gifts for Ana'))
        await tab.click('[data-id=c] .ren')
      },
    },
  ],
}
