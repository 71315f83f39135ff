import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<h1 style="padding:0 20px">Allotment tasks</h1><div class="kb"><section data-c="todo"><h2>To do</h2><div class="cd" draggable="true">Mend the fence</div><div class="cd" draggable="true">Sow broad beans</div></section><section data-c="doing"><h2>In progress</h2><div class="cd" draggable="true">Turn the compost</div></section><section data-c="done"><h2>Done</h2></section></div>`

const SCRIPT = `
let held
$$('.cd').forEach((c) => { c.ondragstart = (e) => { held = c; e.dataTransfer.setData('text/plain', c.textContent) } })
$$('section').forEach((s) => { s.ondragover = (e) => e.preventDefault(); s.ondrop = (e) => { e.preventDefault(); s.append(held); send('/move', { card: held.textContent, to: s.dataset.c }) } })`

/** Cards that are dragged from column to column with the browser's own drag and drop. */
export const kanbanDrag: Flow = {
  name: 'kanban-drag',
  kind: 'sortable list',
  pages: {
    '/board': page({
      title: 'Allotment tasks',
      style:
        '.kb{display:flex;gap:16px;padding:20px}.kb section{width:230px;min-height:320px;background:#f1f3f5;padding:12px}.cd{background:#fff;border:1px solid #ccc;padding:12px;margin:8px 0;cursor:move}',
      body: BODY,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Move "Sow broad beans" to Done'],
      expect: { sent: [{ path: '/move', body: { card: 'Sow broad beans', to: 'done' } }] },
      solve: (tab) => tab.dragAndDrop('text=Sow broad beans', '[data-c=done]'),
    },
    {
      prompts: ['drag the card Mend the fence into the "In progress" column'],
      expect: { sent: [{ path: '/move', body: { card: 'Mend the fence', to: 'doing' } }] },
      solve: (tab) => tab.dragAndDrop('text=Mend the fence', '[data-c=doing]'),
    },
  ],
}
