import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{background:#f3f4f6}.w{max-width:560px;margin:32px auto;background:#fff;padding:28px}.steps{display:flex;gap:24px;font-size:13px;color:#888;margin-bottom:20px}.steps .on{color:#b91c1c;font-weight:700}.fl{position:relative;margin:18px 0}.fl input{width:100%;padding:18px 10px 6px;border:0;border-bottom:1px solid #777}.fl span{position:absolute;left:10px;top:2px;font-size:12px;color:#666}.fl em{color:#b91c1c;font-size:12px;font-style:normal}.nav{display:flex;justify-content:space-between;margin-top:24px}.nav .b{padding:10px 20px;cursor:pointer;border:1px solid #b91c1c;color:#b91c1c}.nav .p{background:#b91c1c;color:#fff}dt{color:#777;font-size:13px}dd{margin:0 0 10px}`

const BODY = `<div class="w"><h2>Neue Überweisung</h2><div class="steps"><div>1 Empfänger</div><div>2 Betrag</div><div>3 Prüfen</div></div><div id="s"></div></div>`

const SCRIPT = `
const auftrag = { name: '', iban: '', betrag: '', zweck: '', echtzeit: false }
let schritt = 1
const feld = (key, title, extra = '') => '<div class="fl"><label><span>' + title + '</span><input data-k="' + key + '" value="' + auftrag[key] + '" ' + extra + '></label><em></em></div>'
const SEITEN = {
  1: () => feld('name', 'Name des Empfängers') + feld('iban', 'IBAN', 'maxlength="27" autocomplete="off"'),
  2: () => feld('betrag', 'Betrag in EUR', 'inputmode="decimal" placeholder="0,00"') + feld('zweck', 'Verwendungszweck (freiwillig)', 'maxlength="140"') + '<label><input type="checkbox" id="ez"' + (auftrag.echtzeit ? ' checked' : '') + '> Echtzeitüberweisung</label>',
  3: () => '<dl><dt>Empfänger</dt><dd>' + auftrag.name + '</dd><dt>IBAN</dt><dd>' + auftrag.iban + '</dd><dt>Betrag</dt><dd>' + auftrag.betrag + ' €</dd><dt>Verwendungszweck</dt><dd>' + (auftrag.zweck || '–') + '</dd><dt>Ausführung</dt><dd>' + (auftrag.echtzeit ? 'in Echtzeit' : 'nächster Bankarbeitstag') + '</dd></dl>',
}
function zeige() {
  $$('.steps div').forEach((one, i) => one.classList.toggle('on', i + 1 === schritt))
  $('#s').innerHTML = SEITEN[schritt]() + '<div class="nav"><div class="b" data-n="-1">' + (schritt > 1 ? 'Zurück' : 'Abbrechen') + '</div><div class="b p" data-n="1">' + (schritt < 3 ? 'Weiter' : 'Jetzt überweisen') + '</div></div>'
}
const fehler = (key, text) => { const em = $('em', $('[data-k=' + key + ']').closest('.fl')); em.textContent = text; return text === '' }
function gilt() {
  if (schritt === 1) return [fehler('name', auftrag.name ? '' : 'Bitte Namen angeben'), fehler('iban', /^DE\\d{20}$/.test(auftrag.iban.replaceAll(' ', '')) ? '' : 'Die IBAN ist nicht vollständig')].every(Boolean)
  if (schritt === 2) return fehler('betrag', /^[\\d.]+,\\d\\d$/.test(auftrag.betrag) ? '' : 'Bitte einen Betrag angeben')
  return true
}
$('#s').addEventListener('input', ({ target }) => {
  const { k } = target.dataset
  if (k === 'iban') target.value = target.value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '').slice(0, 22).replaceAll(/(.{4})(?=.)/g, '$1 ')
  if (k === 'betrag') target.value = target.value.replaceAll(/[^\\d,]/g, '')
  if (k) auftrag[k] = target.value
})
$('#s').addEventListener('focusout', ({ target }) => {
  if (target.dataset.k !== 'betrag' || !target.value) return
  const [euro, cent = ''] = target.value.split(',')
  auftrag.betrag = target.value = euro + ',' + (cent + '00').slice(0, 2)
})
$('#s').addEventListener('change', ({ target }) => { if (target.id === 'ez') auftrag.echtzeit = target.checked })
$('#s').addEventListener('click', async ({ target }) => {
  const { n } = target.dataset
  if (n === '-1') { schritt = Math.max(1, schritt - 1); zeige() }
  if (n !== '1' || !gilt()) return
  if (schritt < 3) { schritt++; setTimeout(zeige, 200); return }
  await send('/auftraege', auftrag)
  $('.w').innerHTML = '<h2>Auftrag angenommen</h2><p>Referenz: K7-20419</p>'
})
zeige()
`

/** Three steps with fields that write their own blanks, in German. */
export const ueberweisung: Flow = {
  name: 'ueberweisung',
  kind: 'step wizard',
  pages: {
    '/ueberweisung': page({
      title: 'Überweisung – Sparbank',
      lang: 'de',
      style: STYLE,
      body: BODY,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: [
        'Überweise 249,90 Euro an Malerbetrieb Kunze, IBAN DE02120300000000202051, Verwendungszweck "Rechnung 4711". Wie lautet die Referenz?',
      ],
      expect: {
        sent: [
          {
            path: '/auftraege',
            body: {
              name: 'Malerbetrieb Kunze',
              iban: 'DE02 1203 0000 0000 2020 51',
              betrag: '249,90',
              zweck: 'Rechnung 4711',
              echtzeit: false,
            },
          },
        ],
        output: ['K7-20419'],
      },
      async solve(tab) {
        await tab.fill('[data-k=name]', 'Malerbetrieb Kunze')
        await tab.fill('[data-k=iban]', 'DE02120300000000202051')
        await tab.click('[data-n="1"]')
        await tab.fill('[data-k=betrag]', '249,90')
        await tab.fill('[data-k=zweck]', 'Rechnung 4711')
        await tab.click('[data-n="1"]')
        await tab.click('text=Jetzt überweisen')
      },
    },
    {
      prompts: [
        'Empfänger: Anna Lindner, IBAN: DE89370400440532013000, dann weiter, Betrag 35, als Echtzeitüberweisung und weiter bis zur Prüfung. Noch nicht absenden!',
      ],
      expect: {
        state: {
          schritt: 3,
          auftrag: {
            name: 'Anna Lindner',
            iban: 'DE89 3704 0044 0532 0130 00',
            betrag: '35,00',
            zweck: '',
            echtzeit: true,
          },
        },
        shows: ['in Echtzeit'],
      },
      async solve(tab) {
        await tab.fill('[data-k=name]', 'Anna Lindner')
        await tab.fill('[data-k=iban]', 'DE89370400440532013000')
        await tab.click('[data-n="1"]')
        await tab.fill('[data-k=betrag]', '35')
        await tab.check('#ez')
        await tab.click('[data-n="1"]')
      },
    },
  ],
}
