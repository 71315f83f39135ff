import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `
.co{max-width:640px;margin:32px auto;padding:0 16px}.steps{display:flex;gap:24px;list-style:none;padding:0;color:#888}
.steps .is-active{color:#0a6;font-weight:600}.row{margin:14px 0}.row label{display:block;font-size:13px}
.row input,.row select{width:100%;padding:9px;border:1px solid #bbb;border-radius:4px}.err{color:#c02;font-size:13px;display:none}
.has-error .err{display:block}.has-error input{border-color:#c02}.btn{padding:10px 22px;border:0;border-radius:4px;cursor:pointer}
.btn-primary{background:#0a6;color:#fff}section[hidden]{display:none}`

const BODY = `
<header style="padding:14px 24px;border-bottom:1px solid #eee"><b>Fenwick &amp; Daughters</b> — tea merchants</header>
<div class="co"><ol class="steps"><li class="is-active">Address</li><li>Delivery</li><li>Review</li></ol>
<section data-step="0"><h2>Where should we send it?</h2>
<div class="row"><label for="fullName">Full name</label><input id="fullName" autocomplete="name"><span class="err">Please enter your name</span></div>
<div class="row"><label for="email">E-mail address</label><input id="email" type="email"><span class="err">Please enter a valid e-mail address</span></div>
<div class="row"><label for="street">Street and number</label><input id="street"><span class="err">Please enter a street</span></div>
<div class="row"><label for="zip">Postcode</label><input id="zip"><span class="err">A postcode has five digits</span></div>
<div class="row"><label for="city">Town</label><input id="city"><span class="err">Please enter a town</span></div>
<button type="button" class="btn btn-primary next">Continue to delivery</button></section>
<section data-step="1" hidden><h2>How fast do you need it?</h2>
<p><label><input type="radio" name="ship" value="standard" checked> Standard (3–5 days) — free</label></p>
<p><label><input type="radio" name="ship" value="express"> Express (next day) — £6.90</label></p>
<p><label><input type="checkbox" id="gift"> Gift wrap it (+ £2.00)</label></p>
<button type="button" class="btn back">Back</button> <button type="button" class="btn btn-primary next">Continue to review</button></section>
<section data-step="2" hidden><h2>Review your order</h2><div id="summary"></div>
<p><label><input type="checkbox" id="terms"> I have read and accept the terms and conditions</label><br><span class="err" id="termsErr">You must accept the terms</span></p>
<button type="button" class="btn back">Back</button> <button type="button" class="btn btn-primary" id="place">Place order</button></section>
<section data-step="3" hidden><h2>Thank you!</h2><p>Your order number is <b id="no"></b>.</p></section></div>`

const SCRIPT = `
let at = 0
const show = (n) => setTimeout(() => { at = n
  $$('section').forEach((s) => { s.hidden = +s.dataset.step !== n })
  $$('.steps li').forEach((li, i) => li.classList.toggle('is-active', i === n)) }, 150)
const rules = { fullName: (v) => v.length > 2, email: (v) => /@.+\\./.test(v), street: (v) => v.length > 2, zip: (v) => /^\\d{5}$/.test(v), city: (v) => v.length > 1 }
const check = () => Object.entries(rules).map(([id, ok]) => { const good = ok($('#' + id).value.trim())
  $('#' + id).parentNode.classList.toggle('has-error', !good); return good }).every(Boolean)
const order = () => ({ name: $('#fullName').value, email: $('#email').value, street: $('#street').value, zip: $('#zip').value,
  city: $('#city').value, shipping: $('[name=ship]:checked').value, gift: $('#gift').checked })
$$('.next').forEach((b) => b.onclick = () => { if (at === 0 && !check()) return
  if (at === 1) { const o = order(); $('#summary').innerHTML = '<p>' + o.name + ', ' + o.street + ', ' + o.zip + ' ' + o.city + '</p><p>Total: £' + (31.5 + (o.shipping === 'express' ? 6.9 : 0) + (o.gift ? 2 : 0)).toFixed(2) + '</p>' }
  show(at + 1) })
$$('.back').forEach((b) => b.onclick = () => show(at - 1))
$('#place').onclick = async () => { const ok = $('#terms').checked; $('#termsErr').style.display = ok ? 'none' : 'block'; if (!ok) return
  await send('/api/orders', order()); $('#no').textContent = 'FD-20871'; show(3) }`

/** Three steps, each of which refuses what is wrong. */
export const checkoutWizard: Flow = {
  name: 'checkout-wizard',
  kind: 'multi-step form',
  pages: {
    '/checkout': page({ title: 'Checkout – Fenwick & Daughters', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Fill in the address with name Ada Okonjo, email ada@okonjo.example, street 12 Mill Lane, postcode 40210 and town Harwick and continue to delivery. Choose express delivery, gift wrap it, continue to review, accept the terms and place the order. What is the order number?',
      ],
      expect: {
        sent: [
          {
            path: '/api/orders',
            body: {
              name: 'Ada Okonjo',
              email: 'ada@okonjo.example',
              street: '12 Mill Lane',
              zip: '40210',
              city: 'Harwick',
              shipping: 'express',
              gift: true,
            },
          },
        ],
        shows: ['Thank you!'],
        output: ['FD-20871'],
      },
      async solve(tab) {
        await tab.fill('#fullName', 'Ada Okonjo')
        await tab.fill('#email', 'ada@okonjo.example')
        await tab.fill('#street', '12 Mill Lane')
        await tab.fill('#zip', '40210')
        await tab.fill('#city', 'Harwick')
        await tab.click('text=Continue to delivery')
        await tab.check('[value=express]')
        await tab.check('#gift')
        await tab.click('text=Continue to review')
        await tab.check('#terms')
        await tab.click('#place')
      },
    },
    {
      prompts: ['Click "Continue to delivery" and tell me what the form complains about for the postcode'],
      expect: { shows: ['Please enter a town'], output: ['five digits'] },
      solve: (tab) => tab.click('text=Continue to delivery'),
    },
  ],
}
