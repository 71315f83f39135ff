import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { tasks } from './tasks.ts'
import { BEITRAEGE, BERICHTE, BOOTE, KURSE, MONATE, TERMINE, VORSTAND } from './verein.ts'
import type { Boot, Kurs } from './verein.ts'

/** A German rowing club: courses in a table, boats in plain lists, dates month by month, addresses in paragraphs. */
export const ruderclubWesertal = createSite({
  name: 'ruderclub-wesertal',
  language: 'de',
  pages: {
    '/': seite('Willkommen', start()),
    '/verein.html': seite('Der Verein', verein()),
    '/verein/vorstand.html': seite('Vorstand', vorstand()),
    '/verein/beitraege.html': seite('Mitgliedsbeiträge', beitraege()),
    '/verein/bootshaus.html': seite('Bootshaus mieten', bootshaus()),
    '/kurse.html': seite('Kurse 2026', kurse()),
    ...Object.fromEntries(KURSE.map((kurs) => [kurs.pfad, seite(kurs.titel, kursSeite(kurs))])),
    '/boote.html': seite('Bootspark', boote()),
    ...Object.fromEntries(BOOTE.map((boot) => [boot.pfad, seite(boot.name, bootSeite(boot))])),
    ...Object.fromEntries(
      MONATE.map(([monat], nr) => [`/termine/${monat}.html`, seite('Termine', termine(nr))]),
    ),
    '/aktuelles.html': seite('Aktuelles', `<h2>Aktuelles</h2>${each(BERICHTE, anriss)}`),
    ...Object.fromEntries(
      BERICHTE.map(({ pfad, titel, tag, text }) => [
        pfad,
        seite(
          titel,
          `<h2>${titel}</h2><p><em>${tag}</em></p><p>${text}</p><p><a href="/aktuelles.html">zurück</a></p>`,
        ),
      ]),
    ),
    '/kontakt.html': seite('Kontakt', kontakt()),
    '/impressum.html': seite('Impressum', impressum()),
    '/datenschutz.html': seite(
      'Datenschutz',
      '<h2>Datenschutz</h2><p>Wir speichern nur, was Sie uns schreiben, und löschen es nach 6 Monaten.</p>',
    ),
  },
  redirects: { '/termine.html': '/termine/2026-04.html', '/beitrag': '/verein/beitraege.html' },
  deadLinks: ['/galerie.html'],
  notFound: seite('Fehler 404', '<h2>Gekentert</h2><p>Diese Seite gibt es nicht.</p>'),
  tasks,
})

