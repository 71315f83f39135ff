import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { OFFICES, PAGES, PEOPLE, PRACTICES } from './people.ts'
import type { Person } from './people.ts'
import { tasks } from './tasks.ts'

/** A law firm and its people, with the markup of a content system: views with a pager, fields with labels. */
export const quarrierVoss = createSite({
  name: 'quarrier-voss',
  language: 'en',
  pages: {
    '/': page('Scottish law, worldwide', home()),
    ...Object.fromEntries(PAGES.map(({ path }, at) => [path, page('Our people', directory(at))])),
    ...Object.fromEntries(PEOPLE.map((person) => [person.path, page(person.name, profile(person))])),
    '/practices': page('Practices', practices()),
    ...Object.fromEntries(
      PRACTICES.map((practice) => [practice.path, page(practice.name, practicePage(practice))]),
    ),
    '/offices': page('Offices', offices()),
    ...Object.fromEntries(OFFICES.map((office) => [office.path, page(office.name, officePage(office))])),
    '/about': page('About the firm', about()),
    '/careers': page('Careers', careers()),
    '/news/energy-lawyer-of-the-year': page('Fergus Eildon wins energy award', news()),
    '/privacy': page(
      'Privacy',
      titled(
        'Privacy',
        '<p>Our data protection officer can be reached at <a href="mailto:privacy@quarriervoss.example">privacy@quarriervoss.example</a>.</p>',
      ),
    ),
  },
  redirects: { '/people?page=0': '/people', '/lawyers': '/people', '/node/118': '/people/oona-netherby' },
  deadLinks: ['/people/anselm-grange'],
  notFound: page('Page not found', titled('Page not found', '<p>The requested page could not be found.</p>')),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="en" dir="ltr"><head><meta charset="utf-8" /><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><title>${esc(title)} | Quarrier Voss LLP</title></head>
<body class="path-node page-node-type-person"><a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a><div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div class="layout-container"><header role="banner"><div class="region region-header"><div id="block-branding" class="block block-system block-system-branding-block"><a href="/" rel="home" class="site-logo"><img src="/themes/custom/qv/logo.svg" alt="Home" /></a><div class="site-name">Quarrier Voss</div></div></div><div class="region region-primary-menu"><nav role="navigation" aria-labelledby="block-main-menu" class="block block-menu navigation menu--main"><h2 class="visually-hidden" id="block-main-menu">Main navigation</h2><ul class="menu"><li class="menu-item"><a href="/people" data-drupal-link-system-path="people">People</a></li><li class="menu-item menu-item--expanded"><a href="/practices">Practices</a><ul class="menu">${each(PRACTICES, ({ name, path }) => `<li class="menu-item"><a href="${path}">${name}</a></li>`)}</ul></li><li class="menu-item"><a href="/offices">Offices</a></li><li class="menu-item"><a href="/about">About</a></li><li class="menu-item"><a href="/careers">Careers</a></li></ul></nav></div></header>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div data-drupal-messages-fallback class="hidden"></div>${main}</div></div></main>
<footer role="contentinfo"><div class="region region-footer"><div class="block block-block-content"><p>Quarrier Voss LLP is a limited liability partnership registered in Scotland, SO309914.</p></div><nav class="menu--footer"><ul class="menu"><li class="menu-item"><a href="/privacy">Privacy</a></li><li class="menu-item"><a href="/news/energy-lawyer-of-the-year">News</a></li><li class="menu-item"><a href="${ELSEWHERE}/company/quarrier-voss">LinkedIn</a></li></ul></nav></div></footer></div></div>
<div id="sliding-popup" class="sliding-popup-bottom eu-cookie-withdraw-banner"><div class="eu-cookie-compliance-banner"><div class="eu-cookie-compliance-content"><h2>We use cookies on this site to enhance your user experience</h2><p>By clicking the Accept button, you agree to us doing so.</p><button type="button" class="agree-button">Accept</button><button type="button" class="decline-button">No, thanks</button></div></div></div></body></html>`
}

function titled(title: string, body: string): string {
  return `<div class="block block-core block-page-title-block"><h1 class="page-title">${esc(title)}</h1></div><div class="block block-system block-system-main-block">${body}</div>`
}

function home(): string {
  return titled(
    'Scottish law, worldwide',
    `<p>Twenty-one lawyers in three cities.</p><div class="views-element-container block block-views"><h2 class="block-title">Meet the team</h2>${view('people', 'block_featured', [PEOPLE[7]!, PEOPLE[12]!, PEOPLE[15]!])}</div>`,
  )
}

function view(name: string, display: string, people: readonly Person[]): string {
  return `<div class="view view-${name} view-id-${name} view-display-id-${display}"><div class="view-content">${each(people, (person) => `<div class="views-row">${teaser(person)}</div>`)}</div></div>`
}

function teaser({ name, path, position, office, practice }: Person): string {
  return `<article class="node node--type-person node--view-mode-teaser"><h3 class="node__title"><a href="${path}" rel="bookmark"><span class="field field--name-title field--type-string field--label-hidden">${name}</span></a></h3><div class="node__content"><div class="field field--name-field-photo field--type-image field--label-hidden field__item"><img loading="lazy" src="/sites/default/files/styles/thumbnail${path}.jpg" width="100" height="100" alt="" /></div><div class="field field--name-field-position field--type-string field--label-hidden field__item">${position}</div><div class="field field--name-field-practice field--type-entity-reference field--label-hidden field__item"><a href="${practice.path}" hreflang="en">${practice.name}</a></div><div class="field field--name-field-office field--type-entity-reference field--label-hidden field__item"><a href="${office.path}" hreflang="en">${office.name}</a></div></div></article>`
}

function directory(at: number): string {
  return titled(
    'Our people',
    `<div class="views-exposed-form block"><form action="/people" method="get" id="views-exposed-form-people-page-1"><div class="js-form-item form-item"><label for="edit-name">Name</label><input type="text" id="edit-name" name="name" /></div><div class="js-form-item form-item"><label for="edit-office">Office</label><select id="edit-office" name="office"><option value="All">- Any -</option>${each(OFFICES, ({ name }, index) => `<option value="${index + 1}">${name}</option>`)}</select></div><input type="submit" value="Apply" class="button form-submit" /></form></div><div class="views-element-container">${view('people', 'page_1', PAGES[at]!.people)}${pager(at)}</div>`,
  )
}

function pager(at: number): string {
  const step = (kind: string, to: number, label: string, sign: string) =>
    `<li class="pager__item pager__item--${kind}"><a href="?page=${to}" title="Go to ${kind} page" rel="${kind === 'previous' ? 'prev' : kind}"><span class="visually-hidden">${label}</span><span aria-hidden="true">${sign}</span></a></li>`
  return `<nav class="pager" role="navigation" aria-labelledby="pagination-heading"><h4 id="pagination-heading" class="visually-hidden">Pagination</h4><ul class="pager__items js-pager__items">${at > 0 ? step('previous', at - 1, 'Previous page', '‹‹') : ''}${each(PAGES, (_, to) => `<li class="pager__item${to === at ? ' is-active' : ''}"><a href="?page=${to}" title="${to === at ? 'Current page' : `Go to page ${to + 1}`}"><span class="visually-hidden">Page</span>${to + 1}</a></li>`)}${at < PAGES.length - 1 ? step('next', at + 1, 'Next page', '››') : ''}</ul></nav>`
}

function field(name: string, label: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  const markup =
    items.length === 1
      ? `<div class="field__item">${items[0]}</div>`
      : `<div class="field__items">${each(items, (item) => `<div class="field__item">${item}</div>`)}</div>`
  return `<div class="field field--name-field-${name} field--label-inline clearfix"><div class="field__label">${label}</div>${markup}</div>`
}

function profile(person: Person): string {
  const { name, position, practice, office, phone, email, languages, admitted, school } = person
  const colleagues = PEOPLE.filter((one) => one.practice === practice && one !== person).slice(0, 3)
  const lines = [
    field('email', 'Email', [`<a href="mailto:${email}">${email}</a>`]),
    field('phone', 'Direct line', phone ? [`<a href="tel:${phone.replaceAll(' ', '')}">${phone}</a>`] : []),
    field('office', 'Office', [`<a href="${office.path}" hreflang="en">${office.name}</a>`]),
    field('practice', 'Practice', [`<a href="${practice.path}" hreflang="en">${practice.name}</a>`]),
    field('languages', 'Languages', languages),
    field('admitted', 'Admitted', admitted ? [admitted] : []),
    field('education', 'Education', [esc(school)]),
  ]
  const [first] = name.split(' ')
  return `<nav class="breadcrumb" role="navigation" aria-labelledby="system-breadcrumb"><h2 id="system-breadcrumb" class="visually-hidden">Breadcrumb</h2><ol><li><a href="/">Home</a></li><li><a href="/people">People</a></li><li>${name}</li></ol></nav>
<article class="node node--type-person node--view-mode-full"><div class="group-header"><h1 class="page-title"><span class="field field--name-title field--type-string field--label-hidden">${name}</span></h1><div class="field field--name-field-position field--type-string field--label-hidden field__item">${position}</div></div><div class="node__content"><div class="group-contact">${lines.join('\n')}</div><div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item"><p>${first} works in our ${practice.name} team and advises clients on both sides of the border. ${practice.line}</p></div></div></article>
${colleagues.length > 0 ? `<div class="views-element-container block block-views"><h2 class="block-title">Colleagues in ${practice.name}</h2>${view('people', 'block_colleagues', colleagues)}</div>` : ''}`
}

function practices(): string {
  return titled(
    'Practices',
    `<div class="view view-practices view-id-practices"><div class="view-content"><div class="item-list"><ul>${each(PRACTICES, ({ name, path, line }) => `<li><div class="views-field views-field-name"><span class="field-content"><a href="${path}">${name}</a></span></div><div class="views-field views-field-description__value"><div class="field-content"><p>${line}</p></div></div></li>`)}</ul></div></div></div>`,
  )
}

function practicePage(practice: (typeof PRACTICES)[number]): string {
  return titled(
    practice.name,
    `<div class="taxonomy-term vocabulary-practice"><p>${practice.line}</p></div><h2>Team</h2>${view(
      'taxonomy_people',
      'page_1',
      PEOPLE.filter((person) => person.practice === practice),
    )}`,
  )
}

function offices(): string {
  return titled(
    'Offices',
    `<div class="view view-offices"><div class="view-content">${each(OFFICES, ({ name, path, city }) => `<div class="views-row"><h3><a href="${path}">${name}</a></h3><p>${city}</p></div>`)}</div></div>`,
  )
}

function officePage({ name, street, city, phone, manager }: (typeof OFFICES)[number]): string {
  const head = PEOPLE.find((person) => person.name === manager)!
  return titled(
    name,
    `<article class="node node--type-office">${field('address', 'Address', [`<p class="address" translate="no"><span class="address-line1">${street}</span><br><span class="locality">${city}</span></p>`])}${field('phone', 'Switchboard', [phone])}${field('head', 'Head of office', [`<a href="${head.path}">${head.name}</a>`])}<p>Open Monday to Friday, 9:00 to 17:30.</p></article>`,
  )
}

function about(): string {
  return titled(
    'About the firm',
    '<p>Archibald Quarrier and Henrietta Voss opened their first chambers in Edinburgh in 1887. The firm has been a limited liability partnership since 2006 and is owned by its partners.</p><p>We are members of the Borealis Law Network, with 48 firms in 31 countries. Complaints are handled by <a href="/people/stellan-orrock">Stellan Orrock</a>.</p>',
  )
}

function careers(): string {
  return titled(
    'Careers',
    '<p>We take on four trainees a year. Applications for 2027 close on 30 October 2026 and go to <a href="mailto:traineeships@quarriervoss.example">traineeships@quarriervoss.example</a>. First-year trainees earn £31,500.</p>',
  )
}

function news(): string {
  return titled(
    'Fergus Eildon wins energy award',
    '<article class="node node--type-article"><p class="submitted">12 May 2026</p><p>Our partner <a href="/people/fergus-eildon">Fergus Eildon</a> was named Energy Lawyer of the Year in Bergen. The prize was handed over by last year’s winner, our former colleague <a href="/people/anselm-grange">Anselm Grange</a>.</p></article>',
  )
}
