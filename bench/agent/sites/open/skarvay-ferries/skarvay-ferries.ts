import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { FLEET, NOTICE_PAGES, noticePage, NOTICES, PORTS, ROUTES, TIMES } from './sailings.ts'
import type { Route, Vessel } from './sailings.ts'
import { tasks } from './tasks.ts'

/** A ferry company with pages laid out in tables: timetables and fares by route, ships, ports and notices. */
export const skarvayFerries = createSite({
  name: 'skarvay-ferries',
  language: 'en',
  pages: {
    '/': page('Home', home()),
    '/routes.aspx': page('Our routes', routes()),
    ...Object.fromEntries(ROUTES.map((route) => [route.path, page(route.name, routePage(route))])),
    '/timetables.aspx': page(
      'Timetables',
      `<h2>Timetables, summer 2026</h2><ul>${each(ROUTES, ({ code, name, timetable }) => `<li><a href="${timetable}">Route ${code}: ${name}</a></li>`)}</ul>`,
    ),
    ...Object.fromEntries(ROUTES.map((route) => [route.timetable, page('Timetable', timetable(route))])),
    '/fares.aspx': page('Fares', fares()),
    '/fares/concessions.aspx': page('Concessions', concessions()),
    '/fleet.aspx': page('Our fleet', fleet()),
    ...Object.fromEntries(FLEET.map((vessel) => [vessel.path, page(vessel.name, vesselPage(vessel))])),
    '/ports.aspx': page(
      'Ports',
      `<h2>Ports</h2><ul>${each(PORTS, ({ name, path }) => `<li><a href="${path}">${name}</a></li>`)}</ul>`,
    ),
    ...Object.fromEntries(PORTS.map((port) => [port.path, page(port.name, portPage(port))])),
    ...Object.fromEntries(
      NOTICE_PAGES.map((_, at) => [noticePage(at), page('Service notices', notices(at))]),
    ),
    ...Object.fromEntries(
      NOTICES.map((notice) => [notice.path, page(`Notice ${notice.number}`, noticeText(notice))]),
    ),
    '/company.aspx': page('The company', company()),
    '/contact.aspx': page('Contact', contact()),
    '/pets.aspx': page(
      'Pets on board',
      '<h2>Pets on board</h2><p>Dogs on a lead travel free. A kennel costs £5.00 on MV Great Skua and MV Fulmar. Snakes must be boxed.</p>',
    ),
  },
  redirects: { '/prices.aspx': '/fares.aspx', '/tt/a': '/timetables/route-a.aspx' },
  deadLinks: ['/winter-timetable-2025.aspx'],
  notFound: page('Not found', '<h2>404</h2><p>This page has sailed.</p>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>Skarvay Ferries: ${esc(title)}</title></head><body bgcolor="#ffffff"><form id="aspnetForm"><input type="hidden" name="__VIEWSTATE" value="dDwtMTI3">
<table width="960" align="center" cellpadding="0" cellspacing="0"><tr><td colspan="2" class="top"><a href="/"><b>SKARVAY FERRIES</b></a> <i>Lifeline services since 1926</i></td></tr>
<tr><td colspan="2" class="menu"><a href="/routes.aspx">Routes</a> | <a href="/timetables.aspx">Timetables</a> | <a href="/fares.aspx">Fares</a> | <a href="/fleet.aspx">Fleet</a> | <a href="/ports.aspx">Ports</a> | <a href="/notices.aspx">Notices</a> | <a href="/contact.aspx">Contact</a></td></tr>
<tr valign="top"><td width="700" class="main">${main}</td><td width="260" class="side"><h4>Latest notice</h4><p><a href="${NOTICES[0]!.path}">${NOTICES[0]!.title}</a></p><h4>Weather</h4><p>Wind SW 4, sea slight. Port Morven 13&deg;</p><h4>Explore</h4><p><a href="${ELSEWHERE}/visit-linn">Visit the Isle of Linn</a></p></td></tr>
<tr><td colspan="2" class="foot"><small><a href="/company.aspx">The company</a> | <a href="/pets.aspx">Pets</a> | <a href="/winter-timetable-2025.aspx">Winter timetable 2025</a> | Skarvay Ferries Ltd, Gallows Quay, Dunbrae</small></td></tr></table></form></body></html>`
}

function home(): string {
  return `<h2>Welcome aboard</h2><p>Six routes, six ships, five hundred islands to look at. Adults from &pound;2.60.</p><p><a href="/timetables.aspx">When do we sail?</a></p><p>New: <a href="/fleet/fulmar.aspx">MV Fulmar</a>, our largest ship.</p>`
}

function routes(): string {
  return `<h2>Our routes</h2><table border="1" class="grid"><tr><th>Route</th><th>Between</th><th>Ship</th></tr>${each(ROUTES, ({ code, name, path, vessel }) => `<tr><td>${code}</td><td><a href="${path}">${name}</a></td><td>${vessel}</td></tr>`)}</table>`
}

function routePage(route: Route): string {
  const ship = FLEET.find(({ name }) => name === route.vessel)!
  return `<h2>${route.name}</h2><p>Route ${route.code}</p><p><b>Crossing time:</b> ${spoken(route.minutes)}<br><b>Distance:</b> ${route.km} km<br><b>Ship:</b> <a href="${ship.path}">${ship.name}</a><br><b>Vehicles:</b> ${route.car === null ? 'foot passengers and bicycles only' : 'cars, vans and lorries'}<br><b>Booking:</b> ${route.booking}</p>
<p><a href="${route.timetable}">Timetable</a> &middot; <a href="/fares.aspx">Fares</a></p>`
}

function spoken(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} minutes` : `${hours} h ${minutes % 60} min (${minutes} minutes)`
}

function timetable({ code, name, from, to, minutes, path }: Route): string {
  const { weekdays, sundays } = TIMES[code]!
  return `<h2>Route ${code}: ${name}</h2><p>Valid 28 March to 24 October 2026</p><h3>Monday to Saturday</h3>${departures(weekdays, from, to, minutes)}
<h3>Sunday</h3>${sundays.length === 0 ? '<p>No sailings on Sundays.</p>' : departures(sundays, from, to, minutes)}<p><a href="${path}">About this route</a></p>`
}

function departures(times: readonly string[], from: string, to: string, minutes: number): string {
  return `<table border="1" class="grid"><tr><th>Departs ${from}</th><th>Arrives ${to}</th></tr>${each(times, (time) => `<tr><td>${time}</td><td>${later(time, minutes)}</td></tr>`)}</table>`
}

function later(time: string, minutes: number): string {
  const [hour, minute] = time.split(':').map(Number)
  const total = hour! * 60 + minute! + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

function fares(): string {
  return `<h2>Fares</h2><p>Single journey. Children are 5 to 15 years old; under 5s travel free.</p><table border="1" class="grid"><tr><th rowspan="2">Route</th><th colspan="2">Passengers</th><th rowspan="2">Car up to 6 m</th></tr><tr><th>Adult</th><th>Child</th></tr>${each(
    ROUTES,
    ({ name, adult, child, car }) =>
      `<tr><td>${name}</td><td>&pound;${adult.toFixed(2)}</td><td>&pound;${child.toFixed(2)}</td><td>${car === null ? '&ndash;' : `&pound;${car.toFixed(2)}`}</td></tr>`,
  )}</table><p>Bicycles free. See also <a href="/fares/concessions.aspx">concessions</a>.</p>`
}

function concessions(): string {
  return `<h2>Concessions</h2><p>Islanders pay half. A book of ten tickets between Port Morven and Skarvay costs &pound;67.20.</p><p>Students get 25% off on Mondays.</p>`
}

function fleet(): string {
  return `<h2>Our fleet</h2><table class="grid"><tr>${each(FLEET.slice(0, 3), shipCell)}</tr><tr>${each(FLEET.slice(3), shipCell)}</tr></table>`
}

function shipCell({ name, path, built }: Vessel): string {
  return `<td align="center"><a href="${path}"><img src="/ship.jpg" alt="${name}" width="200"></a><br><a href="${path}">${name}</a><br><small>built ${built}</small></td>`
}

function vesselPage(vessel: Vessel): string {
  return `<h2>${vessel.name}</h2><table border="0" class="spec"><tr><td>Built</td><td>${vessel.built}</td></tr><tr><td>Shipyard</td><td>${vessel.yard}</td></tr><tr><td>Length</td><td>${vessel.length.toFixed(1)} m</td></tr><tr><td>Passengers</td><td>${vessel.passengers}</td></tr>${vessel.cars === null ? '' : `<tr><td>Cars</td><td>${vessel.cars}</td></tr>`}<tr><td>Service speed</td><td>${vessel.speed} knots</td></tr>${vessel.call === null ? '' : `<tr><td>Call sign</td><td>${vessel.call}</td></tr>`}</table>
${vessel.call === null ? '<p>Relief vessel.</p>' : ''}<p><a href="/fleet.aspx">Back to the fleet</a></p>`
}

function portPage({ name, office, phone, desk, parking }: (typeof PORTS)[number]): string {
  return `<h2>${name}</h2><table border="0" class="spec"><tr><td>Ticket office</td><td>${office}</td></tr>${phone === null ? '' : `<tr><td>Telephone</td><td>${phone}</td></tr>`}<tr><td>Desk open</td><td>${desk}</td></tr><tr><td>Parking</td><td>${parking}</td></tr></table><p>Routes from here: ${each(
    ROUTES.filter(({ from, to }) => from === name || to === name),
    (route) => `<a href="${route.path}">${route.name}</a>`,
  )}</p>`
}

function notices(at: number): string {
  return `<h2>Service notices</h2>${each(NOTICE_PAGES[at]!, ({ number, date, route, title, path }) => `<p>${date} <b>[Route ${route}]</b> <a href="${path}">${title}</a> <small>No. ${number}</small></p>`)}
<p>${at > 0 ? `<a href="${noticePage(at - 1)}">&lt;&lt; newer</a> ` : ''}${at + 1 < NOTICE_PAGES.length ? `<a href="${noticePage(at + 1)}">older &gt;&gt;</a>` : ''}</p>`
}

function noticeText({ number, date, route, title, text }: (typeof NOTICES)[number]): string {
  return `<h2>${title}</h2><p><small>No. ${number}, ${date}, route ${route}</small></p><p>${text}</p><p><a href="/notices.aspx">All notices</a></p>`
}

function company(): string {
  return `<h2>The company</h2><p>Captain Alasdair Munro bought his first boat in 1926. The company has belonged to its 214 employees since 1988. Managing director: Shona Kerrigan. Company number SC 104 229.</p>`
}

function contact(): string {
  return `<h2>Contact</h2><p>Reservations: 01855 550 100 (07:00 to 19:00)<br>Lost property: 01855 550 109<br>E-mail: <a href="mailto:ahoy@skarvayferries.example">ahoy@skarvayferries.example</a></p>`
}
