import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { AREAS, DEGREES, PEOPLE, PEOPLE_PAGES } from './people.ts'
import type { Area, Person } from './people.ts'
import { tasks } from './tasks.ts'

/** A faculty of a German university: people over three pages, profiles with protected addresses, study courses. */
export const hochschuleEichwald = createSite({
  name: 'hochschule-eichwald',
  language: 'de',
  pages: {
    '/': page('Startseite', home(), []),
    ...Object.fromEntries(
      PEOPLE_PAGES.map(({ path }, at) => [path, page('Personen', people(at), [['Personen', '/personen']])]),
    ),
    ...Object.fromEntries(
      PEOPLE.map((person) => [
        person.path,
        page(person.name, profile(person), [
          ['Personen', '/personen'],
          [person.name, person.path],
        ]),
      ]),
    ),
    '/fachgebiete': page(
      'Fachgebiete',
      element(
        'text',
        `<h1>Fachgebiete</h1><p>Der Fachbereich gliedert sich in vier Fachgebiete und das Dekanat.</p><ul class="list-normal">${each(AREAS, ({ name, path }) => `<li><a href="${path}" title="${name}">Fachgebiet ${name}</a></li>`)}</ul>`,
      ),
      [['Fachgebiete', '/fachgebiete']],
    ),
    ...Object.fromEntries(
      AREAS.map((area) => [
        area.path,
        page(`Fachgebiet ${area.name}`, areaPage(area), [
          ['Fachgebiete', '/fachgebiete'],
          [area.name, area.path],
        ]),
      ]),
    ),
    '/studium': page('Studium', studies(), [['Studium', '/studium']]),
    '/dekanat': page('Dekanat', deanery(), [['Dekanat', '/dekanat']]),
    '/aktuelles': page('Aktuelles', news(), [['Aktuelles', '/aktuelles']]),
    '/stellenangebote': page(
      'Stellenangebote',
      element(
        'text',
        '<h1>Stellenangebote</h1><h2>Laboringenieur/in (m/w/d), E 11 TV-L</h2><p>Fachgebiet Verkehrswesen, 50 %, befristet auf 3 Jahre. Bewerbung bis 15.05.2026 an bewerbung(at)hs-eichwald.example.</p>',
      ),
      [['Stellenangebote', '/stellenangebote']],
    ),
    '/anfahrt': page(
      'Anfahrt',
      element(
        'text',
        '<h1>Anfahrt</h1><p>Hochschule Eichwald, Fachbereich Bauwesen, Am Torfkanal 17, 26871 Eichwald</p><p>Vom Bahnhof mit der Linie 6 bis „Torfkanal“ (9 Minuten). Parkplätze: P2, Zufahrt über den Mühlenweg.</p>',
      ),
      [['Anfahrt', '/anfahrt']],
    ),
    '/impressum': page(
      'Impressum',
      element(
        'text',
        '<h1>Impressum</h1><p>Hochschule Eichwald, Schlossplatz 1, 26871 Eichwald. Vertreten durch die Präsidentin Prof. Dr. Hedda Wismarsen. Telefon: +49 4932 770-0, E-Mail: poststelle(at)hs-eichwald.example. USt-IdNr.: DE 314 772 098</p>',
      ),
      [['Impressum', '/impressum']],
    ),
    '/datenschutz': page(
      'Datenschutz',
      element(
        'text',
        '<h1>Datenschutz</h1><p>Behördlicher Datenschutzbeauftragter: Arne Schlottmann, datenschutz(at)hs-eichwald.example, +49 4932 770-66.</p>',
      ),
      [['Datenschutz', '/datenschutz']],
    ),
  },
  redirects: { '/team': '/personen', '/mitarbeiter': '/personen' },
  deadLinks: ['/fachgebiete/geotechnik'],
  notFound: page('Seite nicht gefunden', element('text', '<h1>Seite nicht gefunden</h1>'), []),
  tasks,
})

type Trail = readonly (readonly [name: string, path: string])[]

