import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const COURSES = [
  ['S4410', 'Italienisch für Anfänger', 'Mo 18:00', '96,00 €', 'frei'],
  ['S4425', 'Italienisch Konversation B1', 'Do 19:30', '104,00 €', 'frei'],
  ['K2087', 'Töpfern an der Scheibe', 'Sa 10:00', '142,00 €', 'frei'],
  ['G3115', 'Yoga am Morgen', 'Di 07:30', '78,00 €', 'ausgebucht'],
  ['G3120', 'Yoga für den Rücken', 'Mi 17:15', '84,00 €', 'frei'],
  ['E5002', 'Tabellenkalkulation Grundlagen', 'Fr 16:00', '65,00 €', 'frei'],
] as const

const BODY = `
<div id="consent" role="dialog" aria-label="Cookie-Einstellungen"><p>Wir verwenden Cookies, um unsere Website für Sie zu verbessern.</p><button data-c="alle">Alle akzeptieren</button><button data-c="nur">Nur notwendige</button></div>
<header><strong>Volkshochschule Lindental</strong><button class="cart" aria-label="Warenkorb">🛒 <span id="n">0</span></button></header><main id="app"></main>`

const STYLE = `#consent{position:fixed;inset:auto 0 0 0;background:#fff;border-top:3px solid #b23;padding:16px 28px;z-index:9}#consent button{margin-right:12px}header{display:flex;justify-content:space-between;padding:14px 28px;background:#f3ede4}main{max-width:760px;margin:20px auto 120px}.k{display:grid;grid-template-columns:1fr 100px 90px 170px;gap:8px;padding:10px 0;border-bottom:1px solid #ddd;align-items:center}.err{color:#b00}.feld{margin:10px 0}.feld label{display:block}`

const SCRIPT = `
const courses = ${JSON.stringify(COURSES)}
let cart = [], data = {}, consent = null
const app = $('#app')
const later = (fn) => setTimeout(fn, 150)
function list(word = '') {
  app.innerHTML = '<h1>Kursprogramm Herbst</h1><input type="search" placeholder="Kurs suchen …" value="' + word + '"><div class="all"></div>'
  const rows = () => { $('.all').innerHTML = courses.filter((c) => c[1].toLowerCase().includes($('[type=search]').value.toLowerCase())).map((c) =>
    '<div class="k"><span><b>' + c[1] + '</b><br><small>Kursnr. ' + c[0] + '</small></span><span>' + c[2] + '</span><span>' + c[3] + '</span>' + (c[4] === 'frei' ? '<button data-add="' + c[0] + '">In den Warenkorb</button>' : '<em>ausgebucht</em>') + '</div>').join('') || '<p>Keine Kurse gefunden.</p>' }
  rows(); $('[type=search]').oninput = () => later(rows)
}
function basket() {
  app.innerHTML = '<h1>Warenkorb</h1>' + (cart.length ? cart.map((no) => '<div class="k"><span>' + courses.find((c) => c[0] === no)[1] + '</span><span></span><span></span><button title="Entfernen" data-del="' + no + '">✕</button></div>').join('') + '<p><button class="weiter">Zur Anmeldung</button></p>' : '<p>Ihr Warenkorb ist leer.</p>')
}
function person() {
  app.innerHTML = '<h1>Anmeldung</h1><p>Schritt 1 von 2: Ihre Daten</p><div class="feld"><label for="v">Vorname</label><input id="v"></div><div class="feld"><label for="z">Nachname</label><input id="z"></div><div class="feld"><label for="e">E-Mail</label><input id="e" type="email"></div><div class="feld"><label for="er">Ermäßigung</label><select id="er"><option value="keine">keine</option><option value="studium">Schüler/Studierende</option><option value="rente">Rentner/innen</option></select></div><p class="err" role="alert"></p><button class="zwei">Weiter</button>'
}
function pay() {
  app.innerHTML = '<h1>Anmeldung</h1><p>Schritt 2 von 2: Zahlung</p><div class="feld"><label><input type="radio" name="z" value="lastschrift"> SEPA-Lastschrift</label><label><input type="radio" name="z" value="rechnung"> Rechnung</label></div><div class="feld"><label><input type="checkbox" id="agb"> Ich akzeptiere die Teilnahmebedingungen</label></div><p class="err" role="alert"></p><button class="fertig">Kostenpflichtig anmelden</button>'
}
document.addEventListener('click', async (e) => {
  const b = e.target.closest('button'); if (!b) return
  if (b.dataset.c) { consent = b.dataset.c; $('#consent').remove() }
  if (b.dataset.add) { cart = [...new Set([...cart, b.dataset.add])]; later(() => { $('#n').textContent = cart.length; b.textContent = 'Im Warenkorb ✓' }) }
  if (b.dataset.del) { cart = cart.filter((n) => n !== b.dataset.del); $('#n').textContent = cart.length; later(basket) }
  if (b.matches('.cart')) later(basket)
  if (b.matches('.weiter')) later(person)
  if (b.matches('.zwei')) {
    data = { vorname: $('#v').value.trim(), nachname: $('#z').value.trim(), email: $('#e').value.trim(), ermaessigung: $('#er').value }
    if (!data.vorname || !data.nachname || !data.email.includes('@')) $('.err').textContent = 'Bitte füllen Sie alle Felder aus.'
    else later(pay)
  }
  if (b.matches('.fertig')) {
    const way = $('[name=z]:checked')
    if (!way || !$('#agb').checked) return void ($('.err').textContent = 'Bitte Zahlungsart wählen und Bedingungen akzeptieren.')
    await send('/api/anmeldung', { kurse: [...cart].sort().join(','), ...data, zahlung: way.value })
    app.innerHTML = '<h1>Vielen Dank!</h1><p>Ihre Anmeldenummer lautet <b>VHS-77310</b>.</p>'
  }
})
list()`

