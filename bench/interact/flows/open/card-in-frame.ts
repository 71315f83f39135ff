import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="pay"><h1>Pay for your order</h1><p>Amount due: <b>$48.20</b></p>
<form onsubmit="return false"><label>Name on card<br><input id="holder"></label>
<label>Card details</label><iframe src="/card-fields" title="Secure card fields" width="420" height="70" frameborder="0"></iframe>
<button id="pay">Pay now</button></form><p id="result" role="status"></p></div>`

const FRAME = `
<div class="f"><input id="num" placeholder="Card number" inputmode="numeric"><input id="exp" placeholder="MM / YY"><input id="cvc" placeholder="CVC"></div>`

const SCRIPT = `
$('#pay').onclick = async () => { const inner = $('iframe').contentWindow.fields()
  if (!/^\\d{16}$/.test(inner.number.replaceAll(' ', ''))) { $('#result').textContent = 'Your card number is incomplete.'; return }
  await send('/api/charges', { holder: $('#holder').value, number: inner.number.replaceAll(' ', ''), expiry: inner.expiry.replaceAll(' ', ''), cvc: inner.cvc })
  $('#result').textContent = 'Payment accepted. Reference 7QX-114.' }`

/** The fields for a card lie in a frame, as those of payment providers do. */
export const cardInFrame: Flow = {
  name: 'card-in-frame',
  kind: 'iframe',
  pages: {
    '/pay': page({
      title: 'Payment',
      style:
        '.pay{max-width:480px;margin:40px auto}label{display:block;margin:12px 0}#holder{width:420px;padding:8px}',
      body: BODY,
      script: SCRIPT,
    }),
    '/card-fields': page({
      title: 'card',
      style: '.f{display:flex;border:1px solid #aaa}.f input{border:0;padding:10px;width:33%}',
      body: FRAME,
      script:
        'window.fields = () => ({ number: $("#num").value, expiry: $("#exp").value, cvc: $("#cvc").value })',
    }),
  },
  trials: [
    {
      prompts: [
        'Pay with the card 4242 4242 4242 4242, expiry 09/29, CVC 318, name on card Lena Ortiz. What reference do I get?',
      ],
      expect: {
        sent: [
          {
            path: '/api/charges',
            body: { holder: 'Lena Ortiz', number: '4242424242424242', expiry: '09/29', cvc: '318' },
          },
        ],
        output: ['7QX-114'],
      },
      async solve(tab) {
        const frame = tab.frameLocator('iframe')
        await tab.fill('#holder', 'Lena Ortiz')
        await frame.locator('#num').fill('4242 4242 4242 4242')
        await frame.locator('#exp').fill('09/29')
        await frame.locator('#cvc').fill('318')
        await tab.click('#pay')
      },
    },
    {
      prompts: [
        'enter "5555 4444 3333 1111" into the card number field',
        'put 12 / 30 into MM / YY and 004 into CVC, then press Pay now',
      ],
      expect: {
        sent: [{ path: '/api/charges', body: { number: '5555444433331111', expiry: '12/30', cvc: '004' } }],
      },
      async solve(tab) {
        const frame = tab.frameLocator('iframe')
        await frame.locator('#num').fill('5555 4444 3333 1111')
        await frame.locator('#exp').fill('12 / 30')
        await frame.locator('#cvc').fill('004')
        await tab.click('#pay')
      },
    },
  ],
}