function page(title: string, main: string, trail: Trail): string {
  return `<!DOCTYPE html>
<html dir="ltr" lang="de-DE">
<head>
<meta charset="utf-8">
<!--
	This website is powered by TYPO3 - inspiring people to share!
-->
<title>${esc(title)} - Fachbereich Bauwesen - Hochschule Eichwald</title>
<meta name="generator" content="TYPO3 CMS"><meta name="robots" content="index,follow"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/typo3temp/assets/bootstrappackage/css/theme-8f2c.css" media="all"></head>
<body id="p${title.length + 40}" class="page-${title.length + 40} pagelevel-${trail.length} language-0 backendlayout-2_columns layout-default">
<div id="top"></div><div class="body-bg"><a class="visually-hidden-focusable page-skip-link" href="#mainnavigation"><span>Zur Hauptnavigation springen</span></a>
<header id="page-header" class="bp-page-header navbar navbar-mainnavigation navbar-default navbar-has-image navbar-top"><div class="container"><a class="navbar-brand navbar-brand-image" title="Hochschule Eichwald" href="/"><img class="navbar-brand-logo-normal" src="/fileadmin/logo.svg" alt="Hochschule Eichwald – Fachbereich Bauwesen" height="60" width="210"></a>
<nav aria-label="Hauptnavigation" id="mainnavigation" class="collapse navbar-collapse"><ul class="navbar-nav">${each(
    [
      ['Studium', '/studium'],
      ['Fachgebiete', '/fachgebiete'],
      ['Personen', '/personen'],
      ['Dekanat', '/dekanat'],
      ['Aktuelles', '/aktuelles'],
    ],
    ([name, path]) =>
      `<li class="nav-item${trail[0]?.[1] === path ? ' active' : ''}"><a class="nav-link" href="${path}" title="${name}"><span class="nav-link-text">${name}</span></a></li>`,
  )}</ul></nav></div></header>
${trail.length > 0 ? `<nav class="breadcrumb-section" aria-label="Brotkrümelnavigation"><div class="container"><p class="visually-hidden" id="breadcrumb">Sie sind hier:</p><ol class="breadcrumb"><li class="breadcrumb-item"><a class="breadcrumb-link" href="/">Fachbereich Bauwesen</a></li>${each(trail, ([name, path], at) => (at === trail.length - 1 ? `<li class="breadcrumb-item active" aria-current="page"><span class="breadcrumb-link-title">${esc(name)}</span></li>` : `<li class="breadcrumb-item"><a class="breadcrumb-link" href="${path}">${name}</a></li>`))}</ol></div></nav>` : ''}
<main id="page-content" class="bp-page-content main-section"><!--TYPO3SEARCH_begin--><div class="section section-default"><div class="container"><div class="section-row"><div class="section-column maincontent-wrap">${main}</div>
<aside class="section-column subcontent-wrap">${element('menu', '<h3 class="element-header">Schnell gefunden</h3><ul><li><a href="/dekanat">Sprechzeiten des Dekanats</a></li><li><a href="/anfahrt">Anfahrt</a></li><li><a href="/stellenangebote">Stellenangebote</a></li></ul>')}</aside></div></div></div><!--TYPO3SEARCH_end--></main>
<footer id="page-footer" class="bp-page-footer"><section class="section footer-section footer-section-meta"><div class="frame-container"><div class="footer-info-section"><div class="footer-meta"><ul id="meta_menu" class="meta-menu"><li><a href="/impressum">Impressum</a></li><li><a href="/datenschutz">Datenschutz</a></li><li><a href="/anfahrt">Anfahrt</a></li><li><a href="${ELSEWHERE}/intranet">Intranet</a></li></ul></div><div class="footer-copyright"><p>© Hochschule Eichwald 2026</p></div></div></div></section></footer>
<div id="cookieman-modal" class="cookie-bar" data-cookieman-showonce="true"><p>Diese Website verwendet Cookies. <a href="/datenschutz">Mehr dazu</a></p><button data-cookieman-accept-all>Alle annehmen</button></div></div></body></html>`
}

