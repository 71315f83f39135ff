import { chunks, each, esc } from '../../markup.ts'
import { createSite, ELSEWHERE } from '../../site.ts'
import { ANGEBOTE, MAKLER } from './angebote.ts'
import type { Angebot } from './angebote.ts'
import { tasks } from './tasks.ts'

const SEITEN = chunks(ANGEBOTE, 6)

/** A German agency for flats, made with a well-known publishing system: `/seite/2/`, two-column tables of key data. */
export const hafenblick = createSite({
  name: 'hafenblick',
  language: 'de',
  pages: {
    '/': seite('Hafenblick Immobilien – Wohnen an Elbe und Alster', start()),
    ...Object.fromEntries(
      SEITEN.map((angebote, nr) => [adresse(nr), seite('Mietangebote', liste(angebote, nr))]),
    ),
    ...Object.fromEntries(ANGEBOTE.map((angebot) => [angebot.pfad, seite(angebot.titel, expose(angebot))])),
    '/ueber-uns/': seite('Über uns', ueberUns()),
    '/ueber-uns/team/': seite('Unser Team', team()),
    '/kontakt/': seite('Kontakt', kontakt()),
    '/ratgeber/': seite('Ratgeber', ratgeber()),
    '/ratgeber/mietspiegel/': seite('Was sagt der Mietspiegel?', mietspiegel()),
    '/ratgeber/schufa/': seite('Unterlagen für die Bewerbung', unterlagen()),
    '/referenzen/': seite('Bereits vermietet', referenzen()),
    '/impressum/': seite('Impressum', impressum()),
  },
  redirects: { '/wohnungen/': '/mietangebote/', '/team/': '/ueber-uns/team/' },
  notFound: seite(
    'Seite nicht gefunden',
    '<h1>Seite nicht gefunden</h1><p>Vielleicht ist die Wohnung schon vermietet.</p>',
  ),
  tasks,
})

function adresse(nr: number): string {
  return nr === 0 ? '/mietangebote/' : `/mietangebote/seite/${nr + 1}/`
}

function seite(titel: string, inhalt: string): string {
  return `<!DOCTYPE html><html lang="de-DE"><head><meta charset="UTF-8"><title>${esc(titel)} | Hafenblick Immobilien</title></head>
<body class="wp-custom page-template-default"><div id="cookie-notice" role="dialog"><p>Wir verwenden Cookies, um unsere Website zu verbessern.</p><a href="/impressum/">Datenschutz</a> <button>Einverstanden</button></div>
<header id="masthead" class="site-header"><p class="site-title"><a href="/" rel="home">Hafenblick Immobilien</a></p>
<nav id="site-navigation"><ul class="menu"><li class="menu-item"><a href="/mietangebote/">Mietangebote</a></li><li class="menu-item"><a href="/referenzen/">Bereits vermietet</a></li><li class="menu-item"><a href="/ratgeber/">Ratgeber</a></li><li class="menu-item"><a href="/ueber-uns/">Über uns</a></li><li class="menu-item"><a href="/kontakt/">Kontakt</a></li></ul></nav></header>
<div id="content" class="site-content"><main>${inhalt}</main>
<aside class="widget-area"><section class="widget"><h2 class="widget-title">Neu im Ratgeber</h2><ul><li><a href="/ratgeber/mietspiegel/">Was sagt der Mietspiegel?</a></li><li><a href="/ratgeber/umzug/">Checkliste Umzug</a></li></ul></section>
<section class="widget"><h2 class="widget-title">Wertermittlung</h2><p>Was ist Ihre Immobilie wert? <a href="${ELSEWHERE}/wertermittlung">Jetzt kostenlos schätzen lassen!</a></p></section></aside></div>
<footer class="site-footer"><p>Hafenblick Immobilien GmbH · Große Elbstraße 212 · 22767 Hamburg</p><p><a href="/impressum/">Impressum</a> · <a href="/kontakt/">Kontakt</a></p></footer></body></html>`
}

function start(): string {
  return `<h1>Wohnen an Elbe und Alster</h1><p>Seit 1997 vermitteln wir Wohnungen und Häuser in Hamburg.</p><p><a class="button" href="/mietangebote/">Alle ${ANGEBOTE.length} Mietangebote ansehen</a></p><h2>Unser Tipp</h2>${karte(ANGEBOTE[5]!)}`
}

function liste(angebote: readonly Angebot[], nr: number): string {
  return `<h1 class="entry-title">Mietangebote</h1><div class="immo-liste">${each(angebote, karte)}</div>
<nav class="pagination"><h2 class="screen-reader-text">Seitennummerierung</h2>${nr > 0 ? `<a class="prev page-numbers" href="${adresse(nr - 1)}">« Zurück</a>` : ''}<span class="page-numbers current">Seite ${nr + 1} von ${SEITEN.length}</span>${nr + 1 < SEITEN.length ? `<a class="next page-numbers" href="${adresse(nr + 1)}">Weiter »</a>` : ''}</nav>`
}

function karte(angebot: Angebot): string {
  return `<article class="immo-teaser"><h2 class="immo-titel"><a href="${angebot.pfad}">${esc(angebot.titel)}</a></h2><p class="immo-ort">Hamburg-${angebot.ort}</p>
<ul class="immo-eckdaten"><li>${komma(angebot.zimmer)} Zimmer</li><li>ca. ${komma(angebot.flaeche)} m²</li><li>${euro(angebot.kalt)} kalt</li></ul><a class="more-link" href="${angebot.pfad}">Zum Exposé</a></article>`
}

