import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const OUTER = `<article style="max-width:700px;margin:20px auto"><h1>Help the heron colony</h1><p>Last winter took 40 nests.</p><iframe src="/widget" style="width:100%;height:420px;border:1px solid #ddd"></iframe></article>`

const INNER = `
<div class="w"><div class="amts"><span class="amt">10 €</span><span class="amt">25 €</span><span class="amt">50 €</span></div><label class="o">Other amount <input class="oth" size="6"></label><p><label><input type="radio" name="f" value="once" checked> One-time</label><label><input type="radio" name="f" value="monthly"> Monthly</label></p><input class="em" placeholder="Your email"><div class="do">Donate</div><p class="ty"></p></div>`

const SCRIPT = `
let amount = 0
$$('.amt').forEach((a) => a.onclick = () => { amount = parseInt(a.textContent); $$('.amt').forEach((o) => o.classList.toggle('on', o === a)) })
$('.do').onclick = async () => { await send('/donations', { amount: +$('.oth').value || amount, freq: $('[name=f]:checked').value, email: $('.em').value }); $('.ty').textContent = 'Thank you for your gift!' }`

/** A widget of somebody else in a frame. */
export const donationFrame: Flow = {
  name: 'donation-frame',
  kind: 'iframe',
  pages: {
    '/herons': page({ title: 'Herons', body: OUTER }),
    '/widget': page({
      title: 'Donate',
      style:
        '.w{padding:20px}.amt{display:inline-block;border:1px solid #070;padding:10px 16px;margin:4px;cursor:pointer}.amt.on{background:#070;color:#fff}.do{background:#070;color:#fff;width:120px;text-align:center;padding:10px;cursor:pointer;margin-top:12px}',
      body: INNER,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Donate 25 € monthly with the email pia@lund.example'],
      expect: {
        sent: [{ path: '/donations', body: { amount: 25, freq: 'monthly', email: 'pia@lund.example' } }],
        shows: ['Thank you for your gift!'],
      },
      async solve(tab) {
        const frame = tab.frameLocator('iframe')
        await frame.locator('text="25 €"').click()
        await frame.locator('[value=monthly]').check()
        await frame.locator('.em').fill('pia@lund.example')
        await frame.locator('.do').click()
      },
    },
  ],
}
