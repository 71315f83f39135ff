import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { tasks } from './tasks.ts'
import { CLINICS, DOCTORS, NEWS, PARKING, RANGES } from './wards.ts'
import type { Doctor } from './wards.ts'

/** A hospital: doctors under ranges of letters, what is known of them in definition lists, clinics with telephones. */
export const stBrannock = createSite({
  name: 'st-brannock',
  language: 'en',
  pages: {
    '/': page(
      'Welcome',
      `<h1>Caring for the coast since 1888</h1><p>In an emergency call 999. For advice call 111.</p>
<ul class="tiles"><li><a href="/find-a-doctor">Find a doctor</a></li><li><a href="/clinics">Our clinics</a></li><li><a href="/visiting">Visiting someone</a></li><li><a href="/visiting/parking">Parking</a></li></ul>
<h2>Latest</h2>${each(NEWS.slice(0, 2), newsItem)}`,
    ),
    '/find-a-doctor': page(
      'Find a doctor',
      `${crumbs(['Find a doctor'])}<h1>Find a doctor</h1><p>Choose the first letter of the family name.</p>${letters()}<p>You do not know the name? Start from <a href="/clinics">our clinics</a>.</p>`,
    ),
    ...Object.fromEntries(RANGES.map((range) => [`/find-a-doctor/${range[0]}`, rangePage(range)])),
    ...Object.fromEntries(DOCTORS.map((doctor) => [doctor.path, doctorPage(doctor)])),
    '/clinics': page(
      'Our clinics',
      `${crumbs(['Clinics'])}<h1>Our clinics</h1><ul class="a-to-z">${each(CLINICS, ({ name, path, where }) => `<li><a href="${path}">${esc(name)}</a> <span class="hint">${where}</span></li>`)}</ul>`,
    ),
    ...Object.fromEntries(CLINICS.map((clinic) => [clinic.path, clinicPage(clinic)])),
    '/visiting': page('Visiting', visiting()),
    '/visiting/parking': page('Parking', parking()),
    '/visiting/wards': page('Ward telephone numbers', wards()),
    '/about': page('About the hospital', about()),
    '/about/board': page('The board', board()),
    '/news': page('News', `${crumbs(['News'])}<h1>News</h1>${each(NEWS, newsItem)}`),
    ...Object.fromEntries(
      NEWS.map(({ path, title, date, text }) => [
        path,
        page(
          title,
          `${crumbs(['News', '/news'], [title])}<article><h1>${title}</h1><p class="meta">${date}</p><p>${esc(text)}</p></article>`,
        ),
      ]),
    ),
    '/contact': page('Contact us', contact()),
    '/accessibility': page(
      'Accessibility',
      '<h1>Accessibility statement</h1><p>This website was last tested on 3 March 2026. Telephone us if you need a page in large print.</p>',
    ),
  },
  redirects: {
    '/consultants': '/find-a-doctor',
    '/clinics/cardiology': '/clinics/heart-clinic',
    '/c/skin': '/clinics/skin-clinic',
  },
  deadLinks: ['/visiting/shop-and-cafe'],
  files: { '/robots.txt': 'User-agent: *\nAllow: /\n' },
  notFound: page('Page not found', '<h1>Sorry, this page is not here</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en-GB" class="no-js"><head><meta charset="utf-8"><title>${esc(title)} - St Brannock's Hospital</title><meta name="description" content="St Brannock's is the general hospital for the north coast."></head>
<body><a class="skip" href="#main">Skip to main content</a>
<div role="region" aria-label="Announcement" class="alert"><p>Masks are optional on all wards. <a href="/visiting">Visiting rules</a></p></div>
<header role="banner"><a class="logo" href="/">St Brannock's Hospital</a><form role="search" action="/search"><label for="q">Search</label><input id="q" name="q" type="search"></form>
<nav aria-label="Main"><ul><li><a href="/find-a-doctor">Find a doctor</a></li><li><a href="/clinics">Clinics</a></li><li><a href="/visiting">Visiting</a></li><li><a href="/news">News</a></li><li><a href="/about">About</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main id="main">${main}</main>
<aside class="feedback"><h2>Was this page useful?</h2><button>Yes</button><button>No</button></aside>
<footer role="contentinfo"><ul><li><a href="/accessibility">Accessibility</a></li><li><a href="/about/board">The board</a></li><li><a href="${ELSEWHERE}/league-of-friends">League of Friends</a></li></ul><p>Switchboard <a href="tel:+441632960100">01632 960 100</a></p><p>St Brannock's Hospital NHS Foundation, Beacon Road, Saltern EX39 9ZZ</p></footer></body></html>`
}

function crumbs(...trail: [string, string?][]): string {
  return `<ol class="crumbs"><li><a href="/">Home</a></li>${each(trail, ([name, path]) => `<li>${path === undefined ? esc(name) : `<a href="${path}">${esc(name)}</a>`}</li>`)}</ol>`
}

function letters(): string {
  return `<nav aria-label="Letters"><ul class="letters">${each(RANGES, ([path, from, to]) => `<li><a href="/find-a-doctor/${path}">${from} to ${to}</a></li>`)}</ul></nav>`
}

function rangePage([path, from, to]: (typeof RANGES)[number]): string {
  const some = DOCTORS.filter(({ family }) => family[0]! >= from && family[0]! <= to)
  return page(
    `Doctors ${from} to ${to}`,
    `${crumbs(['Find a doctor', '/find-a-doctor'], [`${from} to ${to}`])}<h1>Doctors: ${from} to ${to}</h1>${letters()}
<ul class="people" id="list-${path}">${each(some, ({ sorted, path, post }) => `<li><a href="${path}">${sorted}</a><br>${post}</li>`)}</ul>`,
  )
}

function doctorPage(doctor: Doctor): string {
  const clinic = CLINICS.find(({ name }) => name === doctor.clinic)!
  const colleagues = DOCTORS.filter((other) => other.clinic === doctor.clinic && other !== doctor)
  return page(
    doctor.name,
    `${crumbs(['Find a doctor', '/find-a-doctor'], [doctor.name])}<h1>${doctor.name}</h1><p class="lede">${doctor.post}</p>
<dl class="facts"><dt>Clinic</dt><dd><a href="${clinic.path}">${esc(clinic.name)}</a></dd><dt>Room</dt><dd>${doctor.room}</dd>
${doctor.phone === null ? '' : `<dt>Secretary</dt><dd><a href="tel:${doctor.phone.replaceAll(' ', '')}">${doctor.phone}</a></dd>`}
<dt>Languages spoken</dt>${each(doctor.languages, (language) => `<dd>${language}</dd>`)}
<dt>New patients</dt><dd>${doctor.isOpen ? 'Accepting new patients' : 'Not accepting new patients at present'}</dd><dt>GMC number</dt><dd>${doctor.gmc}</dd><dt>At St Brannock's since</dt><dd>${doctor.since}</dd></dl>
${colleagues.length === 0 ? '' : `<h2>Colleagues in the same clinic</h2><ul>${each(colleagues, ({ name, path, post }) => `<li><a href="${path}">${name}</a>, ${post}</li>`)}</ul>`}`,
  )
}

function clinicPage(clinic: (typeof CLINICS)[number]): string {
  const team = DOCTORS.filter((doctor) => doctor.clinic === clinic.name)
  return page(
    clinic.name,
    `${crumbs(['Clinics', '/clinics'], [clinic.name])}<h1>${esc(clinic.name)}</h1>
<dl class="facts"><div><dt>Where we are</dt><dd>${clinic.where}</dd></div><div><dt>Telephone</dt><dd><a href="tel:${clinic.phone.replaceAll(' ', '')}">${clinic.phone}</a></dd></div><div><dt>Open</dt><dd>${clinic.hours}</dd></div>
<div><dt>Referral</dt><dd>${clinic.referral}</dd></div>${clinic.wait === null ? '' : `<div><dt>Current waiting time</dt><dd>${clinic.wait}</dd></div>`}<div><dt>Lead doctor</dt><dd>${clinic.lead}</dd></div></dl>
<h2>The team</h2><ul class="people">${each(team, ({ name, path, post }) => `<li><a href="${path}">${name}</a><br>${post}</li>`)}</ul>
<h2>What to bring</h2><p>Your appointment letter, a list of your medicines and, if you have one, your NHS number.</p>`,
  )
}

function newsItem({ path, title, date }: (typeof NEWS)[number]): string {
  return `<div class="news-item"><h3><a href="${path}">${title}</a></h3><p class="meta">${date}</p></div>`
}

function visiting(): string {
  return `${crumbs(['Visiting'])}<h1>Visiting</h1><p>Visiting hours on all wards are 2pm to 8pm every day. On the maternity ward, partners may stay at any time.</p><p>No more than three visitors at a bed.</p>
<ul><li><a href="/visiting/parking">Parking</a></li><li><a href="/visiting/wards">Ward telephone numbers</a></li><li><a href="/visiting/shop-and-cafe">Shop and café</a></li></ul>`
}

function parking(): string {
  return `${crumbs(['Visiting', '/visiting'], ['Parking'])}<h1>Parking</h1><p>There are 410 spaces in car parks B and D.</p><table><caption>Charges from 1 April 2026</caption><thead><tr><th>Stay</th><th>Charge</th></tr></thead><tbody>${each(PARKING, ([stay, charge]) => `<tr><td>${stay}</td><td>${charge}</td></tr>`)}</tbody></table><p>Blue Badge holders park free of charge.</p>`
}

function wards(): string {
  return `${crumbs(['Visiting', '/visiting'], ['Ward telephone numbers'])}<h1>Ward telephone numbers</h1><dl><dt>Appledore Ward (surgery)</dt><dd><a href="tel:01632960201">01632 960 201</a></dd><dt>Baggy Ward (medicine)</dt><dd><a href="tel:01632960202">01632 960 202</a></dd><dt>Croyde Ward (maternity)</dt><dd><a href="tel:01632960203">01632 960 203</a></dd></dl>`
}

function about(): string {
  return `${crumbs(['About'])}<h1>About the hospital</h1><p>St Brannock's opened in 1888 as a cottage hospital with 12 beds. Today it has 286 beds and looks after 140,000 people.</p><p>Meet <a href="/about/board">the board</a>.</p>`
}

function board(): string {
  return `${crumbs(['About', '/about'], ['The board'])}<h1>The board</h1><dl><dt>Chair</dt><dd>Sir Leopold Askew</dd><dt>Chief executive</dt><dd>Nerys Challacombe</dd><dt>Medical director</dt><dd>Dr Gwilym Penhallow</dd><dt>Chief nurse</dt><dd>Tendai Mukaro</dd><dt>Finance director</dt><dd>Post vacant</dd></dl>`
}

function contact(): string {
  return `${crumbs(['Contact'])}<h1>Contact us</h1><dl><dt>Switchboard</dt><dd><a href="tel:+441632960100">01632 960 100</a></dd><dt>Appointments</dt><dd><a href="tel:+441632960105">01632 960 105</a> (Monday to Friday, 8am to 6pm)</dd><dt>Complaints and praise</dt><dd><a href="mailto:pals@stbrannock.example">pals@stbrannock.example</a></dd></dl>`
}
