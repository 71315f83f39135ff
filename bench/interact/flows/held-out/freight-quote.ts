import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header><b>Norrland Freight</b><span>Get a quote</span></header><main><div class="prog"><i class="on">1 Route</i><i>2 Cargo</i><i>3 Contact</i></div><div id="step"></div></main>`

const STYLE = `header{display:flex;gap:30px;padding:16px 26px;background:#f2b705}main{max-width:600px;margin:22px auto}.prog i{margin-right:24px;font-style:normal;color:#888}.prog .on{color:#000;font-weight:700}.field{margin:14px 0;position:relative}.field>label{display:block;font-size:13px}.field input[type=text],.field input[type=number],.field input[type=email]{width:100%;padding:8px}.sug{position:absolute;left:0;right:0;background:#fff;border:1px solid #999;margin:0;padding:0;list-style:none;z-index:3}.sug li{padding:8px;cursor:pointer}.sug li:hover{background:#eee}.num{display:flex;align-items:center;gap:14px}.num button{width:34px;height:34px}.price{font-size:28px}button.main{padding:10px 22px;background:#222;color:#fff;border:0}button.main:disabled{background:#aaa}`

const SCRIPT = `
const PLACES = ['Hamburg, Germany', 'Hamar, Norway', 'Hamilton, United Kingdom', 'Gdansk, Poland', 'Gdynia, Poland', 'Lyon, France', 'Lyngby, Denmark', 'Porto, Portugal', 'Pori, Finland']
let step = 0; const form = { from: '', to: '', pallets: 1, weight: '', lift: false, adr: false, company: '', email: '' }
const box = $('#step'); function combo(id, label) {
  return '<div class="field"><label for="' + id + '">' + label + '</label><input type="text" id="' + id + '" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="' + id + '-l" autocomplete="off" placeholder="City" value="' + form[id] + '"></div>'
}
function wire(id) {
  const input = $('#' + id); let timer
  const close = () => { $('#' + id + '-l')?.remove(); input.setAttribute('aria-expanded', 'false') }
  input.oninput = () => {
    form[id] = ''; ready(); clearTimeout(timer)
    timer = setTimeout(() => {
      close()
      const found = PLACES.filter((p) => p.toLowerCase().startsWith(input.value.toLowerCase()))
      if (input.value.length < 2 || !found.length) return
      input.insertAdjacentHTML('afterend', '<ul class="sug" role="listbox" id="' + id + '-l">' + found.map((p) => '<li role="option">' + p + '</li>').join('') + '</ul>')
      input.setAttribute('aria-expanded', 'true')
      $('#' + id + '-l').onmousedown = (e) => { if (e.target.matches('li')) { e.preventDefault(); form[id] = input.value = e.target.textContent; close(); ready() } }
    }, 200)
  }
  input.onblur = () => { close(); if (!form[id]) input.value = '' }
}
const fine = [() => form.from && form.to, () => Number(form.weight) > 0, () => form.company && /@/.test(form.email)]
const ready = () => { const b = $('.main'); if (b) b.disabled = !fine[step]() }
function draw() {
  $$('.prog i').forEach((i, n) => i.classList.toggle('on', n === step))
  if (step === 0) { box.innerHTML = '<h1>Where is it going?</h1>' + combo('from', 'Collection from') + combo('to', 'Delivery to') + '<button class="main" disabled>Continue</button>'; wire('from'); wire('to') }
  if (step === 1) box.innerHTML = '<h1>What are we moving?</h1><div class="field"><label>Euro pallets</label><div class="num"><button aria-label="One pallet fewer">–</button><b id="pal">' + form.pallets + '</b><button aria-label="One pallet more">+</button></div></div><div class="field"><label for="weight">Total weight (kg)</label><input type="number" id="weight" min="1"></div><div class="field"><label><input type="checkbox" id="lift"> Tail lift needed</label><label><input type="checkbox" id="adr"> Dangerous goods (ADR)</label></div><button class="main" disabled>Continue</button>'
  if (step === 2) box.innerHTML = '<h1>Who should we send it to?</h1><div class="field"><label for="company">Company</label><input type="text" id="company"></div><div class="field"><label for="email">Work email</label><input type="email" id="email"></div><button class="main" disabled>Get my quote</button>'
}
box.addEventListener('input', (e) => { const { id } = e.target; if (id === 'from' || id === 'to') return; form[id] = e.target.type === 'checkbox' ? e.target.checked : e.target.value.trim(); ready() })
box.addEventListener('click', async (e) => {
  if (e.target.closest('.num button')) { form.pallets = Math.max(1, form.pallets + (e.target.textContent === '+' ? 1 : -1)); $('#pal').textContent = form.pallets }
  if (!e.target.matches('.main')) return
  if (step < 2) { step++; return setTimeout(draw, 150) }
  e.target.disabled = true; e.target.textContent = 'Calculating…'
  await send('/api/quotes', { ...form, weight: Number(form.weight) })
  setTimeout(() => { box.innerHTML = '<h1>Your quote</h1><p class="price">€ ' + (180 + form.pallets * 95) + '.00</p><p>Transit time: 3 working days. Quote no. NF-' + (5000 + form.pallets * 7) + '</p>' }, 400)
})
draw()`

/** A haulier's quote: places that must be picked from what is suggested, counters, three steps. */
export const freightQuote: Flow = {
  name: 'freight-quote',
  kind: 'autocomplete',
  pages: { '/quote': page({ title: 'Norrland Freight', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Set the collection to Hamburg, Germany and the delivery to Gdynia, Poland and continue. Enter 4 euro pallets and a total weight of 1850 kg, tick "Tail lift needed" and continue. Company is Baltic Tiles AB, work email ops@baltictiles.example. Click "Get my quote".',
      ],
      expect: {
        sent: [
          {
            path: '/api/quotes',
            body: {
              from: 'Hamburg, Germany',
              to: 'Gdynia, Poland',
              pallets: 4,
              weight: 1850,
              lift: true,
              adr: false,
              company: 'Baltic Tiles AB',
            },
          },
        ],
      },
      solve: (tab) =>
        ask(tab, ['Hamburg', 'Gdynia', '1850', 'Baltic Tiles AB', 'ops@baltictiles.example'], 3, true),
    },
    {
      prompts: [
        'How much would it cost to ship two euro pallets, 640 kg altogether, from Porto to Lyon? No tail lift, nothing dangerous. We are Quinta Azul, mail is carla@quintaazul.example. I need the price and the quote number.',
      ],
      expect: {
        sent: [
          {
            path: '/api/quotes',
            body: {
              from: 'Porto, Portugal',
              to: 'Lyon, France',
              pallets: 2,
              weight: 640,
              lift: false,
              adr: false,
            },
          },
        ],
        output: ['370', 'NF-5014'],
      },
      solve: (tab) => ask(tab, ['Porto', 'Lyon', '640', 'Quinta Azul', 'carla@quintaazul.example'], 1, false),
    },
  ],
}

async function ask(tab: Page, texts: readonly string[], more: number, lift: boolean): Promise<void> {
  const [from = '', to = '', weight = '', company = '', email = ''] = texts
  await tab.locator('#from').pressSequentially(from.slice(0, 3))
  await tab.click(`li:has-text("${from}")`)
  await tab.locator('#to').pressSequentially(to.slice(0, 3))
  await tab.click(`li:has-text("${to}")`)
  await tab.click('.main')
  for (let count = 0; count < more; count++) await tab.click('[aria-label="One pallet more"]')
  await tab.fill('#weight', weight)
  await tab.setChecked('#lift', lift)
  await tab.click('.main')
  await tab.fill('#company', company)
  await tab.fill('#email', email)
  await tab.click('.main')
}
