import { chunks, rows, slug } from '../../../markup.ts'

/** What is on, in the order of days; without what its organiser left open. */
export const EVENTS = rows(
  ['title', 'date', 'start', 'end', 'until', 'venue', 'organiser', 'category', 'cost', 'age', 'text'],
  `
The Lantern Parade | 2026-09-05 | 20:00 | 21:30 | - | Castle Green | Brennick City Council | Festivals | Free | - | Two thousand paper lanterns leave Castle Green at dusk and wind down to the river. Lantern-making packs are handed out at the library from 1 August.
Inés Okafor Quartet | 2026-09-10 | 19:30 | 22:00 | - | The Tannery | Tannery Sessions | Music | £16 | 14+ | Trumpeter Inés Okafor brings her new album Saltmarsh to the upstairs room, with Joel Penhale on drums.
Clay for Beginners | 2026-09-12 | 10:00 | 13:00 | - | Millrace Studios | Millrace Makers | Workshops | £35 | 16+ | Throw your first bowl. Clay, glaze and firing are included; bring an apron.
Saturday Street Food | 2026-09-19 | 11:00 | 18:00 | - | Castle Green | Brennick City Council | Festivals | - | - | Twenty-four stalls from dumplings to doughnuts.
The Hollow Crowns | 2026-09-25 | 20:00 | - | - | The Tannery | Tannery Sessions | Music | £12 – £14 | 18+ | Loud guitars, short songs. Support comes from Nettle.
Screenprint a Tote Bag | 2026-10-03 | 14:00 | 16:30 | - | Millrace Studios | Millrace Makers | Workshops | £22 | - | Cut a stencil, pull a print and carry it home.
Madame Quill Investigates | 2026-10-08 | 19:00 | 21:15 | - | Orpheum Theatre | Orpheum Trust | Theatre | £18 – £32 | 12+ | A new comedy thriller by Dorothea Lang. The performance on 8 October is the first anywhere.
Brennick Book Weekend | 2026-10-17 | 10:00 | 17:00 | 2026-10-18 | Orpheum Theatre | Orpheum Trust | Festivals | £9 | - | Two days of readings, with Tomasz Birch, Lila Farquhar and eleven others. One ticket is good for both days.
Bach by Candlelight | 2026-10-23 | 19:30 | 21:00 | - | St Osyth's Church | - | Music | £15 | - | The Brennick Consort plays the second and third orchestral suites.
Spoon Carving | 2026-10-24 | 10:30 | 15:30 | - | Millrace Studios | Millrace Makers | Workshops | £48 | 16+ | Green birch, one axe, two knives. Lunch is included.
Pumpkin Trail | 2026-10-31 | 12:00 | 16:00 | - | Castle Green | - | Festivals | Free | - | Find all thirty pumpkins and swap your card for a toffee apple.
Kofi Ferreira: Slow Trains | 2026-11-06 | 20:00 | 22:30 | - | The Tannery | Tannery Sessions | Music | £19.50 | 14+ | The songwriter returns with a seven-piece band.
Mend Your Jumper | 2026-11-14 | 13:30 | 16:00 | - | Millrace Studios | Millrace Makers | Workshops | £18 | - | Swiss darning and patching for wool that deserves another winter.
The Glass Menagerie | 2026-11-19 | 19:00 | 21:40 | - | Orpheum Theatre | Orpheum Trust | Theatre | £16 – £28 | 12+ | Tennessee Williams's memory play, directed by Aisling Boateng.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  start: row.start!,
  end: row.end ?? null,
  until: row.until ?? null,
  venue: row.venue!,
  organiser: row.organiser ?? null,
  category: row.category!,
  cost: row.cost ?? null,
  age: row.age ?? null,
  text: row.text!,
  path: `/event/${slug(row.title!)}/`,
}))

export type Happening = (typeof EVENTS)[number]

export const VENUES = rows(
  ['name', 'street', 'postcode', 'phone', 'capacity', 'access'],
  `
Castle Green | Castle Row | BK1 1AA | - | - | Level grass. Toilets at the gatehouse.
The Tannery | 41 Skinner Lane | BK1 4TN | 01632 960 214 | 320 standing | Lift to the upstairs room; ring the bell at the side door.
Millrace Studios | 7 Weir Passage | BK2 8QD | 01632 960 377 | 16 | Ground floor, step-free.
Orpheum Theatre | Orpheum Parade | BK1 2EP | 01632 960 500 | 684 seats | Eight wheelchair spaces in the stalls.
St Osyth's Church | Abbey Close | BK3 5JH | - | - | -
`,
).map((row) => ({
  name: row.name!,
  street: row.street!,
  postcode: row.postcode!,
  phone: row.phone ?? null,
  capacity: row.capacity ?? null,
  access: row.access ?? null,
  path: `/venue/${slug(row.name!)}/`,
}))

export const ORGANISERS = rows(
  ['name', 'phone', 'email', 'text'],
  `
Brennick City Council | 01632 960 100 | events@brennick.example | The events team of the city, on the second floor of the Guildhall.
Tannery Sessions | 01632 960 219 | bookings@tannerysessions.example | Three friends who have put on gigs since 2009.
Millrace Makers | - | hello@millracemakers.example | A co-operative of eleven craftspeople.
Orpheum Trust | 01632 960 501 | stagedoor@orpheum.example | The charity that bought the Orpheum from its last owner in 1991.
`,
).map((row) => ({
  name: row.name!,
  phone: row.phone ?? null,
  email: row.email!,
  text: row.text!,
  path: `/organizer/${slug(row.name!)}/`,
}))

export const CATEGORIES = [...new Set(EVENTS.map(({ category }) => category))]

export function categoryPath(category: string): string {
  return `/events/category/${slug(category)}/`
}

export const LIST_PAGES = chunks(EVENTS, 5)

export function listPath(at: number): string {
  return at === 0 ? '/events/' : `/events/list/page/${at + 1}/`
}

export const MONTHS = ['2026-09', '2026-10', '2026-11']

export function monthPath(month: string): string {
  return `/events/month/${month}/`
}

/** `2026-09-05` → `5 September`. */
export function dayOf(date: string): string {
  return `${Number(date.slice(8))} ${monthName(date).split(' ')[0]}`
}

/** `2026-09-05` → `September 2026`. */
export function monthName(date: string): string {
  const names = ['September', 'October', 'November']
  return `${names[Number(date.slice(5, 7)) - 9]} ${date.slice(0, 4)}`
}

/** `19:30` → `7:30 pm`. */
export function clock(time: string): string {
  const [hour, minute] = time.split(':')
  const twelve = Number(hour) % 12 || 12
  return `${twelve}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}
