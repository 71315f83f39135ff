import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header class="b"><h1>Project Lantern</h1><button class="inv">Invite people</button></header><p class="mem">3 members</p>
<dialog id="d"><form method="dialog"><h3>Invite to Project Lantern</h3><label>Email addresses<textarea name="to" placeholder="name@company.com"></textarea></label><label>Role<select name="role"><option>Guest</option><option>Member</option><option>Owner</option></select></label><div class="row"><button value="cancel" class="sec">Cancel</button><button value="ok" class="pri">Send invites</button></div></form></dialog>`

const STYLE = `.b{display:flex;justify-content:space-between;padding:18px 26px}.mem{padding:0 26px}dialog{border:0;border-radius:10px;width:380px;box-shadow:0 8px 30px #0005}dialog label{display:block;margin:12px 0}dialog textarea,dialog select{display:block;width:100%}.row{display:flex;justify-content:flex-end;gap:8px}`

const SCRIPT = `
const d = $('#d')
$('.inv').onclick = () => setTimeout(() => d.showModal(), 120)
d.onclose = async () => { if (d.returnValue !== 'ok') return; await send('/invites', { to: $('textarea').value.trim(), role: $('select').value }); $('.mem').textContent = '3 members, 1 invited' }`

/** A dialog of the browser's own kind. */
export const inviteDialog: Flow = {
  name: 'invite-dialog',
  kind: 'modal',
  pages: { '/lantern': page({ title: 'Lantern', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Invite ines@nordhus.example as a member'],
      expect: {
        sent: [{ path: '/invites', body: { to: 'ines@nordhus.example', role: 'Member' } }],
        shows: ['1 invited'],
      },
      async solve(tab) {
        await tab.click('.inv')
        await tab.fill('textarea', 'ines@nordhus.example')
        await tab.selectOption('select', 'Member')
        await tab.click('.pri')
      },
    },
    {
      prompts: ['click invite people', 'type "x@y.example" into the email addresses, then cancel the dialog'],
      expect: {
        state: { "$('#d').open": false, "$('textarea').value": 'x@y.example' },
        shows: ['3 members'],
      },
      async solve(tab) {
        await tab.click('.inv')
        await tab.fill('textarea', 'x@y.example')
        await tab.click('.sec')
      },
    },
  ],
}