function expose(angebot: Angebot): string {
  const makler = MAKLER.find(({ name }) => name === angebot.ansprechpartner)!
  const daten: [string, string | null][] = [
    ['Objektnummer', angebot.nr],
    ['Lage', `Hamburg-${angebot.ort}`],
    ['Zimmer', komma(angebot.zimmer)],
    ['Wohnfläche', `ca. ${komma(angebot.flaeche)} m²`],
    ['Kaltmiete', euro(angebot.kalt)],
    ['Nebenkosten', angebot.neben === null ? 'auf Anfrage' : euro(angebot.neben)],
    ['Bezugsfrei', angebot.frei === 'sofort' ? 'ab sofort' : angebot.frei],
    ['Etage', angebot.etage],
    ['Baujahr', String(angebot.baujahr)],
    ['Balkon', angebot.balkon ? 'ja' : 'nein'],
  ]
  const andere = ANGEBOTE.filter(({ ort, nr }) => nr !== angebot.nr && ort === angebot.ort)
  return `<article class="expose"><h1 class="entry-title">${esc(angebot.titel)}</h1><h2>Eckdaten</h2><table class="eckdaten">${each(
    daten.filter(([, wert]) => wert !== null),
    ([name, wert]) => `<tr><td>${name}:</td><td>${wert}</td></tr>`,
  )}</table>
<h2>Beschreibung</h2><p>${beschreibung(angebot)}</p><h2>Ihr Ansprechpartner</h2><p>${makler.name}${makler.telefon === null ? '' : `, Tel. ${makler.telefon}`}<br><a href="mailto:${makler.mail}">${makler.mail}</a></p></article>
${andere.length > 0 ? `<h2>Weitere Angebote in der Nähe</h2>${each(andere, karte)}` : ''}<p><a href="/mietangebote/">Zurück zur Übersicht</a></p>`
}

function beschreibung({ ort, etage, baujahr }: Angebot): string {
  const alter = baujahr < 1950 ? 'Das Haus wurde liebevoll saniert' : 'Das Haus ist gepflegt'
  return `${alter} und liegt ruhig in ${ort}. ${etage === 'EG' ? 'Der Zugang ist stufenlos.' : 'Bis zur nächsten Bahn sind es 7 Minuten.'} Die Kaution beträgt drei Kaltmieten.`
}

function ueberUns(): string {
  return `<h1>Über uns</h1><p>Hafenblick Immobilien wurde 1997 von Hinnerk Ahlers gegründet. Heute führt sein Sohn das Unternehmen.</p><p>Lernen Sie unser <a href="/ueber-uns/team/">Team</a> kennen.</p>`
}

function team(): string {
  return `<h1>Unser Team</h1>${each(MAKLER, ({ name, aufgabe, telefon, mail }) => `<div class="wp-block-columns"><div class="wp-block-column"><h3>${name}</h3><p>${aufgabe}</p>${telefon === null ? '' : `<p>Telefon: ${telefon}</p>`}<p>E-Mail: ${mail}</p></div></div>`)}`
}

function kontakt(): string {
  return `<h1>Kontakt</h1><p>Hafenblick Immobilien GmbH<br>Große Elbstraße 212<br>22767 Hamburg</p><p>Telefon: 040 555 27-0<br>Telefax: 040 555 27-99<br>E-Mail: info@hafenblick.example</p><h2>Öffnungszeiten</h2><p>Montag bis Freitag 9–18 Uhr, Samstag 10–13 Uhr</p>`
}

function ratgeber(): string {
  return `<h1>Ratgeber</h1><ul><li><a href="/ratgeber/mietspiegel/">Was sagt der Mietspiegel?</a></li><li><a href="/ratgeber/schufa/">Unterlagen für die Bewerbung</a></li></ul>`
}

function mietspiegel(): string {
  return `<h1>Was sagt der Mietspiegel?</h1><p>In Altona kostete eine Altbauwohnung mit drei Zimmern zuletzt 1.150 € kalt, in der HafenCity 1.700 €. Ein Balkon macht 40 € aus.</p>`
}

function unterlagen(): string {
  return `<h1>Unterlagen für die Bewerbung</h1><p>Drei Gehaltsnachweise, eine Auskunft und ein Ausweis genügen. Für das Loft in Ottensen hatten wir 212 Bewerbungen.</p>`
}

function referenzen(): string {
  return `<h1>Bereits vermietet</h1><ul><li>Helle Altbauwohnung mit Balkon, Altona, 3 Zimmer, 1.240 € kalt (2023)</li><li>Neubauwohnung am Baakenhafen, HafenCity, 2 Zimmer, 1.390 € kalt (2024)</li><li>Loft mit Kran, Speicherstadt, 1.980 € kalt (2022)</li></ul>`
}

function impressum(): string {
  return `<h1>Impressum</h1><p>Hafenblick Immobilien GmbH, Große Elbstraße 212, 22767 Hamburg. Geschäftsführer: Dr. Sönke Ahlers. Handelsregister: Amtsgericht Hamburg, HRB 64417. USt-IdNr.: DE 198 442 310.</p>`
}

function euro(betrag: number): string {
  return `${betrag.toLocaleString('de-DE')} €`
}

function komma(zahl: number): string {
  return String(zahl).replace('.', ',')
}