/** Evening classes in German: a banner, a cart, two steps of checkout. */
export const vhsKurse: Flow = {
  name: 'vhs-kurse',
  kind: 'cart and checkout',
  pages: { '/kurse': page({ title: 'VHS Lindental', lang: 'de', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Melde Jonas Weidner (jonas@weidner.example) für den Kurs „Töpfern an der Scheibe“ an, ohne Ermäßigung, Zahlung per Rechnung, die Teilnahmebedingungen sind akzeptiert. Bei den Cookies nur die notwendigen erlauben. Wie lautet die Anmeldenummer?',
      ],
      expect: {
        sent: [
          {
            path: '/api/anmeldung',
            body: {
              kurse: 'K2087',
              vorname: 'Jonas',
              nachname: 'Weidner',
              email: 'jonas@weidner.example',
              ermaessigung: 'keine',
              zahlung: 'rechnung',
            },
          },
        ],
        state: { consent: 'nur' },
        output: ['VHS-77310'],
      },
      async solve(tab) {
        await tab.click('[data-c=nur]')
        await tab.click('[data-add=K2087]')
        await tab.click('.cart')
        await tab.click('.weiter')
        await tab.fill('#v', 'Jonas')
        await tab.fill('#z', 'Weidner')
        await tab.fill('#e', 'jonas@weidner.example')
        await tab.click('.zwei')
        await tab.check('[value=rechnung]')
        await tab.check('#agb')
        await tab.click('.fertig')
      },
    },
    {
      prompts: [
        'Klicke auf „Alle akzeptieren“ und suche nach Yoga.',
        'Lege den Kurs „Yoga für den Rücken“ in den Warenkorb und öffne den Warenkorb.',
      ],
      expect: {
        state: { consent: 'alle', 'cart.join()': 'G3120' },
        shows: ['Zur Anmeldung', 'Yoga für den Rücken'],
      },
      async solve(tab) {
        await tab.click('[data-c=alle]')
        await tab.fill('[type=search]', 'Yoga')
        await tab.click('[data-add=G3120]')
        await tab.click('.cart')
      },
    },
  ],
}
