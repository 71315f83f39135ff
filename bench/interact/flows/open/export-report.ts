import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="rp"><h1>Water levels</h1><table><tr><th>Station</th><th>Level</th></tr><tr><td>Elm bridge</td><td>214 cm</td></tr><tr><td>Old weir</td><td>187 cm</td></tr></table><div class="dd"><button class="exp" aria-haspopup="menu">Export ▾</button><div class="mn" role="menu" hidden><div role="menuitem" data-f="csv">CSV</div><div role="menuitem" data-f="xlsx">Excel</div><div role="menuitem" data-f="pdf">PDF</div></div></div></div>`

const SCRIPT = `
$('.exp').onclick = () => { $('.mn').hidden = !$('.mn').hidden }
$$('[role=menuitem]').forEach((i) => i.onclick = () => { $('.mn').hidden = true; const type = i.dataset.f
  setTimeout(() => { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['station,level\\nElm bridge,214\\n'])); a.download = 'water-levels.' + type; a.click() }, 150) })`

/** A file that the page makes itself, behind a menu. */
export const exportReport: Flow = {
  name: 'export-report',
  kind: 'file download',
  pages: {
    '/levels': page({
      title: 'Water levels',
      style:
        '.rp{padding:24px}.dd{position:relative;margin-top:16px}.mn{position:absolute;border:1px solid #aaa;background:#fff}.mn div{padding:8px 20px;cursor:pointer}',
      body: BODY,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Export the table as CSV'],
      expect: { downloads: ['water-levels.csv'] },
      async solve(tab) {
        await tab.click('.exp')
        await tab.click('[data-f=csv]')
      },
    },
    {
      prompts: ["What's the level at the old weir? And download the report as a PDF please"],
      expect: { downloads: ['water-levels.pdf'], output: ['187'] },
      async solve(tab) {
        await tab.click('.exp')
        await tab.click('[data-f=pdf]')
      },
    },
  ],
}
