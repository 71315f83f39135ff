import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { DEPARTMENTS, LETTER_PAGES, PEOPLE, staffOf } from './people.ts'
import type { Department, Person } from './people.ts'
import { tasks } from './tasks.ts'

const NEWS = [
  {
    path: '/news/new-mri-scanner',
    title: 'New MRI scanner in operation',
    date: 'June 2, 2026',
    text: 'Dr. Callum Oyelaran and his team scanned the first patient on Monday. The scanner cost $1.9 million and cuts the wait for an appointment from five weeks to two.',
  },
  {
    path: '/news/allergy-hours',
    title: 'Allergy hours for children',
    date: 'April 14, 2026',
    text: 'Dr. Sunniva Pedersdatter offers open hours for children with allergies every Wednesday from 2 pm. No referral is needed. Call (555) 014-2400 to book.',
  },
]

/** A clinic with a directory of its people by letter and by department, as Drupal with its views writes it. */
export const larkmoorClinic = createSite({
  name: 'larkmoor-clinic',
  language: 'en',
  pages: {
    '/': page('Home', home()),
    ...Object.fromEntries(LETTER_PAGES.map(({ path }, at) => [path, page('Our people', directory(at))])),
    '/departments': page('Departments', departments()),
    ...Object.fromEntries(
      DEPARTMENTS.map((department) => [department.path, page(department.name, departmentPage(department))]),
    ),
    ...Object.fromEntries(PEOPLE.map((person) => [person.path, page(person.name, profile(person))])),
    '/news': page('News', newsList()),
    ...Object.fromEntries(NEWS.map((item) => [item.path, page(item.title, article(item))])),
    '/visitors': page('Visitors', visitors()),
    '/contact': page('Contact', contact()),
    '/careers': page('Careers', careers()),
    '/about': page('About us', about()),
  },
  redirects: { '/staff': '/our-people', '/node/12': '/about' },
  notFound: page('Page not found', '<p>The requested page could not be found.</p>'),
  tasks,
})

