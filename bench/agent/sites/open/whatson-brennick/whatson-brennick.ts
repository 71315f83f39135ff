import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import {
  CATEGORIES,
  categoryPath,
  clock,
  dayOf,
  EVENTS,
  LIST_PAGES,
  listPath,
  monthName,
  monthPath,
  MONTHS,
  ORGANISERS,
  VENUES,
} from './programme.ts'
import type { Happening } from './programme.ts'
import { tasks } from './tasks.ts'
import { BOX_OFFICE, ABOUT, JOBS, PRIVACY } from './texts.ts'

const ORIGIN = originOf('whatson-brennick')

/** The calendar of a city on a blog system with an events plugin: by list, month and category, with venues and organisers. */
export const whatsonBrennick = createSite({
  name: 'whatson-brennick',
  language: 'en',
  pages: {
    '/': page('What’s On Brennick', home(), 'home page-template-default'),
    ...Object.fromEntries(LIST_PAGES.map((_, at) => [listPath(at), page('Events', listPage(at))])),
    ...Object.fromEntries(
      MONTHS.map((month) => [monthPath(month), page(`Events for ${monthName(month)}`, monthPage(month))]),
    ),
    ...Object.fromEntries(
      CATEGORIES.map((category) => [categoryPath(category), page(category, categoryPage(category))]),
    ),
    ...Object.fromEntries(EVENTS.map((event) => [event.path, page(event.title, eventPage(event), 'single')])),
    '/venues/': page('Venues', venues()),
    ...Object.fromEntries(VENUES.map((venue) => [venue.path, page(venue.name, venuePage(venue))])),
    ...Object.fromEntries(ORGANISERS.map((one) => [one.path, page(one.name, organiserPage(one))])),
    '/box-office/': page('Box office', article('Box office', BOX_OFFICE)),
    '/about/': page('About us', article('About us', ABOUT)),
    '/work-with-us/': page('Work with us', article('Work with us', JOBS)),
    '/privacy-policy/': page('Privacy Policy', article('Privacy Policy', PRIVACY)),
  },
  redirects: { '/calendar/': '/events/', '/tickets/': '/box-office/' },
  files: {
    '/robots.txt': `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${ORIGIN}/wp-sitemap.xml\n`,
  },
  deadLinks: ['/events/2025-brochure.pdf'],
  notFound: page(
    'Page not found',
    article('Oops! That page can’t be found.', '<p>Nothing was found here.</p>'),
  ),
  tasks,
})

function page(title: string, main: string, kind = 'archive post-type-archive-tribe_events'): string {
  return `<!DOCTYPE html>
<html lang="en-GB"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${esc(title)} – What’s On Brennick</title><meta name="generator" content="WordPress 6.8.2"><link rel="https://api.w.org/" href="${ORIGIN}/wp-json/"><style id="global-styles-inline-css">:root{--wp--preset--color--black:#000}</style></head>
<body class="${kind} wp-embed-responsive tribe-no-js"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<div id="page" class="site"><header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="${ORIGIN}/" rel="home">What’s On Brennick</a></p><p class="site-description">Everything happening in the city</p></div>
<nav id="site-navigation" class="main-navigation"><button class="menu-toggle" aria-expanded="false">Menu</button><ul id="primary-menu" class="menu"><li class="menu-item menu-item-has-children"><a href="${ORIGIN}/events/">Events</a><ul class="sub-menu">${each(CATEGORIES, (category) => `<li class="menu-item"><a href="${ORIGIN}${categoryPath(category)}">${category}</a></li>`)}</ul></li><li class="menu-item"><a href="${ORIGIN}/venues/">Venues</a></li><li class="menu-item"><a href="${ORIGIN}/tickets/">Box office</a></li><li class="menu-item"><a href="${ORIGIN}/about/">About</a></li></ul></nav></header>
<div id="content" class="site-content"><main id="primary" class="site-main">${main}</main>
<aside id="secondary" class="widget-area"><section class="widget widget_search"><form role="search" class="search-form"><label><span class="screen-reader-text">Search for:</span><input type="search" class="search-field" placeholder="Search …" name="s"></label></form></section><section class="widget tribe-events-widget tribe-events-widget-events-list"><h2 class="widget-title">Don’t miss</h2>${each([EVENTS[6]!, EVENTS[11]!], (event) => `<div class="tribe-events-widget-events-list__event"><h3 class="tribe-events-widget-events-list__event-title"><a href="${ORIGIN}${event.path}">${esc(event.title)}</a></h3><span>${dayOf(event.date)}</span></div>`)}</section></aside></div>
<footer id="colophon" class="site-footer"><nav><a href="${ORIGIN}/work-with-us/">Work with us</a> <a href="${ORIGIN}/privacy-policy/">Privacy Policy</a> <a href="${ORIGIN}/events/2025-brochure.pdf">2025 brochure (PDF)</a> <a href="${ELSEWHERE}/brennick-hotels">Hotels in Brennick</a> <a href="${ELSEWHERE}/facebook">Facebook</a></nav><div class="site-info">© 2026 What’s On Brennick. Proudly powered by WordPress</div></footer></div>
<div id="cookie-law-info-bar" data-nosnippet="true" class="cli-bar-container"><span>This website uses cookies to improve your experience. <a role="button" id="cookie_action_close_header" class="cli_action_button">Accept</a> <a href="${ORIGIN}/privacy-policy/" class="cli-plugin-main-link">Read more</a></span></div></body></html>`
}

