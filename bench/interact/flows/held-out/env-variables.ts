import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><a href="/">▲ skiff</a> / acme-web / <b>Environment variables</b></header>
<main><div class="bar"><h1>Environment variables</h1><button class="pri" id="add">Add variable</button></div><div id="list" role="list"></div></main>
<div id="root"></div><div id="toast" role="status" aria-live="polite"></div>`

const STYLE = `header{padding:14px 26px;border-bottom:1px solid #ddd}main{max-width:760px;margin:20px auto}.bar{display:flex;justify-content:space-between;align-items:center}.it{display:grid;grid-template-columns:230px 1fr 200px 80px;gap:10px;padding:12px;border:1px solid #e2e2e2;border-top:0;align-items:center}.pri{background:#111;color:#fff;border:0;padding:9px 16px;border-radius:6px}.pri:disabled{opacity:.4}.ov{position:fixed;inset:0;background:#0006;display:grid;place-items:center}.dlg{background:#fff;border-radius:10px;padding:22px;width:440px}.dlg label{display:block;margin:8px 0}.dlg input:not([type=checkbox]){width:100%;padding:8px}.h{color:#c22;font-size:13px}.sw{width:38px;height:20px;border-radius:10px;border:0;background:#bbb}.sw[aria-checked=true]{background:#06f}#toast:not(:empty){position:fixed;bottom:18px;right:18px;background:#111;color:#fff;padding:10px 16px;border-radius:6px}.ic{border:0;background:none;font-size:16px;cursor:pointer}`

const SCRIPT = `
let vars = [
  { name: 'API_BASE_URL', value: 'https://api.acme.example', on: ['Production', 'Preview'] },
  { name: 'CACHE_TTL', value: '300', on: ['Production'] },
  { name: 'LOG_LEVEL', value: 'debug', on: ['Preview', 'Development'] },
  { name: 'MAIL_FROM', value: 'hello@acme.example', on: ['Production', 'Preview', 'Development'] },
]
const ENVS = ['Production', 'Preview', 'Development']
let draft = null
const esc = (t) => t.replace(/"/g, '&quot;')
function draw() {
  $('#list').innerHTML = vars.map((v) => '<div class="it" role="listitem"><code>' + v.name + '</code><span>' + (v.sensitive ? '••••••••' : v.value) + '</span><small>' + v.on.join(', ') + '</small><span><button class="ic" title="Edit" data-e="' + v.name + '">✎</button><button class="ic" title="Delete" data-d="' + v.name + '">🗑</button></span></div>').join('')
}
function modal() {
  if (!draft) return void ($('#root').innerHTML = '')
  $('#root').innerHTML = '<div class="ov"><div class="dlg" role="dialog" aria-modal="true" aria-labelledby="dt"><h2 id="dt">' + (draft.old ? 'Edit variable' : 'New variable') + '</h2><label>Key<input id="k" placeholder="EXAMPLE_NAME" value="' + esc(draft.name) + '"' + (draft.old ? ' disabled' : '') + '></label><div class="h" id="kh"></div><label>Value<input id="v" value="' + esc(draft.value) + '"></label><fieldset><legend>Environments</legend>'
    + ENVS.map((e) => '<label><input type="checkbox" value="' + e + '"' + (draft.on.includes(e) ? ' checked' : '') + '> ' + e + '</label>').join('') + '</fieldset><p><span id="sl">Sensitive</span> <button class="sw" type="button" role="switch" aria-labelledby="sl" aria-checked="' + !!draft.sensitive + '"></button></p><button data-x>Cancel</button> <button class="pri" id="save">Save</button></div></div>'
  valid()
}
function valid() {
  const bad = draft.name && !/^[A-Z][A-Z0-9_]*$/.test(draft.name)
  $('#kh').textContent = bad ? 'Only capital letters, digits and underscores.' : ''
  $('#save').disabled = bad || !draft.name || !draft.value || !draft.on.length
}
$('#root').addEventListener('input', (e) => {
  if (e.target.id === 'k') draft.name = e.target.value
  else if (e.target.id === 'v') draft.value = e.target.value
  else draft.on = $$('#root [type=checkbox]:checked').map((c) => c.value)
  valid()
})
document.addEventListener('click', async (e) => {
  const b = e.target.closest('button')
  if (!b) return
  if (b.id === 'add') { draft = { name: '', value: '', on: [...ENVS] }; setTimeout(modal, 100) }
  if (b.dataset.e) { const v = vars.find((o) => o.name === b.dataset.e); draft = { ...v, old: true }; setTimeout(modal, 100) }
  if (b.matches('.sw')) { draft.sensitive = !draft.sensitive; b.setAttribute('aria-checked', String(draft.sensitive)) }
  if ('x' in b.dataset) { draft = null; modal() }
  if (b.dataset.d && confirm('Delete ' + b.dataset.d + '?')) { await send('/api/env/delete', { name: b.dataset.d }); vars = vars.filter((v) => v.name !== b.dataset.d); draw() }
  if (b.id === 'save') {
    const { old, ...v } = draft
    b.disabled = true; b.textContent = 'Saving…'
    await send('/api/env', { name: v.name, value: v.value, environments: v.on.join(','), sensitive: !!v.sensitive })
    vars = old ? vars.map((o) => (o.name === v.name ? v : o)) : [...vars, v]
    draft = null; modal(); draw(); $('#toast').textContent = 'Saved. Redeploy to apply the changes.'
  }
})
draw()`

/** A hosting panel's variables: a dialog with boxes and a switch, icons in the rows. */
export const envVariables: Flow = {
  name: 'env-variables',
  kind: 'modal',
  pages: {
    '/acme-web/env': page({ title: 'Environment variables', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Click "Add variable", enter the key PAYMENT_SECRET and the value sk_9f27c1, uncheck Development, switch on Sensitive and save.',
      ],
      expect: {
        sent: [
          {
            path: '/api/env',
            body: {
              name: 'PAYMENT_SECRET',
              value: 'sk_9f27c1',
              environments: 'Production,Preview',
              sensitive: true,
            },
          },
        ],
        shows: ['PAYMENT_SECRET'],
      },
      async solve(tab) {
        await tab.click('#add')
        await tab.fill('#k', 'PAYMENT_SECRET')
        await tab.fill('#v', 'sk_9f27c1')
        await tab.uncheck('[value=Development]')
        await tab.click('.sw')
        await tab.click('#save')
      },
    },
    {
      prompts: [
        'The cache TTL of acme-web has to be 900 instead of 300, and it should apply to Preview too. Save it.',
      ],
      expect: {
        sent: [{ path: '/api/env', body: { name: 'CACHE_TTL', value: '900' } }],
        state: { "vars.find((v) => v.name === 'CACHE_TTL').on.slice().sort().join()": 'Preview,Production' },
      },
      async solve(tab) {
        await tab.click('[data-e=CACHE_TTL]')
        await tab.fill('#v', '900')
        await tab.check('[value=Preview]')
        await tab.click('#save')
      },
    },
  ],
}
