import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { DISHES, PLACES } from './kitchen.ts'
import type { Dish, Place } from './kitchen.ts'
import { tasks } from './tasks.ts'

const STATES = [...new Set(PLACES.map(({ state }) => state))]
const MENUS = [...new Set(DISHES.map(({ menu }) => menu))]

/** A chain of restaurants: places below states, half of them described for machines, dishes with pages of their own. */
export const emberOak = createSite({
  name: 'ember-oak',
  language: 'en',
  pages: {
    '/': page('Wood-fired cooking', home()),
    '/locations/': page('Locations', states()),
    ...Object.fromEntries(STATES.map((state) => [`/locations/${slug(state)}/`, page(state, inState(state))])),
    ...Object.fromEntries(
      PLACES.map((place, at) => [place.path, page(place.name, placePage(place, at % 2 === 0))]),
    ),
    '/menu/': page('Menu', menus()),
    ...Object.fromEntries(MENUS.map((menu) => [`/menu/${slug(menu)}/`, page(menu, menuPage(menu))])),
    ...Object.fromEntries(DISHES.map((dish) => [dish.path, page(dish.name, dishPage(dish))])),
    '/gift-cards/': page('Gift cards', giftCards()),
    '/our-story/': page('Our story', story()),
    '/catering/': page('Catering', catering()),
    '/journal/': page('Journal', journal()),
    '/journal/brisket/': page('The long night of the brisket', brisket()),
    '/press/': page('Press', press()),
  },
  redirects: { '/find-us/': '/locations/', '/order/': `${ELSEWHERE}/ember-orders` },
  deadLinks: ['/allergens.pdf'],
  notFound: page('Not found', '<h1>Burnt to ash</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${esc(title)} – Ember &amp; Oak</title></head><body data-controller="sq"><header class="Header"><div class="Header-branding"><a href="/">Ember &amp; Oak</a></div><nav class="Header-nav"><a href="/menu/">Menu</a><a href="/locations/">Locations</a><a href="/catering/">Catering</a><a href="/our-story/">Our story</a><a href="/journal/">Journal</a></nav><a class="Header-order" href="/order/">Order now</a></header>
<main class="Main"><section class="Index-page">${main}</section></main>
<footer class="Footer"><div class="sqs-block">Questions? Call our office at (503) 555-0100.</div><nav><a href="/gift-cards/">Gift cards</a> <a href="/press/">Press</a> <a href="/allergens.pdf">Allergen chart</a></nav></footer>
<div class="popup"><h3>Join the Ember Club</h3><p>Get a free Campfire Pie on your birthday.</p></div></body></html>`
}

function home(): string {
  return `<h1>Wood. Fire. Patience.</h1><p>Six restaurants in three states.</p><p><a href="/locations/">Find yours</a></p>`
}

function states(): string {
  return `<h1>Locations</h1><ul>${each(STATES, (state) => `<li><a href="/locations/${slug(state)}/">${state}</a></li>`)}</ul>`
}

function inState(state: string): string {
  return `<h1>${state}</h1>${each(
    PLACES.filter((place) => place.state === state),
    (place) =>
      `<div class="sqs-block"><h3><a href="${place.path}">${esc(place.name)}</a></h3><p>${place.street}</p></div>`,
  )}`
}

function placePage(place: Place, isDescribed: boolean): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: place.name,
    address: { '@type': 'PostalAddress', streetAddress: place.street, postalCode: place.zip },
    ...(place.phone !== null && { telephone: place.phone }),
  }
  return `${isDescribed ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''}<h1>${esc(place.name)}</h1><p>${place.street} ${place.zip}</p>${place.phone === null ? '' : `<p>Phone: ${place.phone}</p>`}
<h2>Hours</h2><p>Monday – Saturday: ${place.weekdays}<br>Sunday: ${place.sunday}</p><h2>Good to know</h2><p>General manager: ${place.manager}</p><p>Seats: ${place.seats}</p><p>Patio: ${place.hasPatio ? 'yes' : 'no'}</p>
<h2>Nearby</h2>${each(
    PLACES.filter(({ state, name }) => state === place.state && name !== place.name),
    (other) => `<p><a href="${other.path}">${esc(other.name)}</a></p>`,
  )}`
}

function menus(): string {
  return `<h1>Menu</h1>${each(MENUS, (menu) => `<h2><a href="/menu/${slug(menu)}/">${menu}</a></h2>`)}<p>Prices in Brightwater are one dollar higher on weekends.</p>`
}

function menuPage(menu: string): string {
  return `<h1>${menu}</h1><div class="menu-section">${each(
    DISHES.filter((dish) => dish.menu === menu),
    (dish) =>
      `<div class="menu-item"><div class="menu-item-title"><a href="${dish.path}">${dish.name}</a></div><div class="menu-item-description">${dish.text}</div><div class="menu-item-price-bottom">$${dish.price.toFixed(2)}</div></div>`,
  )}</div>`
}

function dishPage(dish: Dish): string {
  return `<p><a href="/menu/">Menu</a> / <a href="/menu/${slug(dish.menu)}/">${dish.menu}</a></p><h1>${dish.name}</h1><p>${dish.text}</p><p>Price: $${dish.price.toFixed(2)}</p>${dish.calories === null ? '' : `<p>Calories: ${dish.calories} kcal</p>`}<p>Allergens: ${dish.allergens.length === 0 ? 'none' : dish.allergens.join(', ')}</p>`
}

function giftCards(): string {
  return `<h1>Gift cards</h1><p>From $25 to $500. They never expire.</p>`
}

function story(): string {
  return `<h1>Our story</h1><p>In 2004 the brothers Amos Carrow and Levi Carrow lit a fire behind a sawmill in Ashford and did not let it go out. The head chef of all six kitchens is Marguerite Osei. The head office is at 77 Sawmill Lane, Ashford.</p>`
}

function catering(): string {
  return `<h1>Catering</h1><p>For 20 to 300 guests, from $32 a person. Write to <a href="mailto:catering@emberoak.example">catering@emberoak.example</a>. Our catering manager is Sunniva Hale.</p>`
}

function journal(): string {
  return `<h1>Journal</h1><p><a href="/journal/brisket/">The long night of the brisket</a></p>`
}

function brisket(): string {
  return `<h1>The long night of the brisket</h1><p>When we opened, the Brisket Plate cost $14 and had 900 calories. Boone Whitaker tends the pit in Ashford that night; today he runs Pinecrest.</p>`
}

function press(): string {
  return `<h1>Press</h1><p>Press contact: Lorna Achterberg, press@emberoak.example, (503) 555-0108.</p>`
}
