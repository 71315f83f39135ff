import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div id="__next"><div class="css-1nav"><a class="css-logo" href="#">Keystone Homes</a><button class="css-fav" aria-label="Save property" aria-pressed="false">♡</button></div>
<div class="css-gal"><button class="css-ar" aria-label="Previous photo">‹</button><div class="css-ph"><span id="cap">Living room with bay window</span></div><button class="css-ar" aria-label="Next photo">›</button><span id="cnt">1 / 4</span></div>
<div class="css-main"><h1>14 Quarry Lane, Thornbury</h1><p class="css-pr">£1,480 per month</p><p>2 bedrooms · 71 m² · unfurnished</p>
<div class="css-acc"><div class="css-q" data-a="Council tax band C. Heating by gas, energy rating B. Deposit: £1,700.">Costs and energy<span>+</span></div><div class="css-q" data-a="Available from 1 August. Minimum tenancy 12 months. Pets allowed after agreement.">Tenancy<span>+</span></div><div class="css-q" data-a="Bus stop Quarry Cross, 4 minutes on foot. Thornbury station, 1.1 km.">Transport<span>+</span></div></div>
<button class="css-cta">Request a viewing</button></div></div><div id="portal"></div>`

const STYLE = `.css-1nav{display:flex;justify-content:space-between;padding:14px 24px;border-bottom:1px solid #ddd}.css-gal{display:flex;align-items:center;gap:10px;padding:14px 24px}.css-ph{width:520px;height:190px;background:#cbd5d0;display:flex;align-items:end;padding:10px}.css-main{padding:0 24px;max-width:640px}.css-pr{font-size:22px}.css-q{border-bottom:1px solid #ddd;padding:12px 0;cursor:pointer}.css-q span{float:right}.css-a{padding:8px 0 14px;color:#444}.css-cta{margin:18px 0;padding:12px 22px;background:#0a5;color:#fff;border:0}.css-ov{position:fixed;inset:0;background:#0007;overflow:auto}.css-md{background:#fff;width:440px;margin:30px auto;padding:22px}.css-dy{display:inline-block;border:1px solid #aaa;padding:8px 10px;margin:0 6px 6px 0;cursor:pointer;text-align:center}.css-dy.sel{border-color:#0a5;background:#dff5ea}.css-dy.no{color:#bbb;cursor:not-allowed}.css-in{display:block;width:100%;padding:9px;margin:8px 0}.css-er{color:#b00;font-size:13px}`

const SCRIPT = `
const photos = ['Living room with bay window', 'Kitchen with breakfast bar', 'Main bedroom', 'Garden with a plum tree']
let photo = 0, day = null
$$('.css-ar').forEach((b, i) => { b.onclick = () => { photo = (photo + (i ? 1 : 3)) % 4; setTimeout(() => { $('#cap').textContent = photos[photo]; $('#cnt').textContent = photo + 1 + ' / 4' }, 120) } })
$('.css-fav').onclick = async (e) => { const b = e.currentTarget, on = b.getAttribute('aria-pressed') !== 'true'; b.setAttribute('aria-pressed', String(on)); b.textContent = on ? '♥' : '♡'; await send('/api/favourites', { property: 'quarry-14', on }) }
$$('.css-q').forEach((q) => { q.onclick = () => {
  const open = q.nextElementSibling?.matches('.css-a')
  if (open) q.nextElementSibling.remove(); else q.insertAdjacentHTML('afterend', '<div class="css-a">' + q.dataset.a + '</div>')
  $('span', q).textContent = open ? '+' : '–'
} })
const DAYS = [['Mon', '12 Jul'], ['Tue', '13 Jul'], ['Wed', '14 Jul', 'full'], ['Thu', '15 Jul'], ['Sat', '17 Jul']]
function modal() {
  $('#portal').innerHTML = '<div class="css-ov"><div class="css-md"><h2>Request a viewing</h2><div class="days">' + DAYS.map((d) => '<div class="css-dy' + (d[2] ? ' no' : '') + (day === d[1] ? ' sel' : '') + '" data-day="' + d[1] + '">' + d[0] + '<br><b>' + d[1] + '</b></div>').join('') + '</div><select class="css-in" name="slot"><option value="">Preferred time</option><option>Morning (9–12)</option><option>Afternoon (12–17)</option><option>Evening (17–20)</option></select><input class="css-in" name="name" placeholder="Your name"><input class="css-in" name="phone" placeholder="Mobile number"><textarea class="css-in" name="msg" placeholder="Anything we should know? (optional)"></textarea><div class="css-er"></div><button class="css-x">Not now</button> <button class="css-ok">Send request</button></div></div>'
  $$('.css-dy:not(.no)').forEach((d) => { d.onclick = () => { day = d.dataset.day; $$('.css-dy').forEach((o) => o.classList.toggle('sel', o === d)) } })
  $('.css-x').onclick = () => { $('#portal').innerHTML = '' }
  $('.css-ok').onclick = async () => {
    const value = (name) => $('#portal [name=' + name + ']').value.trim()
    const miss = !day ? 'Please pick a day.' : !value('slot') ? 'Please choose a time.' : !value('name') || value('phone').replace(/\\D/g, '').length < 7 ? 'Please give your name and mobile number.' : ''
    $('.css-er').textContent = miss
    if (miss) return
    $('.css-ok').disabled = true
    await send('/api/viewings', { day, slot: value('slot'), name: value('name'), phone: value('phone').replace(/\\D/g, ''), message: value('msg') })
    $('.css-md').innerHTML = '<h2>Request sent</h2><p>Agent Bea Holloway will call you back. Your request ID is V-3369.</p>'
  }
}
$('.css-cta').onclick = () => setTimeout(modal, 200)`

/** A flat to let in the nameless boxes of a framework: photos, unfolding facts, a dialog with days. */
export const estateViewing: Flow = {
  name: 'estate-viewing',
  kind: 'accordion',
  pages: { '/rent/quarry-14': page({ title: '14 Quarry Lane', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Save the property, then look under "Costs and energy" and "Tenancy": how much is the deposit, and are pets allowed?',
      ],
      expect: {
        sent: [{ path: '/api/favourites', body: { property: 'quarry-14', on: true } }],
        output: [/1[,.]?700/, /pets|yes|allowed/i],
      },
      async solve(tab) {
        await tab.click('.css-fav')
        await tab.click('text=Costs and energy')
        await tab.click('text=Tenancy')
      },
    },
    {
      prompts: [
        'I would like to see this flat on Saturday 17 July in the morning. My name is Rafael Ortuño, mobile 07700 900 481. Send the viewing request and tell me the name of the agent and the request ID.',
      ],
      expect: {
        sent: [
          {
            path: '/api/viewings',
            body: { day: '17 Jul', slot: 'Morning (9–12)', name: 'Rafael Ortuño', phone: '07700900481' },
          },
        ],
        output: ['Bea Holloway', 'V-3369'],
      },
      async solve(tab) {
        await tab.click('.css-cta')
        await tab.click('[data-day="17 Jul"]')
        await tab.selectOption('[name=slot]', 'Morning (9–12)')
        await tab.fill('[name=name]', 'Rafael Ortuño')
        await tab.fill('[name=phone]', '07700 900 481')
        await tab.click('.css-ok')
      },
    },
  ],
}
