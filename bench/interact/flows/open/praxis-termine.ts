import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `header{background:#0b7285;color:#fff;padding:16px 24px}.week{display:flex;align-items:center;gap:12px;padding:16px 24px}.week button{border:1px solid #ccc;background:#fff;border-radius:50%;width:34px;height:34px}.days{display:grid;grid-template-columns:repeat(5,1fr);gap:10px;padding:0 24px}.day h4{margin:0 0 8px;font-weight:500;text-align:center}.slot{display:block;text-align:center;padding:6px;margin:6px 0;border-radius:6px;background:#e3fafc;cursor:pointer}.none{color:#999;text-align:center}.panel{margin:24px;padding:20px;border:1px solid #ddd;max-width:480px}.panel label{display:block;margin:10px 0}.panel input:not([type=checkbox]),.panel select{width:100%;padding:8px}.err{color:#c92a2a}`

const BODY = `<header><h2>Zahnarztpraxis am Markt</h2></header><div class="week"><button aria-label="Vorherige Woche">‹</button><strong id="woche"></strong><button aria-label="Nächste Woche">›</button></div><div class="days"></div><div id="buchung"></div>`

const SCRIPT = `
const NAMES = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag']
const WEEKS = [
  { title: '8.–12. März', from: 8, free: [['08:00'], [], ['09:20', '11:00', '14:40'], ['09:20', '16:00'], ['08:40']] },
  { title: '15.–19. März', from: 15, free: [[], ['10:40', '15:00'], ['08:20'], ['13:20'], ['09:20', '10:00']] },
  { title: '22.–26. März', from: 22, free: [['11:20'], ['08:00'], ['09:00'], [], []] },
]
let week = 0
function draw() {
  const { title, from, free } = WEEKS[week]
  $('#woche').textContent = title
  $('.days').innerHTML = '<p>Termine werden geladen …</p>'
  setTimeout(() => {
    $('.days').innerHTML = free.map((slots, day) => '<div class="day"><h4>' + NAMES[day].slice(0, 2) + ', ' + (from + day) + '.03.</h4>' + (slots.map((slot) => '<span class="slot" data-tag="' + (from + day) + '" tabindex="0">' + slot + '</span>').join('') || '<p class="none">–</p>') + '</div>').join('')
  }, 250)
}
$('[aria-label^=Vor]').onclick = () => { if (week > 0) { week--; draw() } }
$('[aria-label^=N]').onclick = () => { if (week < 2) { week++; draw() } }
$('.days').addEventListener('click', ({ target }) => {
  if (!target.matches('.slot')) return
  const tag = target.dataset.tag, zeit = target.textContent
  $('#buchung').innerHTML = '<form class="panel" novalidate><h3>Ihr Termin: ' + tag + '. März, ' + zeit + ' Uhr</h3><label>Vor- und Nachname<input name="name"></label><label>Telefon<input name="tel" type="tel"></label><label>Grund des Besuchs<select name="grund"><option value="">Bitte wählen</option><option>Kontrolle</option><option>Zahnreinigung</option><option>Schmerzen</option></select></label><label><input type="checkbox" name="ds"> Ich stimme der Verarbeitung meiner Daten zu</label><p class="err"></p><button>Termin verbindlich buchen</button></form>'
  const form = $('.panel')
  form.onsubmit = async (event) => {
    event.preventDefault()
    const { name, tel, grund, ds } = Object.fromEntries(new FormData(form))
    if (!name || !tel || !grund || !ds) { $('.err').textContent = 'Bitte füllen Sie alle Felder aus.'; return }
    await send('/termine', { tag: Number(tag), zeit, name, tel, grund })
    $('#buchung').innerHTML = '<div class="panel"><h3>Vielen Dank!</h3><p>Ihr Termin ist gebucht. Nummer: T-5530</p></div>'
  }
})
draw()
`

/** A week of free times, in German; the form comes with the time. */
export const praxisTermine: Flow = {
  name: 'praxis-termine',
  kind: 'slot booking',
  pages: {
    '/termin': page({ title: 'Online-Termin', lang: 'de', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Buche bitte den Termin am Mittwoch, 10.03. um 09:20 Uhr auf den Namen Jana Behrens, Telefon 0170 5552211, Grund: Kontrolle. Der Datenverarbeitung stimme ich zu. Welche Terminnummer habe ich?',
      ],
      expect: {
        sent: [
          {
            path: '/termine',
            body: { tag: 10, zeit: '09:20', name: 'Jana Behrens', tel: '0170 5552211', grund: 'Kontrolle' },
          },
        ],
        output: ['T-5530'],
      },
      async solve(tab) {
        await tab.click('[data-tag="10"]:has-text("09:20")')
        await tab.fill('[name=name]', 'Jana Behrens')
        await tab.fill('[name=tel]', '0170 5552211')
        await tab.selectOption('[name=grund]', 'Kontrolle')
        await tab.check('[name=ds]')
        await tab.click('.panel button')
      },
    },
    {
      prompts: ['Geh eine Woche weiter. Welche Zeiten sind dort am Dienstag noch frei?'],
      expect: { state: { week: 1 }, output: ['10:40', '15:00'] },
      solve: (tab) => tab.click('[aria-label="Nächste Woche"]'),
    },
  ],
}
