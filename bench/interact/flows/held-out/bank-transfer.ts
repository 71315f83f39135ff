import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const LOGIN = `<div class="card"><h1>Aldermere Bank</h1><h2>Online banking</h2><form id="f" novalidate><label>Customer number<input id="no" inputmode="numeric"></label><label>PIN<input id="pin" type="password"></label><p class="err" role="alert"></p><button type="submit">Log in</button></form><a href="#lost">Forgotten your PIN?</a></div>`

const LOGIN_SCRIPT = `
$('#f').onsubmit = async (e) => {
  e.preventDefault(); const number = $('#no').value.trim(), pin = $('#pin').value
  if (!/^\\d{8}$/.test(number) || !pin) return void ($('.err').textContent = 'Please enter your 8-digit customer number and PIN.')
  $('[type=submit]').disabled = true; await send('/api/login', { number, pin }); location.href = '/banking'
}`

const HOME = `<header><b>Aldermere Bank</b><span>Welcome back, Nora Whitlock</span></header><div class="tabs" role="tablist"><button role="tab" aria-selected="true">Accounts</button><button role="tab" aria-selected="false">Transfer</button><button role="tab" aria-selected="false">Standing orders</button></div><main role="tabpanel"></main><div class="veil" hidden><div role="dialog" aria-modal="true" class="box"></div></div><div class="toast" role="status"></div>`

const STYLE = `.card{max-width:340px;margin:60px auto;border:1px solid #ddd;padding:24px}label{display:block;margin:10px 0}label input{display:block;width:100%;padding:8px}.err{color:#b00}header{display:flex;justify-content:space-between;padding:14px 26px;background:#1d2b53;color:#fff}.tabs{display:flex;padding:0 20px;border-bottom:1px solid #ccc}.tabs button{border:0;background:none;padding:12px 16px}.tabs [aria-selected=true]{border-bottom:3px solid #1d2b53;font-weight:600}main{max-width:600px;margin:20px auto}.acc{display:flex;justify-content:space-between;padding:14px;border:1px solid #ddd;margin:8px 0}.dd{position:relative;border:1px solid #888;padding:8px;cursor:pointer}.dd ul{position:absolute;left:0;right:0;top:36px;margin:0;padding:0;background:#fff;border:1px solid #888;list-style:none;z-index:3}.dd li{padding:8px}.veil{position:fixed;inset:0;background:#0007}.box{background:#fff;width:400px;margin:90px auto;padding:20px}[hidden]{display:none!important}.toast{position:fixed;bottom:20px;right:20px;background:#222;color:#fff}`

