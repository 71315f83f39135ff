import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<table align="center" width="600" cellpadding="20"><tr><td><h2>Email preferences</h2><p>You receive these emails at <b>sam.r@mail.example</b>.</p><form id="f">
<p><label><input type="checkbox" name="l" value="offers" checked> Offers and promotions</label></p><p><label><input type="checkbox" name="l" value="product" checked> Product news</label></p><p><label><input type="checkbox" name="l" value="events" checked> Event invitations</label></p>
<p><a href="#" id="all">Unsubscribe from all</a></p><p id="why" style="display:none"><label>Why are you leaving?<br><select name="why"><option value="">Please choose</option><option value="often">Too many emails</option><option value="relevant">Not relevant to me</option><option value="never">I never signed up</option></select></label></p>
<input type="submit" value="Update my preferences"></form><p id="m"></p></td></tr></table>`

const SCRIPT = `
$('#all').onclick = (e) => { e.preventDefault(); $$('[name=l]').forEach((i) => { i.checked = false }); setTimeout(() => { $('#why').style.display = '' }, 150) }
$('#f').onsubmit = async (e) => { e.preventDefault(); const lists = $$('[name=l]:checked').map((i) => i.value)
  if (!lists.length && !$('[name=why]').value) { $('#why').style.display = ''; $('#m').textContent = 'Please tell us why you are leaving.'; return }
  await send('/api/preferences', { lists, why: $('[name=why]').value }); $('#m').textContent = lists.length ? 'Your preferences were updated.' : 'You have been unsubscribed.' }`

/** Leaving a newsletter, which wants to know why. */
export const unsubscribe: Flow = {
  name: 'unsubscribe',
  kind: 'unsubscription',
  pages: {
    '/preferences': page({
      title: 'Email preferences',
      style: 'body{background:#f6f6f6}table{background:#fff;margin-top:30px}',
      body: BODY,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Unsubscribe from all emails, reason: too many emails, and update my preferences'],
      expect: {
        sent: [{ path: '/api/preferences', body: { lists: [], why: 'often' } }],
        shows: ['You have been unsubscribed.'],
      },
      async solve(tab) {
        await tab.click('#all')
        await tab.selectOption('[name=why]', 'often')
        await tab.click('[type=submit]')
      },
    },
    {
      prompts: ['I only want event invitations. Uncheck everything else and update my preferences.'],
      expect: { sent: [{ path: '/api/preferences', body: { lists: ['events'] } }] },
      async solve(tab) {
        await tab.uncheck('[value=offers]')
        await tab.uncheck('[value=product]')
        await tab.click('[type=submit]')
      },
    },
  ],
}