function page(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en" dir="ltr" prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8" /><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><title>${esc(title)} | Larkmoor Clinic</title></head>
<body class="path-${slug(title)} layout-one-sidebar"><a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a>
<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div class="layout-container"><header role="banner" class="site-header"><div class="region region-header"><div id="block-larkmoor-branding" class="block block-system block-system-branding-block"><a href="/" rel="home" class="site-logo"><img src="/themes/custom/larkmoor/logo.svg" alt="Home" /></a><div class="site-name"><a href="/" rel="home">Larkmoor Clinic</a></div></div><div class="block block-block-content"><p>Emergencies: dial 911. Nurse line, day and night: (555) 014-9000</p></div></div>
<nav role="navigation" id="block-larkmoor-main-menu" class="block block-menu navigation menu--main"><h2 class="visually-hidden">Main navigation</h2><ul class="menu"><li class="menu-item"><a href="/departments" data-drupal-link-system-path="departments">Departments</a></li><li class="menu-item"><a href="/our-people">Our people</a></li><li class="menu-item"><a href="/visitors">Visitors</a></li><li class="menu-item"><a href="/news">News</a></li><li class="menu-item"><a href="/contact">Contact</a></li></ul></nav></header>
<nav class="breadcrumb" role="navigation" aria-labelledby="system-breadcrumb"><h2 id="system-breadcrumb" class="visually-hidden">Breadcrumb</h2><ol><li><a href="/">Home</a></li><li>${esc(title)}</li></ol></nav>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div data-drupal-messages-fallback class="hidden"></div><div id="block-larkmoor-page-title" class="block block-core block-page-title-block"><h1 class="page-title"><span class="field field--name-title field--type-string field--label-hidden">${esc(title)}</span></h1></div><div id="block-larkmoor-content" class="block block-system block-system-main-block">${content}</div></div></div>
<aside class="layout-sidebar-second" role="complementary"><div class="region region-sidebar-second"><div class="views-element-container block block-views block-views-blocknews-block-1"><h2>Latest news</h2><div class="view view-news view-id-news view-display-id-block_1"><div class="view-content">${each(NEWS, ({ path, title: headline }) => `<div class="views-row"><span class="views-field views-field-title"><span class="field-content"><a href="${path}" hreflang="en">${headline}</a></span></span></div>`)}</div></div></div></div></aside></main>
<footer role="contentinfo"><div class="region region-footer"><nav class="block block-menu navigation menu--footer"><ul class="menu"><li class="menu-item"><a href="/about">About us</a></li><li class="menu-item"><a href="/careers">Careers</a></li><li class="menu-item"><a href="${ELSEWHERE}/portal">Patient portal</a></li></ul></nav><p>© 2026 Larkmoor Clinic, 800 Harebell Avenue, Larkmoor</p></div></footer></div></div>
<div id="sliding-popup" class="eu-cookie-compliance-banner"><div class="popup-content info"><div id="popup-text"><h2>We use cookies on this site to enhance your user experience</h2><p>By clicking the Accept button, you agree to us doing so.</p></div><div id="popup-buttons"><button type="button" class="agree-button">Accept</button><button type="button" class="decline-button">No, thanks</button></div></div></div></body></html>`
}

function home(): string {
  const roles = new Set(['Chief Executive', 'Hand Surgeon'])
  return `<article class="node node--type-page"><div class="node__content"><p>Five departments, one front door. Larkmoor Clinic has looked after the valley since 1958.</p></div></article>
<div class="view view-people view-display-id-block_featured"><h2>Meet our people</h2><div class="view-content">${each(
    PEOPLE.filter(({ role }) => roles.has(role)),
    teaser,
  )}</div></div>`
}

function teaser({ name, path, role, department }: Person): string {
  return `<div class="views-row"><div class="views-field views-field-field-portrait"><div class="field-content"><a href="${path}"><img loading="lazy" src="/sites/default/files/styles/thumbnail${path}.jpg" alt="" class="image-style-thumbnail" /></a></div></div><div class="views-field views-field-title"><h3 class="field-content"><a href="${path}" hreflang="en">${esc(name)}</a></h3></div><div class="views-field views-field-field-job-title"><div class="field-content">${role}</div></div><div class="views-field views-field-field-department"><div class="field-content">${department}</div></div></div>`
}

function directory(at: number): string {
  return `<div class="views-element-container"><div class="view view-people view-id-people view-display-id-page_1 js-view-dom-id-7f3a"><div class="view-header"><p>Find a member of staff by the first letter of the family name.</p></div>
<div class="attachment attachment-before"><div class="view view-people view-display-id-attachment_1"><div class="view-content">${each(
    LETTER_PAGES,
    ({ title, path, people }, number) =>
      `<span class="views-summary views-summary-unformatted"><a href="${path}"${number === at ? ' class="is-active" aria-current="page"' : ''}>${title}</a> (${people.length})</span>`,
  )}</div></div></div>
<div class="view-content">${each(LETTER_PAGES[at]!.people, teaser)}</div></div></div>`
}

function departments(): string {
  return `<div class="view view-departments view-id-departments"><div class="view-content"><table class="views-table views-view-table cols-3"><thead><tr><th scope="col" id="view-title-table-column" class="views-field views-field-title">Department</th><th scope="col" class="views-field views-field-field-location">Location</th><th scope="col" class="views-field views-field-field-phone">Phone</th></tr></thead><tbody>${each(
    DEPARTMENTS,
    ({ name, path, place, phone }) =>
      `<tr><td headers="view-title-table-column" class="views-field views-field-title"><a href="${path}" hreflang="en">${name}</a></td><td class="views-field views-field-field-location">${place}</td><td class="views-field views-field-field-phone">${phone}</td></tr>`,
  )}</tbody></table></div></div>`
}

function departmentPage({ name, line, place, phone, head }: Department): string {
  const chief = PEOPLE.find((person) => person.name === head)!
  return `<article class="node node--type-department node--view-mode-full"><div class="node__content"><div class="clearfix text-formatted field field--name-body"><p>${line}</p></div>${field('Location', 'location', place)}${field('Phone', 'phone', phone)}${field('Head', 'head', `<a href="${chief.path}" hreflang="en">${esc(head)}</a>`)}</div></article>
<div class="views-element-container block block-views"><h2>Staff</h2><div class="view view-people view-display-id-block_2"><div class="view-content"><div class="item-list"><ul>${each(
    staffOf(name),
    ({ name: who, path, role }) =>
      `<li><span class="views-field views-field-title"><span class="field-content"><a href="${path}" hreflang="en">${esc(who)}</a></span></span>, <span class="views-field views-field-field-job-title"><span class="field-content">${role}</span></span></li>`,
  )}</ul></div></div></div></div>`
}

function field(label: string, name: string, value: string | null): string {
  return value === null
    ? ''
    : `<div class="field field--name-field-${name} field--type-string field--label-inline clearfix"><div class="field__label">${label}</div><div class="field__item">${value}</div></div>`
}

function profile(person: Person): string {
  const department = DEPARTMENTS.find(({ name }) => name === person.department)!
  const colleagues = staffOf(person.department)
    .filter((other) => other !== person)
    .slice(0, 3)
  const accepts = { yes: 'Yes', no: 'No' }[person.accepts ?? ''] ?? null
  return `<article class="node node--type-person node--view-mode-full"><div class="node__content"><div class="field field--name-field-portrait field--type-image field--label-hidden field__item"><img loading="lazy" src="/sites/default/files${person.path}.jpg" alt="Portrait of ${esc(person.bare)}" /></div>
${field('Job title', 'job-title', person.role)}${field('Department', 'department', `<a href="${department.path}" hreflang="en">${department.name}</a>`)}${field('Email', 'email', `<a href="mailto:${person.email}">${person.email}</a>`)}${field('Phone', 'phone', person.phone)}${field('Office', 'office', person.office)}${field('Languages', 'languages', person.languages)}${field('Accepting new patients', 'accepting', accepts)}
<div class="clearfix text-formatted field field--name-body"><p>${esc(person.bare)} joined Larkmoor Clinic in ${person.since}.</p></div></div></article>
<div class="views-element-container block block-views"><h2>Colleagues in ${department.name}</h2><div class="view view-people view-display-id-block_3"><div class="view-content">${each(colleagues, teaser)}</div></div></div>`
}

function newsList(): string {
  return `<div class="view view-news view-display-id-page_1"><div class="view-content">${each(
    NEWS,
    ({ path, title, date }) =>
      `<div class="views-row"><article class="node node--type-article node--view-mode-teaser"><h2 class="node__title"><a href="${path}" rel="bookmark">${title}</a></h2><div class="node__meta">${date}</div></article></div>`,
  )}</div></div>`
}

function article({ date, text }: (typeof NEWS)[number]): string {
  return `<article class="node node--type-article node--view-mode-full"><footer class="node__meta"><div class="node__submitted">Submitted on ${date}</div></footer><div class="node__content"><p>${text}</p></div></article>`
}

function body(markup: string): string {
  return `<article class="node node--type-page node--view-mode-full"><div class="node__content"><div class="clearfix text-formatted field field--name-body field--type-text-with-summary">${markup}</div></div></article>`
}

function visitors(): string {
  return body(
    '<h2>Visiting hours</h2><p>Every day from 1 pm to 7 pm. Paediatrics: parents at any time.</p><h2>Parking</h2><p>The garage on Harebell Avenue costs $3 an hour and $12 a day at most.</p><h2>Cafeteria</h2><p>Building D, ground floor, open from 7 am.</p>',
  )
}

function contact(): string {
  return body(
    '<p>Switchboard: (555) 014-1000<br />Fax: (555) 014-1001<br />E-mail: <a href="mailto:hello@larkmoor-clinic.example">hello@larkmoor-clinic.example</a></p><p>800 Harebell Avenue, Larkmoor</p><p>Questions about a bill are answered by <a href="/people/dashiell-norcott">Dashiell Norcott</a>.</p>',
  )
}

function careers(): string {
  return body(
    '<p>We are looking for a night nurse in Cardiology and a receptionist. Write to <a href="/people/clementine-sayre">Clementine Sayre</a> until August 15, 2026.</p>',
  )
}

function about(): string {
  return body(
    '<p>The clinic was founded in 1958 by the Larkmoor Miners’ Fund. Today it has 164 beds and treats about 21,000 patients a year.</p>',
  )
}