function article(title: string, text: string): string {
  return `<article class="page type-page status-publish hentry"><header class="entry-header"><h1 class="entry-title">${title}</h1></header><div class="entry-content">${text}</div></article>`
}

function home(): string {
  return `<div class="wp-block-cover alignfull"><div class="wp-block-cover__inner-container"><h1 class="wp-block-heading has-text-align-center">Autumn in Brennick</h1><p class="has-text-align-center">Parades, plays and pumpkins from September to November.</p><div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${ORIGIN}/events/">See all events</a></div></div></div></div>
<h2 class="wp-block-heading">Editor’s picks</h2><div class="wp-block-columns">${each(
    [EVENTS[1]!, EVENTS[7]!, EVENTS[9]!],
    (event) =>
      `<div class="wp-block-column"><figure class="wp-block-image"><img src="/wp-content/uploads/2026/07/pick.jpg" alt=""></figure><h3 class="wp-block-heading"><a href="${ORIGIN}${event.path}">${esc(event.title)}</a></h3><p>${esc(event.text.split('. ')[0]!)}</p></div>`,
  )}</div>`
}

function views(current: string): string {
  return `<header class="tribe-events-header"><h1 class="screen-reader-text tribe-events-header__title-text">Events</h1><div class="tribe-events-c-view-selector"><ul class="tribe-events-c-view-selector__list"><li><a href="${ORIGIN}/events/" class="tribe-events-c-view-selector__list-item-link">List</a></li><li><a href="${ORIGIN}${monthPath(MONTHS[0]!)}" class="tribe-events-c-view-selector__list-item-link">Month</a></li></ul></div><div class="tribe-events-c-top-bar__datepicker"><time>${current}</time></div></header>`
}

function listPage(at: number): string {
  const items = LIST_PAGES[at]!
  return `<div class="tribe-common tribe-events tribe-events-view tribe-events-view--list">${views('Upcoming')}<div class="tribe-events-calendar-list">${each(items, (event, item) => listItem(event, item, items))}</div>
<nav class="tribe-events-calendar-list-nav tribe-events-c-nav"><ul class="tribe-events-c-nav__list"><li class="tribe-events-c-nav__list-item--prev">${at > 0 ? `<a href="${ORIGIN}${listPath(at - 1)}" rel="prev" class="tribe-events-c-nav__prev">Previous <span>Events</span></a>` : '<button disabled>Previous <span>Events</span></button>'}</li><li class="tribe-events-c-nav__list-item--next">${at + 1 < LIST_PAGES.length ? `<a href="${ORIGIN}${listPath(at + 1)}" rel="next" class="tribe-events-c-nav__next">Next <span>Events</span></a>` : '<button disabled>Next <span>Events</span></button>'}</li></ul></nav></div>`
}

