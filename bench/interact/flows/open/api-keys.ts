import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="nav"><b>Pelikan Cloud</b><span class="nl">Projects</span><span class="nl">Billing</span><span class="nl act">API keys</span></div>
<div class="wrap"><div class="hd"><h2>API keys</h2><div class="btn pri" id="new" tabindex="0">Create key</div></div><div id="list" class="list"></div></div><div id="modal-root"></div>`

const STYLE = `.nav{display:flex;gap:24px;padding:14px 24px;border-bottom:1px solid #ddd}.nl{cursor:pointer}.act{color:#06c}.wrap{max-width:760px;margin:20px auto}.hd{display:flex;justify-content:space-between;align-items:center}.btn{display:inline-block;padding:7px 14px;border:1px solid #999;border-radius:6px;cursor:pointer}.pri{background:#06c;color:#fff}.off{opacity:.4;pointer-events:none}.red{background:#c22;color:#fff}.r{display:grid;grid-template-columns:180px 140px 200px 60px;padding:10px 0;border-bottom:1px solid #eee}.ib{border:0;background:none;cursor:pointer}.ov{position:fixed;inset:0;background:#0006;display:flex;align-items:center;justify-content:center}.md{background:#fff;padding:20px 24px;border-radius:8px;width:420px}.md .lb{font-weight:600;margin-top:12px}code{background:#eee;padding:4px 8px}`

const SCRIPT = `
let keys = [{ name: 'staging-ci', last: '3f9a', scope: 'Read', until: 'Never' }, { name: 'mobile-app', last: 'b07c', scope: 'Read, Write', until: '12 Jan 2027' }, { name: 'old-import', last: '11de', scope: 'Admin', until: 'Expired' }]
function list() {
  $('#list').innerHTML = '<div class="r"><b>Name</b><b>Key</b><b>Permissions</b><b></b></div>' + (keys.map((k, i) => '<div class="r"><div>' + k.name + '</div><div>pk_…' + k.last + '</div><div>' + k.scope + ' <small>(' + k.until + ')</small></div><div><button class="ib" title="Revoke" data-i="' + i + '"><svg width="16" height="16"><path d="M3 4h10M5 4v9h6V4M7 2h2" stroke="#c22" fill="none"/></svg></button></div></div>').join(''))
  for (const b of $$('.ib')) b.onclick = () => revoke(keys[b.dataset.i])
}
const modal = (html) => { $('#modal-root').innerHTML = '<div class="ov"><div class="md">' + html + '</div></div>' }
const close = () => { $('#modal-root').innerHTML = '' }
function revoke(key) {
  modal('<h3>Revoke ' + key.name + '?</h3><p>Requests with this key will fail at once. Type the name of the key to confirm.</p><input id="sure" placeholder="' + key.name + '"> <div><br><div class="btn" id="x">Cancel</div> <div class="btn red off" id="ok">Revoke key</div></div>')
  $('#x').onclick = close
  $('#sure').oninput = () => $('#ok').classList.toggle('off', $('#sure').value !== key.name)
  $('#ok').onclick = async () => { await send('/api/keys/revoke', { name: key.name }); keys = keys.filter((k) => k !== key); close(); list() }
}
$('#new').onclick = () => setTimeout(() => {
  modal('<h3>Create API key</h3><div class="lb">Name</div><input id="kn" placeholder="e.g. backend-prod"><div class="lb">Expiration</div><select id="ke"><option>Never</option><option>30 days</option><option>90 days</option><option>1 year</option></select><div class="lb">Permissions</div>' + ['Read', 'Write', 'Admin'].map((p) => '<label><input type="checkbox" class="kp" value="' + p + '"> ' + p + '</label> ').join('') + '<div><br><div class="btn" id="x">Cancel</div> <div class="btn pri off" id="ok">Create</div></div>')
  $('#x').onclick = close
  const scope = () => $$('.kp').filter((p) => p.checked).map((p) => p.value).join(', ')
  $('.md').oninput = () => $('#ok').classList.toggle('off', !$('#kn').value.trim() || !scope())
  $('#ok').onclick = async () => {
    const key = { name: $('#kn').value.trim(), scope: scope(), until: $('#ke').value, last: 'Qw7x' }
    await send('/api/keys', { name: key.name, scope: key.scope, until: key.until })
    keys.push(key)
    modal('<h3>Key created</h3><p>Copy it now, you will not see it again:</p><code>pk_live_8Zt4mNQw7x</code><div><br><div class="btn pri" id="ok">Done</div></div>')
    $('#ok').onclick = () => { close(); list() }
  }
}, 200)
setTimeout(list, 250)`

/** Dialogs made of plain divs: a key that is shown once, and a name to be typed before it goes. */
export const apiKeys: Flow = {
  name: 'api-keys',
  kind: 'modal',
  pages: { '/keys': page({ title: 'API keys', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Create an API key named "reports-prod" that expires after 90 days with Read and Write permissions. Give me the key and close the dialog.',
      ],
      expect: {
        sent: [{ path: '/api/keys', body: { name: 'reports-prod', scope: 'Read, Write', until: '90 days' } }],
        shows: ['reports-prod'],
        hides: ['Key created'],
        output: ['pk_live_8Zt4mNQw7x'],
      },
      async solve(tab) {
        await tab.click('#new')
        await tab.fill('#kn', 'reports-prod')
        await tab.selectOption('#ke', '90 days')
        await tab.check('[value=Read]')
        await tab.check('[value=Write]')
        await tab.click('#ok')
        await tab.click('text=Done')
      },
    },
    {
      prompts: ['Revoke the key old-import. If it asks for the name of the key, type it.'],
      expect: {
        sent: [{ path: '/api/keys/revoke', body: { name: 'old-import' } }],
        hides: ['old-import'],
        shows: ['mobile-app'],
      },
      async solve(tab) {
        await tab.click('.r:has-text("old-import") .ib')
        await tab.fill('#sure', 'old-import')
        await tab.click('#ok')
      },
    },
  ],
}