function element(type: string, content: string): string {
  return `<div class="frame frame-default frame-type-${type} frame-layout-default frame-background-none"><div class="frame-group-container"><div class="frame-group-inner"><div class="frame-container frame-container-default"><div class="frame-inner">${content}</div></div></div></div></div>`
}

function home(): string {
  return (
    element(
      'textmedia',
      '<h1>Fachbereich Bauwesen</h1><p>Seit 1964 werden in Eichwald Ingenieurinnen und Ingenieure ausgebildet. Heute studieren hier 860 Menschen in fünf Studiengängen.</p>',
    ) +
    element(
      'menu_card',
      `<div class="card-group-element">${each(AREAS, ({ name, path, text }) => `<div class="card-group-element-item"><div class="card"><div class="card-body"><h4 class="card-title">${name}</h4><p class="card-text">${text}</p></div><div class="card-footer"><a href="${path}" class="btn btn-default">Zum Fachgebiet</a></div></div></div>`)}</div>`,
    )
  )
}

function people(at: number): string {
  const previous = PEOPLE_PAGES[at - 1]
  const next = PEOPLE_PAGES[at + 1]
  return element(
    'list',
    `<h1>Personen</h1><p>${PEOPLE.length} Personen, Seite ${at + 1} von ${PEOPLE_PAGES.length}</p><div class="tx-persondb"><table class="table table-striped contenttable"><thead><tr><th>Name</th><th>Funktion</th><th>Bereich</th></tr></thead><tbody>${each(
      PEOPLE_PAGES[at]!.people,
      ({ last, first, title, path, role, area }) =>
        `<tr><td><a href="${path}">${last}, ${first}${title ? `, ${title}` : ''}</a></td><td>${role}</td><td>${area}</td></tr>`,
    )}</tbody></table><ul class="f3-widget-paginator pagination">${previous ? `<li class="previous"><a href="${previous.path}">zurück</a></li>` : ''}${each(PEOPLE_PAGES, ({ path }, number) => (number === at ? `<li class="current">${number + 1}</li>` : `<li><a href="${path}">${number + 1}</a></li>`))}${next ? `<li class="next"><a href="${next.path}">weiter</a></li>` : ''}</ul></div>`,
  )
}

function profile(person: Person): string {
  const area = AREAS.find(({ name }) => name === person.area)
  const colleagues = PEOPLE.filter((one) => one.area === person.area && one !== person).slice(0, 3)
  return (
    element(
      'persondb_show',
      `<div class="tx-persondb-single" id="person"><div class="row"><div class="col-md-4"><figure class="image"><img class="image-embed-item" src="/fileadmin/personen/${person.user}.jpg" alt="${person.name}" width="240" height="320"></figure></div><div class="col-md-8"><h1>${esc(person.full)}</h1><p class="lead">${person.role}, ${area ? `<a href="${area.path}">Fachgebiet ${area.name}</a>` : '<a href="/dekanat">Dekanat</a>'}</p>
<dl class="dl-horizontal person-contact">${person.phone ? `<dt>Telefon</dt><dd>${person.phone}</dd>` : ''}<dt>E-Mail</dt><dd><a href="#" data-mailto-token="ocknvq,${person.user.length}" data-mailto-vector="2">${person.user}<span class="at">(at)</span>hs-eichwald.example</a></dd><dt>Raum</dt><dd>${person.room}</dd>${person.hours ? `<dt>Sprechzeit</dt><dd>${person.hours}</dd>` : ''}</dl></div></div>
${person.topics ? `<h2>Arbeitsschwerpunkte</h2><ul>${each(person.topics.split(', '), (topic) => `<li>${topic}</li>`)}</ul>` : ''}</div>`,
    ) +
    element(
      'related',
      `<h3>Ebenfalls in diesem Bereich</h3><ul class="related-persons">${each(colleagues, (one) => `<li><a href="${one.path}">${one.full}</a> (Raum ${one.room})</li>`)}</ul><p><a class="back" href="/personen">Zurück zur Übersicht</a></p>`,
    )
  )
}