function listItem(event: Happening, at: number, all: readonly Happening[]): string {
  const isFirst = at === 0 || monthName(all[at - 1]!.date) !== monthName(event.date)
  const venue = VENUES.find(({ name }) => name === event.venue)!
  return `${isFirst ? `<h3 class="tribe-events-calendar-list__month-separator"><time class="tribe-events-calendar-list__month-separator-text">${monthName(event.date)}</time></h3>` : ''}
<div class="tribe-common-g-row tribe-events-calendar-list__event-row"><div class="tribe-events-calendar-list__event-date-tag"><time class="tribe-events-calendar-list__event-date-tag-datetime" datetime="${event.date}"><span class="tribe-events-calendar-list__event-date-tag-weekday">${weekday(event.date)}</span><span class="tribe-events-calendar-list__event-date-tag-daynum">${Number(event.date.slice(8))}</span></time></div>
<article class="tribe-events-calendar-list__event tribe_events type-tribe_events cat_${event.category.toLowerCase()}"><header class="tribe-events-calendar-list__event-header"><div class="tribe-events-calendar-list__event-datetime-wrapper"><time class="tribe-events-calendar-list__event-datetime" datetime="${event.date}">${when(event, dayOf)}</time></div><h4 class="tribe-events-calendar-list__event-title"><a href="${ORIGIN}${event.path}" title="${esc(event.title)}" rel="bookmark" class="tribe-events-calendar-list__event-title-link">${esc(event.title)}</a></h4><address class="tribe-events-calendar-list__event-venue"><span class="tribe-events-calendar-list__event-venue-title">${esc(venue.name)}</span> <span class="tribe-events-calendar-list__event-venue-address">${esc(venue.street)}, Brennick</span></address></header><div class="tribe-events-calendar-list__event-description"><p>${esc(event.text)}</p></div></article></div>`
}

function when({ date, start, end, until }: Happening, written: (date: string) => string): string {
  const ending = until !== null ? `${written(until)} @ ${clock(end!)}` : end === null ? '' : clock(end)
  return `<span class="tribe-event-date-start">${written(date)} @ ${clock(start)}</span>${ending === '' ? '' : ` - <span class="tribe-event-${until === null ? 'time' : 'date-end'}">${ending}</span>`}`
}

function weekday(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' })
}

function monthPage(month: string): string {
  const at = MONTHS.indexOf(month)
  const days = new Date(Date.UTC(2026, Number(month.slice(5)), 0)).getUTCDate()
  const dates = Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
  return `<div class="tribe-common tribe-events tribe-events-view tribe-events-view--month">${views(monthName(month))}<div class="tribe-events-calendar-month" role="grid" aria-label="Calendar of Events"><div class="tribe-events-calendar-month__body" role="rowgroup">${each(dates, dayCell)}</div></div>
<nav class="tribe-events-calendar-month-nav tribe-events-c-nav"><ul class="tribe-events-c-nav__list">${at > 0 ? `<li><a href="${ORIGIN}${monthPath(MONTHS[at - 1]!)}" rel="prev" class="tribe-events-c-nav__prev">${monthName(MONTHS[at - 1]!).slice(0, 3)}</a></li>` : ''}${at + 1 < MONTHS.length ? `<li><a href="${ORIGIN}${monthPath(MONTHS[at + 1]!)}" rel="next" class="tribe-events-c-nav__next">${monthName(MONTHS[at + 1]!).slice(0, 3)}</a></li>` : ''}</ul></nav></div>`
}

function dayCell(date: string): string {
  return `<div class="tribe-events-calendar-month__day" role="gridcell"><div class="tribe-events-calendar-month__day-cell--desktop"><h3 class="tribe-events-calendar-month__day-date"><time class="tribe-events-calendar-month__day-date-daynum" datetime="${date}">${Number(date.slice(8))}</time></h3><div class="tribe-events-calendar-month__events">${each(
    EVENTS.filter((event) => event.date === date),
    (event) =>
      `<article class="tribe-events-calendar-month__calendar-event"><div class="tribe-events-calendar-month__calendar-event-datetime"><time datetime="${event.start}">${clock(event.start)}</time></div><h3 class="tribe-events-calendar-month__calendar-event-title"><a href="${ORIGIN}${event.path}" class="tribe-events-calendar-month__calendar-event-title-link">${esc(event.title)}</a></h3></article>`,
  )}</div></div></div>`
}

