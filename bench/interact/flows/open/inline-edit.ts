import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="bd"><h1>Sprint board</h1><ul class="todo"><li data-id="1"><input type="checkbox"><span class="tx">Write release notes</span><a class="rm">×</a></li><li data-id="2"><input type="checkbox"><span class="tx">Fix flaky login test</span><a class="rm">×</a></li><li data-id="3"><input type="checkbox"><span class="tx">Order new badges</span><a class="rm">×</a></li></ul>
<input class="new" placeholder="What needs to be done?"><p><span class="left"></span> · <a class="flt" data-f="all">All</a> <a class="flt" data-f="open">Active</a> <a class="flt" data-f="done">Completed</a></p></main>`

const STYLE = `.bd{max-width:520px;margin:30px auto}.todo{list-style:none;padding:0}.todo li{display:flex;gap:10px;padding:10px;border-bottom:1px solid #eee}.tx{flex:1;cursor:text}.done .tx{text-decoration:line-through;color:#999}.rm{visibility:hidden;cursor:pointer;color:#c33}.todo li:hover .rm{visibility:visible}.new{width:100%;padding:12px}.flt{cursor:pointer;color:#06c}`

const SCRIPT = `
let next = 4, filter = 'all'
function wire(li) { const text = $('.tx', li)
  text.ondblclick = () => { const box = document.createElement('input'); box.value = text.textContent; box.className = 'edit'; text.replaceWith(box); box.focus(); box.select()
    const done = async () => { box.replaceWith(text); if (box.value !== text.textContent) { text.textContent = box.value; await send('/api/edit', { id: +li.dataset.id, text: box.value }) } }
    box.onkeydown = (e) => { if (e.key === 'Enter') box.blur(); if (e.key === 'Escape') { box.value = text.textContent; box.blur() } }; box.onblur = done }
  $('input', li).onchange = (e) => { li.classList.toggle('done', e.target.checked); send('/api/check', { id: +li.dataset.id, done: e.target.checked }); count() }
  $('.rm', li).onclick = () => { li.remove(); send('/api/remove', { id: +li.dataset.id }); count() } }
function count() { $('.left').textContent = $$('.todo li:not(.done)').length + ' items left'; $$('.todo li').forEach((li) => { li.hidden = filter === 'open' ? li.classList.contains('done') : filter === 'done' ? !li.classList.contains('done') : false; li.style.display = li.hidden ? 'none' : '' }) }
$('.new').onkeydown = (e) => { if (e.key !== 'Enter' || !e.target.value.trim()) return; const li = document.createElement('li'); li.dataset.id = next++
  li.innerHTML = '<input type="checkbox"><span class="tx"></span><a class="rm">×</a>'; $('.tx', li).textContent = e.target.value.trim(); $('.todo').append(li); wire(li); send('/api/add', { text: e.target.value.trim() }); e.target.value = ''; count() }
$$('.flt').forEach((a) => a.onclick = () => { filter = a.dataset.f; count() })
$$('.todo li').forEach(wire); count()`

/** Texts that are edited in place after a double click; things that only show under the mouse. */
export const inlineEdit: Flow = {
  name: 'inline-edit',
  kind: 'inline editing',
  pages: { '/board': page({ title: 'Board', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Double-click "Order new badges" and change it to "Order 40 badges", then press Enter'],
      expect: { sent: [{ path: '/api/edit', body: { id: 3, text: 'Order 40 badges' } }] },
      async solve(tab) {
        await tab.dblclick('text=Order new badges')
        await tab.fill('.edit', 'Order 40 badges')
        await tab.keyboard.press('Enter')
      },
    },
    {
      prompts: [
        'Add a new item "Call the printer" and tick off "Fix flaky login test". How many items are left?',
      ],
      expect: {
        sent: [
          { path: '/api/add', body: { text: 'Call the printer' } },
          { path: '/api/check', body: { id: 2, done: true } },
        ],
        output: ['3'],
      },
      async solve(tab) {
        await tab.fill('.new', 'Call the printer')
        await tab.keyboard.press('Enter')
        await tab.check('li:has-text("flaky") input')
      },
    },
    {
      prompts: ['remove "Write release notes" by clicking its ×'],
      expect: { sent: [{ path: '/api/remove', body: { id: 1 } }] },
      async solve(tab) {
        await tab.hover('[data-id="1"]')
        await tab.click('[data-id="1"] .rm')
      },
    },
  ],
}
