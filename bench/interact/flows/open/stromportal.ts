import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const LOGIN = `
<div class="box"><h1>Anmelden</h1><form id="f" novalidate><div class="fl"><label for="knr">Kundennummer</label><input id="knr" autocomplete="username"></div><div class="fl"><label for="pw">Passwort</label><input id="pw" type="password" autocomplete="current-password"><button type="button" id="eye" title="Passwort anzeigen">👁</button></div>
<label><input type="checkbox" id="stay"> Angemeldet bleiben</label><p class="err" role="alert"></p><button class="pri">Einloggen</button></form><p><a href="/hilfe">Passwort vergessen?</a></p></div>`

const LOGIN_SCRIPT = `
$('#eye').onclick = () => { $('#pw').type = $('#pw').type === 'password' ? 'text' : 'password' }
$('#f').onsubmit = (event) => {
  event.preventDefault()
  if (!$('#knr').value || !$('#pw').value) { $('.err').textContent = 'Bitte füllen Sie beide Felder aus.'; return }
  $('.pri').disabled = true
  setTimeout(() => {
    if ($('#knr').value.trim() === '4711203' && $('#pw').value === 'Wiese!22') { document.cookie = 'sitzung=1; path=/'; location.href = '/portal'; return }
    $('.pri').disabled = false
    $('.err').textContent = 'Kundennummer oder Passwort ist falsch. Sie haben noch 4 Versuche.'
  }, 400)
}`

const PORTAL = `
<div class="kopf"><b>Auenstrom</b><div class="acc"><button id="me" aria-haspopup="true" aria-expanded="false">Frau Yıldız ▾</button><div id="menu" hidden><a href="/portal">Meine Verträge</a><a href="/" id="out">Abmelden</a></div></div></div>
<div class="inh"><h1>Guten Tag, Frau Yıldız</h1><div class="kacheln"><div class="k"><h2>Ökostrom Haus</h2><p>Zähler 1EMH-0077 · Letzter Stand: 18.412 kWh (03.11.2026)</p><p>Abschlag: <b>94,00 €</b> im Monat, fällig am 15.</p><div class="kn" data-z="1EMH-0077" data-min="18412">Zählerstand melden</div></div>
<div class="k"><h2>Wärmepumpe</h2><p>Zähler 1EMH-0919 · Letzter Stand: 6.230 kWh (03.11.2026)</p><p>Abschlag: <b>61,50 €</b> im Monat, fällig am 15.</p><div class="kn" data-z="1EMH-0919" data-min="6230">Zählerstand melden</div></div></div><div id="form"></div></div>`

const PORTAL_SCRIPT = `
$('#me').onclick = () => { $('#menu').hidden = !$('#menu').hidden; $('#me').setAttribute('aria-expanded', String(!$('#menu').hidden)) }
$('#out').onclick = () => { document.cookie = 'sitzung=; path=/; max-age=0' }
for (const k of $$('.kn')) k.onclick = () => {
  const { z, min } = k.dataset
  $('#form').innerHTML = '<h2>Zählerstand für ' + z + '</h2><form><div class="fl"><label>Ablesedatum <input type="date" name="datum"></label></div><div class="fl"><label>Zählerstand in kWh <input name="stand" inputmode="numeric"></label></div><p class="err" role="alert"></p><button class="pri">Absenden</button></form>'
  $('#form form').onsubmit = async (event) => {
    event.preventDefault()
    const stand = Number(event.target.stand.value.replace('.', ''))
    if (!event.target.datum.value || !stand) { $('.err').textContent = 'Bitte Datum und Stand angeben.'; return }
    if (stand < Number(min)) { $('.err').textContent = 'Der neue Stand darf nicht unter dem letzten Stand liegen.'; return }
    await send('/api/stand', { zaehler: z, datum: event.target.datum.value, stand })
    $('#form').innerHTML = '<p>Vielen Dank! Ihre Meldung hat die Vorgangsnummer <b>ZS-30518</b>.</p>'
  }
}`

const STYLE = `.box{max-width:360px;margin:60px auto}.fl{margin:10px 0}.fl label{display:block}.err{color:#b00020}.pri{background:#185;color:#fff;border:0;padding:8px 18px}.kopf{display:flex;justify-content:space-between;padding:12px 24px;background:#e8f4ec}.acc{position:relative}#menu{position:absolute;right:0;background:#fff;border:1px solid #bbb;padding:8px;width:150px}#menu[hidden]{display:none}#menu a{display:block;padding:4px}.inh{padding:20px 24px}.kacheln{display:flex;gap:20px}.k{border:1px solid #ccc;padding:16px}.kn{display:inline-block;border:1px solid #185;padding:6px 12px;cursor:pointer}`

/** A power company in German: a login, and a reading of one of two meters. */
export const stromportal: Flow = {
  name: 'stromportal',
  kind: 'login',
  pages: {
    '/': page({ title: 'Anmelden – Auenstrom', lang: 'de', style: STYLE, body: LOGIN, script: LOGIN_SCRIPT }),
    '/portal': page({ title: 'Auenstrom', lang: 'de', style: STYLE, body: PORTAL, script: PORTAL_SCRIPT }),
    '/hilfe': page({
      title: 'Hilfe',
      lang: 'de',
      style: STYLE,
      body: '<div class="box"><h1>Passwort vergessen</h1></div>',
    }),
  },
  trials: [
    {
      prompts: [
        'Melde dich mit der Kundennummer 4711203 und dem Passwort Wiese!22 an und melde für die Wärmepumpe den Zählerstand 6815 kWh, abgelesen am 2. Dezember 2026. Wie lautet die Vorgangsnummer?',
      ],
      expect: {
        at: '/portal',
        sent: [{ path: '/api/stand', body: { zaehler: '1EMH-0919', datum: '2026-12-02', stand: 6815 } }],
        output: ['ZS-30518'],
      },
      async solve(tab) {
        await tab.fill('#knr', '4711203')
        await tab.fill('#pw', 'Wiese!22')
        await tab.click('.pri')
        await tab.click('[data-z="1EMH-0919"]')
        await tab.fill('[name=datum]', '2026-12-02')
        await tab.fill('[name=stand]', '6815')
        await tab.click('text=Absenden')
      },
    },
    {
      prompts: [
        'Gib die Kundennummer 4711203 und das Passwort wiese22 ein, klicke auf Einloggen und sag mir, welche Meldung erscheint.',
      ],
      expect: { at: '/', shows: ['Kundennummer oder Passwort ist falsch.'], output: [/falsch/i] },
      async solve(tab) {
        await tab.fill('#knr', '4711203')
        await tab.fill('#pw', 'wiese22')
        await tab.click('.pri')
      },
    },
    {
      start: '/portal',
      prompts: ['Wie hoch ist der Abschlag für Ökostrom Haus?', 'Jetzt bitte abmelden'],
      expect: { at: '/', output: [/94([.,]00)?/] },
      async solve(tab) {
        await tab.click('#me')
        await tab.click('#out')
      },
    },
  ],
}
