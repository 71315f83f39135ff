import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const SHOP = `
<header><b>Fjellvann Outdoor</b> <a href="/">Tents</a> <a href="/">Backpacks</a></header>
<main><h1>Help</h1><p>Returns are free within 60 days. Anything else? Our support team is happy to help.</p><div id="host"></div></main>
<button id="launch" aria-label="Open support chat" title="Support"><svg width="24" height="24"><path d="M3 4h18v12H9l-6 5z" fill="#fff"/></svg></button>`

const SHOP_STYLE = `header{padding:14px 24px;border-bottom:1px solid #ddd}header a{margin-left:20px}main{padding:20px 24px}#launch{position:fixed;right:20px;bottom:20px;width:56px;height:56px;border-radius:50%;background:#164;border:0}iframe{position:fixed;right:20px;bottom:90px;width:360px;height:480px;border:1px solid #bbb;background:#fff}`

const SHOP_SCRIPT = `
$('#launch').onclick = () => {
  if ($('iframe')) { $('iframe').remove(); return }
  const frame = document.createElement('iframe')
  frame.title = 'Support'
  frame.src = '/widget'
  document.body.append(frame)
}`

const WIDGET_SCRIPT = `
const HOME = '<h3>Hi there 👋</h3><p>How can we help?</p><button data-to="ticket">Send us a message</button><button data-to="track">Track an order</button><button data-to="hours">Opening hours</button>'
const VIEWS = {
  home: HOME,
  hours: '<button class="bk" aria-label="Back">←</button><h3>Opening hours</h3><p>Phone: Mon to Fri, 08:30 to 16:00</p><p>Chat: every day, 10:00 to 21:00</p>',
  track: '<button class="bk" aria-label="Back">←</button><h3>Track an order</h3><form id="tf"><input name="order" placeholder="Order number"><button>Track</button></form><p id="res"></p>',
  ticket: '<button class="bk" aria-label="Back">←</button><h3>Send us a message</h3><form id="mf"><label>Topic<select name="topic"><option value="">Choose a topic</option><option>Delivery</option><option>Returns</option><option>Warranty</option></select></label><label>Your email<input name="email" type="email"></label><label>Message<textarea name="text" rows="4"></textarea></label><p class="err" role="alert"></p><button>Send message</button></form>',
}
const ORDERS = { 'FJ-5510': 'Handed to the carrier, arrives on Thursday', 'FJ-5511': 'Being packed' }
function show(view) {
  $('#app').innerHTML = VIEWS[view]
  for (const b of $$('[data-to]')) b.onclick = () => setTimeout(show, 200, b.dataset.to)
  if ($('.bk')) $('.bk').onclick = () => show('home')
  if ($('#tf')) $('#tf').onsubmit = (event) => {
    event.preventDefault()
    $('#res').textContent = 'Searching…'
    setTimeout(() => { $('#res').textContent = ORDERS[$('#tf').order.value.trim().toUpperCase()] || 'We know no such order.' }, 500)
  }
  if ($('#mf')) $('#mf').onsubmit = async (event) => {
    event.preventDefault()
    const body = Object.fromEntries(new FormData($('#mf')))
    if (!body.topic || !body.email || !body.text) { $('.err').textContent = 'Please fill in topic, email and message.'; return }
    await send('/api/tickets', body)
    $('#app').innerHTML = '<h3>Thanks!</h3><p>Your ticket number is <b>#90417</b>.</p>'
  }
}
setTimeout(show, 300, 'home')`

/** A support widget in a frame that only a button brings up. */
export const helpDeskFrame: Flow = {
  name: 'help-desk-frame',
  kind: 'iframe',
  pages: {
    '/help': page({ title: 'Help', style: SHOP_STYLE, body: SHOP, script: SHOP_SCRIPT }),
    '/widget': page({
      title: 'Support',
      style:
        '#app{padding:16px}button{padding:8px 12px;margin:4px 0}[data-to]{display:block;width:100%}label{display:block;margin:8px 0}label>*{display:block;width:100%}.err{color:#b00}',
      body: '<div id="app">Loading…</div>',
      script: WIDGET_SCRIPT,
    }),
  },
  trials: [
    {
      prompts: [
        'Open the support chat, click "Send us a message", choose the topic Warranty, enter the email kai@north.example and the message "The zip of my tent is broken" and send the message. What is the ticket number?',
      ],
      expect: {
        sent: [
          {
            path: '/api/tickets',
            body: { topic: 'Warranty', email: 'kai@north.example', text: 'The zip of my tent is broken' },
          },
        ],
        output: ['90417'],
      },
      async solve(tab) {
        await tab.click('#launch')
        const frame = tab.frameLocator('iframe')
        await frame.getByText('Send us a message').click()
        await frame.locator('[name=topic]').selectOption('Warranty')
        await frame.locator('[name=email]').fill('kai@north.example')
        await frame.locator('[name=text]').fill('The zip of my tent is broken')
        await frame.getByText('Send message').click()
      },
    },
    {
      prompts: ['Use the support widget to find out where my order FJ-5510 is'],
      expect: { sent: [], output: [/Thursday|carrier/i] },
      async solve(tab) {
        await tab.click('#launch')
        const frame = tab.frameLocator('iframe')
        await frame.getByText('Track an order').click()
        await frame.locator('[name=order]').fill('FJ-5510')
        await frame.getByRole('button', { name: 'Track' }).click()
      },
    },
    {
      prompts: [
        'open the support chat',
        'click Opening hours in it',
        'until when can I reach them by phone on a Friday?',
      ],
      expect: { output: [/16:00|4(:00)? ?p\.?m/i] },
      async solve(tab) {
        await tab.click('#launch')
        await tab.frameLocator('iframe').getByText('Opening hours').click()
      },
    },
  ],
}
