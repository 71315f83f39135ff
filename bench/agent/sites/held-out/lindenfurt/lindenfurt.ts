import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { CATEGORIES, EVENT_PAGES, EVENTS, numeric, pathOfPage, spoken, VENUES } from './events.ts'
import type { Event, Venue } from './events.ts'
import { tasks } from './tasks.ts'

type Crumb = [title: string, path: string]

const CALENDAR: Crumb = ['Veranstaltungen', '/veranstaltungen']

/** The events calendar of a town in German, as TYPO3 with an extension for events writes it. */
export const lindenfurt = createSite({
  name: 'lindenfurt',
  language: 'de',
  pages: {
    '/': page('Willkommen in Lindenfurt', [], home()),
    ...Object.fromEntries(
      EVENT_PAGES.map(({ path }, at) => [path, page('Veranstaltungen', [], calendar(at))]),
    ),
    ...Object.fromEntries(
      CATEGORIES.map(({ path, title, events }) => [
        path,
        page(title, [CALENDAR], frame(214, 'sfeventmgt_pieventlist', `<h1>${title}</h1>${list(events)}`)),
      ]),
    ),
    ...Object.fromEntries(EVENTS.map((event) => [event.path, page(event.title, [CALENDAR], detail(event))])),
    '/veranstaltungsorte': page('Veranstaltungsorte', [], venues()),
    ...Object.fromEntries(
      VENUES.map((venue) => [
        venue.path,
        page(venue.name, [['Veranstaltungsorte', '/veranstaltungsorte']], venuePage(venue)),
      ]),
    ),
    '/tourist-information': page('Tourist-Information', [], touristInformation()),
    '/anreise': page('Anreise und Parken', [], arrival()),
    '/veranstaltung-melden': page('Veranstaltung melden', [CALENDAR], announce()),
    '/impressum': page('Impressum', [], imprint()),
  },
  redirects: { '/kalender': '/veranstaltungen' },
  deadLinks: ['/veranstaltungen/detail/sommerfest-2025'],
  notFound: page('Seite nicht gefunden', [], '<h1>Diese Seite gibt es nicht</h1>'),
  tasks,
})

