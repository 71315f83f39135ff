import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="ts"><ul class="nav-pills" role="tablist"><li><a role="tab" href="#overview" aria-selected="true">Overview</a></li><li><a role="tab" href="#usage" aria-selected="false">Usage</a></li><li><a role="tab" href="#billing" aria-selected="false">Billing</a></li></ul>
<div id="overview" role="tabpanel"><p>Plan: Harbour</p></div><div id="usage" role="tabpanel" hidden><p>Requests this month: 41,208 of 50,000</p></div><div id="billing" role="tabpanel" hidden><p>Next invoice: 1 December, $39.00</p><label><input type="checkbox" id="yr"> Pay yearly</label><button id="upd">Update billing</button></div></div>`

const STYLE = `.ts{padding:24px}.nav-pills{display:flex;gap:8px;list-style:none;padding:0}.nav-pills a{padding:8px 16px;border-radius:18px;text-decoration:none;color:#333}.nav-pills a[aria-selected=true]{background:#333;color:#fff}`

const SCRIPT = `$$('[role=tab]').forEach((t) => t.onclick = (e) => { e.preventDefault(); $$('[role=tab]').forEach((o) => o.setAttribute('aria-selected', String(o === t))); $$('[role=tabpanel]').forEach((p) => { p.hidden = '#' + p.id !== t.getAttribute('href') }) })
$('#upd').onclick = () => send('/billing', { yearly: $('#yr').checked })`

/** Tabs by the book. */
export const planTabs: Flow = {
  name: 'plan-tabs',
  kind: 'tabs',
  pages: { '/plan': page({ title: 'Your plan', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['How many requests did I use this month? Look in the Usage tab.'],
      expect: { state: { "$('[aria-selected=true]').textContent": 'Usage' }, output: ['41,208'] },
      solve: (tab) => tab.click('text=Usage'),
    },
    {
      prompts: ['go to billing, tick pay yearly, click update billing'],
      expect: { sent: [{ path: '/billing', body: { yearly: true } }] },
      async solve(tab) {
        await tab.click('text=Billing')
        await tab.check('#yr')
        await tab.click('#upd')
      },
    },
  ],
}