function categoryPage(category: string): string {
  const events = EVENTS.filter((event) => event.category === category)
  return `<nav class="tribe-events-header__breadcrumbs" aria-label="Breadcrumb"><ol><li><a href="${ORIGIN}/events/">Events</a></li><li>${category}</li></ol></nav><div class="tribe-events-view--list">${each(events, (event, at) => listItem(event, at, events))}</div>`
}

function eventPage(event: Happening): string {
  const venue = VENUES.find(({ name }) => name === event.venue)!
  const organiser = ORGANISERS.find(({ name }) => name === event.organiser)
  const full = (date: string) => `${dayOf(date)} ${date.slice(0, 4)}`
  const time = `${clock(event.start)}${event.end === null ? '' : ` - ${clock(event.end)}`}`
  const related = EVENTS.filter((one) => one.category === event.category && one !== event).slice(0, 3)
  const at = EVENTS.indexOf(event)
  return `<div id="tribe-events-content" class="tribe-events-single"><p class="tribe-events-back"><a href="${ORIGIN}/events/">« All Events</a></p><h1 class="tribe-events-single-event-title">${esc(event.title)}</h1><div class="tribe-events-schedule tribe-clearfix"><div>${when(event, full)}</div>${event.cost === null ? '' : `<span class="tribe-events-cost">${event.cost}</span>`}</div>
<div class="tribe-events-single-event-description tribe-events-content"><p>${esc(event.text)}</p></div><div class="tribe-events tribe-common"><div class="tribe-events-c-subscribe-dropdown__container">Add to calendar</div></div>
<div class="tribe-events-single-section tribe-events-event-meta primary tribe-clearfix"><div class="tribe-events-meta-group tribe-events-meta-group-details"><h2 class="tribe-events-single-section-title">Details</h2><dl>${
    event.until === null
      ? `<dt class="tribe-events-start-date-label">Date:</dt><dd><abbr class="tribe-events-abbr tribe-events-start-date published dtstart" title="${event.date}">${full(event.date)}</abbr></dd><dt class="tribe-events-start-time-label">Time:</dt><dd><div class="tribe-events-abbr tribe-events-start-time published dtstart">${time}</div></dd>`
      : `<dt>Start:</dt><dd><abbr class="tribe-events-abbr" title="${event.date}">${full(event.date)} @ ${clock(event.start)}</abbr></dd><dt>End:</dt><dd><abbr class="tribe-events-abbr" title="${event.until}">${full(event.until)} @ ${clock(event.end!)}</abbr></dd>`
  }${event.cost === null ? '' : `<dt class="tribe-events-event-cost-label">Cost:</dt><dd class="tribe-events-event-cost">${event.cost}</dd>`}<dt class="tribe-events-event-categories-label">Event Category:</dt><dd class="tribe-events-event-categories"><a href="${ORIGIN}${categoryPath(event.category)}" rel="tag">${event.category}</a></dd>${event.age === null ? '' : `<dt>Age guidance:</dt><dd class="tribe-meta-value">${event.age}</dd>`}</dl></div>
${organiser ? `<div class="tribe-events-meta-group tribe-events-meta-group-organizer"><h2 class="tribe-events-single-section-title">Organizer</h2><dl><dd class="tribe-organizer"><a href="${ORIGIN}${organiser.path}">${organiser.name}</a></dd></dl></div>` : ''}
<div class="tribe-events-meta-group tribe-events-meta-group-venue"><h2 class="tribe-events-single-section-title">Venue</h2><dl><dd class="tribe-venue"><a href="${ORIGIN}${venue.path}">${esc(venue.name)}</a></dd><dd class="tribe-venue-location"><address class="tribe-events-address"><span class="tribe-street-address">${venue.street}</span><br><span class="tribe-locality">Brennick</span>, <span class="tribe-postal-code">${venue.postcode}</span></address></dd></dl></div></div>
${related.length === 0 ? '' : `<h2 class="tribe-events-related-events-title">Related Events</h2><ul class="tribe-related-events tribe-clearfix">${each(related, (one) => `<li><div class="tribe-related-event-info"><h3 class="tribe-related-events-title"><a href="${ORIGIN}${one.path}" class="tribe-event-url">${esc(one.title)}</a></h3>${when(one, dayOf)}</div></li>`)}</ul>`}
<div id="tribe-events-footer"><nav class="tribe-events-nav-pagination" aria-label="Event Navigation"><ul class="tribe-events-sub-nav">${at > 0 ? `<li class="tribe-events-nav-previous"><a href="${ORIGIN}${EVENTS[at - 1]!.path}">« ${esc(EVENTS[at - 1]!.title)}</a></li>` : ''}${at + 1 < EVENTS.length ? `<li class="tribe-events-nav-next"><a href="${ORIGIN}${EVENTS[at + 1]!.path}">${esc(EVENTS[at + 1]!.title)} »</a></li>` : ''}</ul></nav></div></div>
<script type="application/ld+json">${JSON.stringify([linkedData(event, venue)])}</script>`
}