function areaPage({ name, text, lab, people: members }: Area): string {
  return (
    element('text', `<h1>Fachgebiet ${name}</h1><p>${text}</p><h2>Ausstattung</h2><p>${lab}</p>`) +
    element(
      'persondb_list',
      `<h2>Team</h2><div class="row person-teaser-list">${each(members, (one) => `<div class="col-sm-6 person-teaser"><a href="${one.path}"><img src="/fileadmin/personen/${one.user}.jpg" alt=""><strong>${one.full}</strong></a><br>${one.role}</div>`)}</div>`,
    ) +
    (name === 'Massivbau'
      ? element(
          'text',
          '<p>Zum Grundbau siehe das neue <a href="/fachgebiete/geotechnik">Fachgebiet Geotechnik</a> (im Aufbau).</p>',
        )
      : '')
  )
}

function studies(): string {
  return element(
    'table',
    `<h1>Studium</h1><div class="table-responsive"><table class="table contenttable"><caption>Studiengänge des Fachbereichs</caption><thead><tr><th>Studiengang</th><th>Abschluss</th><th>Regelstudienzeit</th><th>Beginn</th><th>Zulassung</th><th>Bewerbungsschluss</th></tr></thead><tbody>${each(DEGREES, (one) => `<tr><td>${one.name}</td><td>${one.degree}</td><td>${one.terms} Semester</td><td>${one.start}</td><td>${one.limit}</td><td>${one.deadline}</td></tr>`)}</tbody></table></div><p>Fragen zum Studium beantwortet die Studienberatung, <a href="${PEOPLE[11]!.path}">${PEOPLE[11]!.full}</a>. Der Semesterbeitrag beträgt zurzeit 312,40 €.</p>`,
  )
}

function deanery(): string {
  const members = PEOPLE.filter(({ area }) => area === 'Dekanat')
  return (
    element(
      'text',
      '<h1>Dekanat</h1><p>Das Dekanat leitet den Fachbereich. Es ist montags bis donnerstags von 9 bis 12 Uhr geöffnet.</p><p>E-Mail: <a href="#" data-mailto-token="fgmcpcv" data-mailto-vector="2">dekanat-bau<span class="at">(at)</span>hs-eichwald.example</a><br>Fax: +49 4932 771-109<br>Prodekanin: Prof. Dr.-Ing. Ruth Kaltwasser</p>',
    ) +
    element(
      'persondb_list',
      `<h2>Mitglieder</h2><ul>${each(members, ({ full, path, role }) => `<li><a href="${path}">${full}</a>, ${role}</li>`)}</ul>`,
    )
  )
}

function news(): string {
  return element(
    'news_pi1',
    `<h1>Aktuelles</h1><div class="news-list-view">${each(
      [
        [
          '2026-04-02',
          '02.04.2026',
          'Neue Strömungsrinne in Betrieb',
          `In Halle H fließt wieder Wasser. Auskunft gibt <a href="${PEOPLE[8]!.path}">Henning Lüdecke</a>.`,
        ],
        [
          '2026-03-12',
          '12.03.2026',
          'Deutscher Brückenpreis für Volkmar Bindseil',
          'Der Preis ist mit 15.000 € dotiert.',
        ],
        [
          '2026-02-20',
          '20.02.2026',
          'Tag der offenen Tür',
          'Am 13. Juni 2026 öffnen wir von 10 bis 16 Uhr alle Labore.',
        ],
      ],
      ([iso, day, title, text]) =>
        `<div class="article articletype-0"><div class="header"><h3><span itemprop="headline">${title}</span></h3></div><div class="teaser-text"><time datetime="${iso}">${day}</time><p>${text}</p></div></div>`,
    )}</div>`,
  )
}
