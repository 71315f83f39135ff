import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const SETS = [
  ['trees', 'Street trees', 'Parks department', '3 March 2026', '48,112 rows'],
  ['air', 'Air quality measurements', 'Environment office', '12 April 2026', '1.2 million rows'],
  ['schools', 'School locations', 'Education board', '20 January 2026', '317 rows'],
  ['crossings', 'Pedestrian crossings', 'Transport authority', '8 February 2026', '2,904 rows'],
] as const

const BODY = `
<div class="cookie" role="region" aria-label="Cookie notice"><span>This portal uses cookies to count visits.</span> <button data-ck="yes">Accept</button> <button data-ck="no">Reject</button></div>
<header><b>Open data · Region of Velmark</b></header><main><h1>Datasets</h1>${SETS.map(
  ([id, name, by, date, size]) =>
    `<div class="set"><h3><button aria-expanded="false" aria-controls="c-${id}" class="tog">${name}<span class="car">▾</span></button></h3><div id="c-${id}" hidden><dl><dt>Published by</dt><dd>${by}</dd><dt>Last updated</dt><dd>${date}</dd><dt>Size</dt><dd>${size}</dd><dt>Licence</dt><dd>CC BY 4.0</dd></dl><div class="dl"><label for="f-${id}">Format</label> <select id="f-${id}"><option value="csv">CSV</option><option value="json">GeoJSON</option><option value="xlsx">Excel</option></select> <label><input type="checkbox" class="terms"> I accept the licence</label> <button class="get" data-id="${id}" disabled>Download</button> <a href="/docs/${id}-schema.pdf" download>Schema (PDF)</a></div></div></div>`,
).join('')}</main>`

const STYLE = `header{background:#e9f1f7;padding:16px 26px}main{max-width:720px;margin:16px auto 90px}.set{border:1px solid #cdd;margin-bottom:8px}h3{margin:0}.tog{width:100%;text-align:left;padding:12px;border:0;background:#f7fafc;font-size:16px;display:flex;justify-content:space-between}.set>div{padding:0 14px 14px}dt{float:left;width:140px;color:#567}.cookie{position:fixed;bottom:0;left:0;right:0;background:#123;color:#fff;padding:14px 26px}`

const SCRIPT = `
let choice = null
$$('[data-ck]').forEach((b) => { b.onclick = () => { choice = b.dataset.ck; $('.cookie').remove() } })
$$('.tog').forEach((b) => { b.onclick = () => { const open = b.getAttribute('aria-expanded') !== 'true'; b.setAttribute('aria-expanded', String(open)); $('#' + b.getAttribute('aria-controls')).hidden = !open } })
$$('.terms').forEach((c) => { c.onchange = () => { $('.get', c.closest('.dl')).disabled = !c.checked } })
$$('.get').forEach((b) => { b.onclick = () => {
  b.disabled = true; b.textContent = 'Preparing…'
  setTimeout(() => { location.href = '/export/' + b.dataset.id + '.' + $('#f-' + b.dataset.id).value; b.disabled = false; b.textContent = 'Download' }, 400)
} })`

/** Files of a public body: behind headings that unfold, a format and a box to tick. */
export const openData: Flow = {
  name: 'open-data',
  kind: 'file download',
  pages: { '/datasets': page({ title: 'Open data Velmark', style: STYLE, body: BODY, script: SCRIPT }) },
  answer: ({ path }) =>
    /^\/(export|docs)\//.test(path)
      ? {
          type: 'application/octet-stream',
          headers: { 'content-disposition': `attachment; filename="${path.split('/')[2]}"` },
          body: Buffer.from('id;name\n1;first\n'),
        }
      : undefined,
  trials: [
    {
      prompts: [
        'Reject the cookies. Open "Street trees", choose the format GeoJSON, accept the licence and click Download.',
      ],
      expect: { downloads: ['trees.json'], state: { choice: 'no' } },
      async solve(tab) {
        await tab.click('[data-ck=no]')
        await tab.click('text=Street trees')
        await tab.selectOption('#f-trees', 'json')
        await tab.check('#c-trees .terms')
        await tab.click('[data-id=trees]')
      },
    },
    {
      prompts: [
        'When were the pedestrian crossings last updated, and who publishes them? Also get me the PDF with their schema.',
      ],
      expect: {
        downloads: ['crossings-schema.pdf'],
        output: [/8\.? ?Feb|Feb\w* 8|2026-02-08/i, /Transport authority/i],
      },
      async solve(tab) {
        await tab.click('text=Pedestrian crossings')
        await tab.click('#c-crossings a')
      },
    },
    {
      prompts: [
        'Expand the air quality dataset',
        'Download it as an Excel file; the licence is fine with us',
      ],
      expect: { downloads: ['air.xlsx'] },
      async solve(tab) {
        await tab.click('text=Air quality')
        await tab.selectOption('#f-air', 'xlsx')
        await tab.check('#c-air .terms')
        await tab.click('[data-id=air]')
      },
    },
  ],
}