function linkedData(event: Happening, venue: (typeof VENUES)[number]): unknown {
  const zone = event.date < '2026-10-25' ? '+01:00' : '+00:00'
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: event.title,
    description: `<p>${event.text}</p>`,
    url: ORIGIN + event.path,
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: `${event.date}T${event.start}:00${zone}`,
    ...(event.end === null ? {} : { endDate: `${event.until ?? event.date}T${event.end}:00${zone}` }),
    location: {
      '@type': 'Place',
      name: venue.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: venue.street,
        addressLocality: 'Brennick',
        postalCode: venue.postcode,
      },
    },
    ...(event.organiser === null ? {} : { organizer: { '@type': 'Person', name: event.organiser } }),
    performer: 'Organization',
  }
}

function venues(): string {
  return article(
    'Venues',
    `<p>Five places to go out in the city.</p><ul class="wp-block-list">${each(VENUES, ({ name, path }) => `<li><a href="${ORIGIN}${path}">${esc(name)}</a></li>`)}</ul>`,
  )
}

function venuePage(venue: (typeof VENUES)[number]): string {
  const events = EVENTS.filter((event) => event.venue === venue.name)
  return `<div class="tribe-events-venue-meta tribe-common"><h1 class="tribe-events-venue-meta__title">${esc(venue.name)}</h1><div class="tribe-events-venue-meta__details"><div class="tribe-events-venue-meta__address"><span class="tribe-events-venue-meta__address-details"><span class="tribe-address"><span class="tribe-street-address">${venue.street}</span><span class="tribe-delimiter">,</span> <span class="tribe-locality">Brennick</span><span class="tribe-delimiter">,</span> <span class="tribe-postal-code">${venue.postcode}</span></span></span></div>${venue.phone === null ? '' : `<div class="tribe-events-venue-meta__phone"><span class="tribe-events-venue-meta__phone-number">${venue.phone}</span></div>`}</div><div class="tribe-events-venue-meta__content">${venue.capacity === null ? '' : `<p><strong>Capacity:</strong> ${venue.capacity}</p>`}${venue.access === null ? '' : `<p><strong>Access:</strong> ${venue.access}</p>`}</div></div><h2>Upcoming events at this venue</h2>${each(events, (event, at) => listItem(event, at, events))}`
}

function organiserPage(one: (typeof ORGANISERS)[number]): string {
  const events = EVENTS.filter((event) => event.organiser === one.name)
  return `<div class="tribe-events-pro-organizer__meta"><h1 class="tribe-events-pro-organizer__meta-title">${one.name}</h1><div class="tribe-events-pro-organizer__meta-details">${one.phone === null ? '' : `<div class="tribe-events-pro-organizer__meta-phone"><span>${one.phone}</span></div>`}<div class="tribe-events-pro-organizer__meta-email"><a href="mailto:${one.email}">${one.email}</a></div></div><div class="tribe-events-pro-organizer__meta-content"><p>${one.text}</p></div></div>${each(events, (event, at) => listItem(event, at, events))}`
}