const SCRIPT = `
const accounts = [['Current account', '£2,318.40'], ['Savings account', '£11,905.12'], ['Holiday pot', '£640.00']]
let orders = [['Riverside Gym', '£38.00', '1st of the month'], ['Hollis Property (rent)', '£1,150.00', '3rd of the month'], ['Town Library Friends', '£5.00', '15th of the month']]
let from = 'Current account'; const main = $('main'), veil = $('.veil'), box = $('.box')
const toast = (text) => { $('.toast').innerHTML = '<div style="padding:12px 18px">' + text + '</div>' }
const ask = (title, html, yes, then) => {
  veil.hidden = false; box.setAttribute('aria-label', title)
  box.innerHTML = '<h2>' + title + '</h2>' + html + '<button class="no">Cancel</button> <button class="yes">' + yes + '</button>'
  $('.no', box).onclick = () => { veil.hidden = true }
  $('.yes', box).onclick = async () => { $('.yes', box).disabled = true; await then(); veil.hidden = true }
}
const views = {
  Accounts() { main.innerHTML = '<h1>Your accounts</h1>' + accounts.map((a) => '<div class="acc"><span>' + a[0] + '</span><b>' + a[1] + '</b></div>').join('') },
  Transfer() {
    main.innerHTML = '<h1>New transfer</h1><label id="fl">From account</label><div class="dd" tabindex="0" role="button" aria-haspopup="listbox" aria-labelledby="fl"><span>' + from + '</span> ▾</div><label>Payee name<input id="payee"></label><label>IBAN<input id="iban" placeholder="GB00 XXXX …"></label><label>Amount (£)<input id="amt" inputmode="decimal"></label><label>Payment reference<input id="ref"></label><p class="err" role="alert"></p><button class="cont">Continue</button>'
    $('.dd').onclick = (e) => {
      if (e.target.matches('li')) { from = e.target.dataset.v; $('.dd span').textContent = from; return $('.dd ul').remove() }
      if ($('.dd ul')) return $('.dd ul').remove(); $('.dd').insertAdjacentHTML('beforeend', '<ul role="listbox">' + accounts.map((a) => '<li role="option" data-v="' + a[0] + '">' + a[0] + ' · ' + a[1] + '</li>').join('') + '</ul>')
    }
    $('.cont').onclick = () => {
      const body = { from, payee: $('#payee').value.trim(), iban: $('#iban').value.replace(/\\s/g, ''), amount: Number($('#amt').value.replace(/[£,\\s]/g, '')), reference: $('#ref').value.trim() }
      const bad = !body.payee ? 'Enter the payee name.' : !/^[A-Z]{2}\\d{2}\\w{10,}$/.test(body.iban) ? 'Enter a valid IBAN.' : !(body.amount > 0) ? 'Enter an amount.' : ''
      $('.err').textContent = bad; if (!bad) ask('Check your transfer', '<p>£' + body.amount.toFixed(2) + ' to ' + body.payee + '<br>' + body.iban + '<br>from ' + from + '</p>', 'Confirm transfer', async () => { await send('/api/transfers', body); main.innerHTML = '<h1>Transfer sent</h1><p>Transaction ID: TX-90417-B</p>' })
    }
  },
  'Standing orders'() {
    main.innerHTML = '<h1>Standing orders</h1>' + orders.map((o) => '<div class="acc"><span>' + o[0] + '<br><small>' + o[2] + '</small></span><b>' + o[1] + '</b><button class="x" data-o="' + o[0] + '">Cancel order</button></div>').join('')
    $$('.x').forEach((b) => { b.onclick = () => ask('Cancel standing order?', '<p>Payments to ' + b.dataset.o + ' will stop.</p>', 'Yes, cancel it', async () => { await send('/api/orders/cancel', { payee: b.dataset.o }); orders = orders.filter((o) => o[0] !== b.dataset.o); views['Standing orders'](); toast('Standing order cancelled') }) })
  },
}
$$('[role=tab]').forEach((t) => { t.onclick = () => { $$('[role=tab]').forEach((o) => o.setAttribute('aria-selected', String(o === t))); main.innerHTML = ''; setTimeout(views[t.textContent], 150) } })
views.Accounts()`

/** Online banking: a login, tabs, a list of its own making, and a dialog to confirm. */
export const bankTransfer: Flow = {
  name: 'bank-transfer',
  kind: 'login',
  pages: {
    '/login': page({ title: 'Log in – Aldermere Bank', style: STYLE, body: LOGIN, script: LOGIN_SCRIPT }),
    '/banking': page({ title: 'Aldermere Bank', style: STYLE, body: HOME, script: SCRIPT }),
  },
  trials: [
    {
      prompts: ['Log in with customer number 40718823 and PIN 5930', 'How much is in the savings account?'],
      expect: {
        sent: [{ path: '/api/login', body: { number: '40718823', pin: '5930' } }],
        at: '/banking',
        output: [/11[,.]?905[.,]12/],
      },
      async solve(tab) {
        await tab.fill('#no', '40718823')
        await tab.fill('#pin', '5930')
        await tab.click('[type=submit]')
        await tab.waitForURL('**/banking')
      },
    },
    {
      start: '/banking',
      prompts: [
        'Send 245.50 pounds from the holiday pot to Marlow Sailing Ltd, IBAN GB29 NWBK 6016 1331 9268 19, with the reference "Crew week 22", confirm it, and give me the transaction ID.',
      ],
      expect: {
        sent: [
          {
            path: '/api/transfers',
            body: {
              from: 'Holiday pot',
              payee: 'Marlow Sailing Ltd',
              iban: 'GB29NWBK60161331926819',
              amount: 245.5,
              reference: 'Crew week 22',
            },
          },
        ],
        output: ['TX-90417-B'],
      },
      async solve(tab) {
        await tab.click('text=Transfer')
        await tab.click('.dd')
        await tab.click('li:has-text("Holiday pot")')
        await tab.fill('#payee', 'Marlow Sailing Ltd')
        await tab.fill('#iban', 'GB29 NWBK 6016 1331 9268 19')
        await tab.fill('#amt', '245.50')
        await tab.fill('#ref', 'Crew week 22')
        await tab.click('.cont')
        await tab.click('.yes')
      },
    },
    {
      start: '/banking',
      prompts: ['Open the Standing orders tab, cancel the order for Riverside Gym and confirm it.'],
      expect: {
        sent: [{ path: '/api/orders/cancel', body: { payee: 'Riverside Gym' } }],
        shows: ['Standing order cancelled'],
      },
      async solve(tab) {
        await tab.click('text=Standing orders')
        await tab.click('[data-o="Riverside Gym"]')
        await tab.click('.yes')
      },
    },
  ],
}