function seite(titel: string, inhalt: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="de"><head><meta charset="utf-8" /><title>Ruderclub Wesertal von 1908 e. V. – ${esc(titel)}</title></head><body id="typo">
<div id="wrapper"><div id="kopf"><h1><a href="/">Ruderclub Wesertal von 1908 e. V.</a></h1></div>
<div id="links"><ul class="level1"><li><a href="/aktuelles.html">Aktuelles</a></li><li><a href="/verein.html">Verein</a><ul class="level2"><li><a href="/verein/vorstand.html">Vorstand</a></li><li><a href="/verein/beitraege.html">Beiträge</a></li><li><a href="/verein/bootshaus.html">Bootshaus mieten</a></li></ul></li><li><a href="/kurse.html">Kurse</a></li><li><a href="/boote.html">Bootspark</a></li><li><a href="/termine.html">Termine</a></li><li><a href="/galerie.html">Galerie</a></li><li><a href="/kontakt.html">Kontakt</a></li></ul>
<p class="pegel">Pegel Holzminden: 182 cm</p></div><div id="mitte">${inhalt}</div>
<div id="rechts"><p><strong>Unsere Förderer</strong></p><p><a href="${ELSEWHERE}/sparkasse">Sparkasse Wesertal</a></p><p><strong>Nächster Kurs</strong></p><p><a href="${KURSE[0]!.pfad}">${KURSE[0]!.titel}</a></p></div>
<div id="fuss"><a href="/impressum.html">Impressum</a> | <a href="/datenschutz.html">Datenschutz</a> | Besucher: 48213</div></div></body></html>`
}

function start(): string {
  return `<h2>Willkommen im Bootshaus</h2><p>Wir sind 262 Menschen, die gerne rückwärts fahren. Kommen Sie mittwochs um 17 Uhr zum Schnuppern vorbei!</p><h3>Neues</h3>${each(BERICHTE.slice(0, 2), anriss)}`
}

function anriss({ tag, titel, pfad }: (typeof BERICHTE)[number]): string {
  return `<p class="news"><em>${tag}</em> <a href="${pfad}">${titel}</a></p>`
}

function verein(): string {
  return `<h2>Der Verein</h2><p>Der Ruderclub wurde am 17. Mai 1908 von elf Holzmindener Bürgern gegründet. Das Bootshaus stammt von 1926 und wurde 1998 erweitert. Heute hat der Verein 262 Mitglieder, darunter 74 Jugendliche.</p>`
}

function vorstand(): string {
  return `<h2>Vorstand</h2>${each(VORSTAND, ({ amt, name, telefon, mail }) => `<p><strong>${amt}</strong><br />${name}${telefon === null ? '' : `<br />Tel.: ${telefon}`}${mail === null ? '' : `<br />${mail.replace('@', ' (at) ')}`}</p>`)}`
}

function beitraege(): string {
  return `<h2>Mitgliedsbeiträge</h2><p>Stand: 1. Januar 2026</p><table class="contenttable"><tbody><tr><td><strong>Gruppe</strong></td><td><strong>Jahresbeitrag</strong></td></tr>${each(BEITRAEGE, ([gruppe, betrag]) => `<tr><td>${gruppe}</td><td>${betrag},00 €</td></tr>`)}</tbody></table><p>Die Aufnahmegebühr beträgt einmalig 45,00 €. Wer keine sechs Stunden Arbeitsdienst leistet, zahlt 12,00 € je Stunde.</p>`
}

function bootshaus(): string {
  return `<h2>Bootshaus mieten</h2><p>Der Saal fasst 80 Personen. Miete für Mitglieder 120 €, für Gäste 290 € am Tag. Anfragen an den Kassenwart.</p>`
}

function kurse(): string {
  return `<h2>Kurse 2026</h2><table class="contenttable"><tbody><tr><td><strong>Nr.</strong></td><td><strong>Kurs</strong></td><td><strong>Beginn</strong></td><td><strong>Freie Plätze</strong></td></tr>${each(KURSE, ({ nr, titel, beginn, frei, pfad }) => `<tr><td>${nr}</td><td><a href="${pfad}">${titel}</a></td><td>${beginn}</td><td>${frei}</td></tr>`)}</tbody></table>`
}

function kursSeite(kurs: Kurs): string {
  return `<h2>${kurs.titel}</h2><ul><li>Kursnummer: ${kurs.nr}</li><li>Beginn: ${kurs.beginn}</li><li>Zeit: ${kurs.zeit}</li><li>Anzahl der Termine: ${kurs.termine}</li><li>Gebühr: ${kurs.gebuehr === null ? 'wird noch bekannt gegeben' : `${kurs.gebuehr},00 €`}</li><li>Leitung: ${kurs.leitung}</li>${kurs.alter === null ? '' : `<li>Alter: ${kurs.alter}</li>`}<li>Freie Plätze: ${kurs.frei}</li></ul>
<p>Bitte bringen Sie Sportschuhe und Wechselkleidung mit. Schwimmen muss man können.</p><p><a href="/kurse.html">Alle Kurse</a></p>`
}

function boote(): string {
  const klassen = [...new Set(BOOTE.map(({ klasse }) => klasse))]
  return `<h2>Bootspark</h2>${each(
    klassen,
    (klasse) =>
      `<h3>${klasse}e</h3><ul>${each(
        BOOTE.filter((boot) => boot.klasse === klasse),
        ({ name, art, pfad }) => `<li>„<a href="${pfad}">${name}</a>“ (${art})</li>`,
      )}</ul>`,
  )}`
}

function bootSeite(boot: Boot): string {
  return `<h2>${boot.name}</h2><p>Bootsart: ${boot.art}<br />Klasse: ${boot.klasse}<br />Werft: ${boot.werft}<br />Baujahr: ${boot.baujahr}${boot.gewicht === null ? '' : `<br />Mannschaftsgewicht: ${boot.gewicht}`}<br />Liegeplatz: ${boot.liegeplatz}${boot.getauft === null ? '' : `<br />Getauft von: ${boot.getauft}`}</p><p><a href="/boote.html">zurück zum Bootspark</a></p>`
}

function termine(nr: number): string {
  const [monat, name] = MONATE[nr]!
  const vor = MONATE[nr - 1]
  const nach = MONATE[nr + 1]
  return `<h2>Termine ${name}</h2><p class="blaettern">${vor ? `<a href="/termine/${vor[0]}.html">◄ ${vor[1]}</a> ` : ''}${nach ? `<a href="/termine/${nach[0]}.html">${nach[1]} ►</a>` : ''}</p>${each(
    TERMINE.filter((termin) => termin.monat === monat),
    ({ tag, was, wo, zeit }) =>
      `<div class="vevent"><span class="dtstart">${tag}</span>, ${zeit}: <span class="summary">${was}</span> <span class="location">(${wo})</span></div>`,
  )}`
}

function kontakt(): string {
  return `<h2>Kontakt</h2><p>Ruderclub Wesertal von 1908 e. V.<br />Am Bootshaus 3<br />37603 Holzminden</p><p>Telefon im Bootshaus: 05531 55 0170 (mittwochs 16–19 Uhr)<br />E-Mail: info (at) rc-wesertal.example</p>`
}

function impressum(): string {
  return `<h2>Impressum</h2><p>Verantwortlich: Dr. Gesine Hartkopf, Am Bootshaus 3, 37603 Holzminden<br />Vereinsregister: Amtsgericht Hildesheim, VR 110284<br />Steuernummer: 31/220/04471</p><p>IBAN: DE02 2595 0130 0099 8877 66</p>`
}
