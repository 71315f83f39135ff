import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="p"><h1>Sunday playlist</h1><ul class="tracks"><li data-k="harbor"><span class="grip">⠿</span> Harbor Lights</li><li data-k="paper"><span class="grip">⠿</span> Paper Moon Radio</li><li data-k="slow"><span class="grip">⠿</span> Slow Train West</li><li data-k="tin"><span class="grip">⠿</span> Tin Roof</li></ul>
<div class="bin">Drop here to remove</div><p class="st"></p></main>`

const STYLE = `.p{max-width:460px;margin:30px auto}.tracks{list-style:none;padding:0}.tracks li{border:1px solid #ccc;background:#fff;padding:12px;margin:6px 0;cursor:grab;user-select:none}.grip{color:#999;margin-right:8px}.bin{border:2px dashed #c66;color:#c66;padding:18px;text-align:center}`

const SCRIPT = `
const list = $('.tracks'); let held = null
const keys = () => $$('li', list).map((li) => li.dataset.k)
list.onpointerdown = (e) => { held = e.target.closest('li'); if (held) { held.style.opacity = .5; e.preventDefault() } }
onpointermove = (e) => { if (!held) return
  const over = $$('li', list).find((li) => { const r = li.getBoundingClientRect(); return li !== held && e.clientY > r.top && e.clientY < r.bottom })
  if (!over) return; const r = over.getBoundingClientRect(); over[e.clientY < r.top + r.height / 2 ? 'before' : 'after'](held) }
onpointerup = async (e) => { if (!held) return; const bin = $('.bin').getBoundingClientRect(); held.style.opacity = ''
  if (e.clientY > bin.top && e.clientY < bin.bottom) held.remove()
  held = null; await send('/api/order', { order: keys() }); $('.st').textContent = 'Order saved' }`

/** A list that is sorted by dragging with pointer events. */
export const dragPlaylist: Flow = {
  name: 'drag-playlist',
  kind: 'sortable list',
  pages: { '/playlist': page({ title: 'Playlist', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Drag "Tin Roof" to the top of the list'],
      expect: { sent: [{ path: '/api/order', body: { order: ['tin', 'harbor', 'paper', 'slow'] } }] },
      async solve(tab) {
        const from = (await tab.locator('[data-k=tin]').boundingBox())!
        const to = (await tab.locator('[data-k=harbor]').boundingBox())!
        await tab.mouse.move(from.x + 90, from.y + 10)
        await tab.mouse.down()
        await tab.mouse.move(to.x + 90, to.y + 20, { steps: 12 })
        await tab.mouse.move(to.x + 90, to.y + 4, { steps: 4 })
        await tab.mouse.up()
      },
    },
    {
      prompts: ['move Paper Moon Radio below Slow Train West'],
      expect: { sent: [{ path: '/api/order', body: { order: ['harbor', 'slow', 'paper', 'tin'] } }] },
      async solve(tab) {
        const from = (await tab.locator('[data-k=paper]').boundingBox())!
        const to = (await tab.locator('[data-k=slow]').boundingBox())!
        await tab.mouse.move(from.x + 90, from.y + 10)
        await tab.mouse.down()
        await tab.mouse.move(to.x + 90, to.y + to.height - 4, { steps: 10 })
        await tab.mouse.up()
      },
    },
  ],
}