function page(title: string, trail: readonly Crumb[], main: string): string {
  return `<!DOCTYPE html>
<html dir="ltr" lang="de-DE"><head><meta charset="utf-8">
<!--
	This website is powered by TYPO3 - inspiring people to share!
-->
<title>${esc(title)} - Stadt Lindenfurt</title><meta name="generator" content="TYPO3 CMS"><link rel="stylesheet" href="/typo3temp/assets/css/main.css"></head>
<body id="p${title.length + 20}" class="page-layout-default layout-default"><a class="visually-hidden-focusable" href="#page-content">Zum Hauptinhalt springen</a>
<div id="cookieman-modal" class="modal" data-cookieman-showonce="1"><p>Wir verwenden Cookies. Einige sind notwendig, andere helfen uns, diese Website zu verbessern.</p><button class="btn btn-default" data-cookieman-accept-all>Alle akzeptieren</button><button class="btn" data-cookieman-accept-none>Nur notwendige</button></div>
<header id="page-header" class="bp-page-header navbar navbar-mainnavigation"><div class="container"><a class="navbar-brand navbar-brand-image" title="Stadt Lindenfurt" href="/"><img class="navbar-brand-logo-normal" src="/fileadmin/wappen.svg" alt="Wappen der Stadt Lindenfurt"></a><nav aria-label="Main navigation" id="mainnavigation" class="collapse navbar-collapse"><ul class="navbar-nav"><li class="nav-item dropdown"><a class="nav-link" href="/veranstaltungen"><span class="nav-link-text">Veranstaltungen</span></a><ul class="dropdown-menu">${each(
    CATEGORIES,
    ({ title: name, path }) => `<li><a class="dropdown-item" href="${path}">${name}</a></li>`,
  )}</ul></li><li class="nav-item"><a class="nav-link" href="/veranstaltungsorte"><span class="nav-link-text">Veranstaltungsorte</span></a></li><li class="nav-item"><a class="nav-link" href="/tourist-information"><span class="nav-link-text">Tourist-Information</span></a></li><li class="nav-item"><a class="nav-link" href="/anreise"><span class="nav-link-text">Anreise</span></a></li></ul></nav></div></header>
${trail.length > 0 ? `<nav class="breadcrumb-section" aria-label="Breadcrumb"><div class="container"><p class="visually-hidden">Sie sind hier:</p><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/">Startseite</a></li>${each(trail, ([name, path]) => `<li class="breadcrumb-item"><a href="${path}">${name}</a></li>`)}<li class="breadcrumb-item active" aria-current="page"><span>${esc(title)}</span></li></ol></div></nav>` : ''}
<main id="page-content" class="bp-page-content main-section"><!--TYPO3SEARCH_begin--><div class="section section-default"><div class="container">${main}</div></div><!--TYPO3SEARCH_end--></main>
<footer id="page-footer" class="bp-page-footer"><section class="section footer-section"><div class="container"><div class="row"><div class="col-lg-4"><h3>Stadt Lindenfurt</h3><p>Rathausplatz 1<br>34601 Lindenfurt</p></div><div class="col-lg-4"><ul class="link-list"><li><a href="/veranstaltung-melden">Veranstaltung melden</a></li><li><a href="/impressum">Impressum</a></li><li><a href="${ELSEWHERE}/leichte-sprache">Leichte Sprache</a></li></ul></div></div></div></section></footer></body></html>`
}

function frame(id: number, type: string, content: string): string {
  return `<div id="c${id}" class="frame frame-default frame-type-${type} frame-layout-default frame-background-none"><div class="frame-group-container"><div class="frame-group-inner"><div class="frame-container frame-container-default"><div class="frame-inner">${content}</div></div></div></div></div>`
}

function home(): string {
  const tips = EVENTS.filter(({ title }) => ['Bigband Querblech', 'Adventsmarkt'].includes(title))
  return `${frame(1, 'textpic', '<header class="frame-header"><h1 class="element-header"><span>Willkommen in Lindenfurt</span></h1></header><p>Fachwerk, Fluss und an jedem zweiten Abend etwas los: Das ist Lindenfurt.</p>')}
${frame(2, 'sfeventmgt_pieventlist', `<header class="frame-header"><h2 class="element-header"><span>Unsere Tipps</span></h2></header>${list(tips)}<p><a class="btn btn-primary" href="/veranstaltungen">Alle Veranstaltungen</a></p>`)}
${frame(3, 'text', '<p>Rückblick: So war das <a href="/veranstaltungen/detail/sommerfest-2025">Sommerfest 2025</a>.</p>')}`
}

function calendar(at: number): string {
  return frame(
    214,
    'sfeventmgt_pieventlist',
    `<header class="frame-header"><h1 class="element-header"><span>Veranstaltungskalender</span></h1></header>
<div class="event-filter"><form><label>Stichwort <input name="tx_sfeventmgt_pieventlist[search]"></label></form><ul class="category-menu">${each(CATEGORIES, ({ title, path }) => `<li><a href="${path}">${title}</a></li>`)}</ul></div>
${list(EVENT_PAGES[at]!.events)}${paginator(at)}`,
  )
}

function paginator(at: number): string {
  const previous = `<li class="previous"><a href="${pathOfPage(at - 1)}">vorherige</a></li>`
  const next = `<li class="next"><a href="${pathOfPage(at + 1)}">nächste</a></li>`
  return `<ul class="f3-widget-paginator">${at > 0 ? previous : ''}${each(EVENT_PAGES, ({ path }, number) =>
    number === at ? `<li class="current">${number + 1}</li>` : `<li><a href="${path}">${number + 1}</a></li>`,
  )}${at + 1 < EVENT_PAGES.length ? next : ''}</ul>`
}

function list(events: readonly Event[]): string {
  return `<div class="event-list">${each(
    events,
    ({ title, path, date, category, venue, note }) =>
      `<div class="event-list-item row"><div class="col-md-2 event-date"><span class="event-startdate">${numeric(date)}</span></div><div class="col-md-10"><span class="badge bg-secondary">${category}</span>${note === 'ausverkauft' ? ' <span class="badge bg-danger">ausverkauft</span>' : ''}<h3><a title="${esc(title)}" href="${path}">${esc(title)}</a></h3><p class="event-location"><i class="fa fa-map-marker"></i> ${esc(venue)}</p><a class="more" href="${path}">Mehr erfahren</a></div></div>`,
  )}</div>`
}

function detail(event: Event): string {
  const { title, date, time, category, venue, price, organiser, mail, note } = event
  const place = VENUES.find(({ name }) => name === venue)!
  const group = CATEGORIES.find(({ name }) => name === category)!
  const others = group.events.filter((one) => one !== event).slice(0, 2)
  const lines: [string, string | null][] = [
    ['Datum', spoken(date)],
    ['Beginn', `${time} Uhr`],
    ['Ort', `<a href="${place.path}">${esc(venue)}</a><br>${place.address}`],
    ['Eintritt', price],
    ['Veranstalter', organiser],
    ['E-Mail', mail && `<a href="mailto:${mail}">${mail}</a>`],
    ['Hinweis', note],
  ]
  return `${frame(
    219,
    'sfeventmgt_pieventdetail',
    `<div class="event-detail"><h1>${esc(title)}</h1><p class="lead">${teaser(event)}</p><div class="event-data">${each(
      lines.filter(([, value]) => value !== null),
      ([label, value]) =>
        `<div class="row"><div class="col-sm-3 event-label"><strong>${label}</strong></div><div class="col-sm-9">${value}</div></div>`,
    )}</div><p><a class="btn btn-default" href="/veranstaltungen">Zurück zur Übersicht</a></p></div>`,
  )}
${frame(220, 'sfeventmgt_pieventlist', `<h2>Das könnte Sie auch interessieren</h2>${list(others)}`)}`
}

function teaser({ category, organiser }: Event): string {
  const texts: Record<string, string> = {
    Konzert: 'Musik für einen langen Abend, mit einer Pause und Getränken im Foyer.',
    Führung: 'Rund 90 Minuten zu Fuß mit Geschichten, die in keinem Buch stehen.',
    Lesung: 'Im Anschluss an die Lesung bleibt Zeit für Fragen und Bücher.',
    Kinder: 'Für Kinder ab vier Jahren, Eltern sind willkommen.',
    Markt: 'Stände, Gespräche und Waffeln, bei jedem Wetter.',
  }
  return `${texts[category]} ${organiser} freut sich auf Ihren Besuch.`
}

function venues(): string {
  return frame(
    301,
    'menu_subpages',
    `<h1>Veranstaltungsorte</h1><div class="card-group">${each(
      VENUES,
      ({ name, path, address }) =>
        `<div class="card"><div class="card-body"><h3 class="card-title"><a href="${path}">${name}</a></h3><p class="card-text">${address}</p></div></div>`,
    )}</div>`,
  )
}

function venuePage({ name, address, seats, access, line }: Venue): string {
  const next = EVENTS.filter(({ venue }) => venue === name).slice(0, 2)
  return `${frame(
    302,
    'textpic',
    `<h1>${name}</h1><p>${address}</p><ul>${seats ? `<li>Sitzplätze: ${seats}</li>` : ''}${access ? `<li>Zugang: ${access}</li>` : ''}<li>Anfahrt: ${line}</li></ul>`,
  )}
${frame(303, 'sfeventmgt_pieventlist', `<h2>Demnächst hier</h2>${list(next)}`)}`
}

function touristInformation(): string {
  return frame(
    310,
    'text',
    `<h1>Tourist-Information</h1><p>Im Erdgeschoss des Alten Zollhauses, Brückenstraße 4. Leiterin ist Annegret Rühl.</p><table class="contenttable table"><caption>Öffnungszeiten</caption><tbody><tr><th>Montag bis Freitag</th><td>9:30 bis 17:30 Uhr</td></tr><tr><th>Samstag</th><td>10:00 bis 14:00 Uhr</td></tr><tr><th>Sonntag</th><td>geschlossen</td></tr></tbody></table><p>Telefon: 05681 990-140<br>E-Mail: <a href="mailto:info@lindenfurt.example">info@lindenfurt.example</a></p>`,
  )
}

function arrival(): string {
  return frame(
    320,
    'text',
    '<h1>Anreise und Parken</h1><p>Mit der Bahn: stündlich ab Kassel, 38 Minuten Fahrzeit.</p><p>Parkhaus Mühlentor: 210 Plätze, Tageshöchstsatz 6,00 €. Parkplatz Festplatz: kostenlos, 350 Plätze.</p>',
  )
}

function announce(): string {
  return frame(
    330,
    'text',
    '<h1>Veranstaltung melden</h1><p>Melden Sie uns Ihren Termin spätestens 14 Tage vorher an <a href="mailto:kalender@lindenfurt.example">kalender@lindenfurt.example</a>. Der Eintrag ist kostenlos.</p>',
  )
}

function imprint(): string {
  return frame(
    340,
    'text',
    '<h1>Impressum</h1><p>Stadt Lindenfurt, vertreten durch Bürgermeisterin Dr. Solveig Amthor, Rathausplatz 1, 34601 Lindenfurt. Telefon: 05681 990-0.</p>',
  )
}
