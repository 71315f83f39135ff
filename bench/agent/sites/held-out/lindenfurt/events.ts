import { chunks, rows, slug } from '../../../markup.ts'

export const VENUES = rows(
  ['name', 'street', 'seats', 'access', 'line'],
  `
Stadthalle Lindenfurt | Festplatzstraße 2, 34601 Lindenfurt | 740 | Barrierefrei, Aufzug im Foyer | Bus 3 und 7, Haltestelle Festplatz
Stadtbibliothek | Am Salzmarkt 9, 34601 Lindenfurt | 90 | Barrierefrei über den Hofeingang | Bus 1, Haltestelle Salzmarkt
Alte Färberei | Färbergasse 21, 34601 Lindenfurt | 180 | Nur Erdgeschoss barrierefrei | Bus 4, Haltestelle Mühlentor
Marktplatz | Marktplatz, 34601 Lindenfurt | - | - | Alle Linien, Haltestelle Rathaus
`,
).map((row) => ({
  name: row.name!,
  address: row.street!,
  seats: row.seats ?? null,
  access: row.access ?? null,
  line: row.line!,
  path: `/veranstaltungsorte/${slug(row.name!)}`,
}))

/** In the order of their days. */
export const EVENTS = rows(
  ['title', 'date', 'time', 'category', 'venue', 'price', 'organiser', 'mail', 'note'],
  `
Orgelnacht der Stadtkantorei | 2026-09-04 | 21:00 | Konzert | Stadthalle Lindenfurt | 14,00 € | Stadtkantorei Lindenfurt | orgelnacht@kantorei.example | -
Kräutermarkt | 2026-09-05 | 09:00 | Markt | Marktplatz | Eintritt frei | Werbegemeinschaft Lindenfurt e. V. | - | -
Nachtwächterrundgang | 2026-09-11 | 20:30 | Führung | Marktplatz | 7,50 € | Tourist-Information | - | Treffpunkt ist der Brunnen
Bilderbuchkino: Der kleine Dachs | 2026-09-15 | 15:30 | Kinder | Stadtbibliothek | Eintritt frei | Stadtbibliothek | kinder@bibliothek.example | -
Trio Saitenwind | 2026-09-19 | 19:30 | Konzert | Alte Färberei | 18,00 € | Kulturverein Färberei e. V. | karten@faerberei.example | -
Lesung mit Henrike Vossberg | 2026-09-24 | 19:00 | Lesung | Stadtbibliothek | 9,00 € | Buchhandlung Kreidler | - | ausverkauft
Erntedankmarkt | 2026-10-03 | 10:00 | Markt | Marktplatz | Eintritt frei | Werbegemeinschaft Lindenfurt e. V. | - | -
Kellergewölbe der Altstadt | 2026-10-09 | 17:00 | Führung | Marktplatz | 8,00 € | Tourist-Information | - | -
Bigband Querblech | 2026-10-10 | 20:00 | Konzert | Stadthalle Lindenfurt | 22,00 € | Konzertbüro Hallmann | tickets@hallmann.example | -
Puppentheater Kasimir | 2026-10-14 | 16:00 | Kinder | Alte Färberei | 5,00 € | Kulturverein Färberei e. V. | karten@faerberei.example | -
Krimiabend mit Jost Enderlein | 2026-10-22 | 19:30 | Lesung | Stadtbibliothek | 10,00 € | Stadtbibliothek | lesung@bibliothek.example | -
Chorkonzert Klangbogen | 2026-10-25 | 17:00 | Konzert | Alte Färberei | - | Chor Klangbogen | - | -
Laternenumzug | 2026-11-11 | 17:30 | Kinder | Marktplatz | Eintritt frei | Kita-Verbund Lindenfurt | - | -
Lesebühne Salzmarkt | 2026-11-12 | 20:00 | Lesung | Stadtbibliothek | 6,00 € | Buchhandlung Kreidler | - | -
Industrie am Fluss | 2026-11-14 | 14:00 | Führung | Alte Färberei | 8,00 € | Geschichtsverein Lindenfurt | fuehrung@geschichte.example | Festes Schuhwerk erforderlich
Winterreise | 2026-11-20 | 19:00 | Konzert | Stadthalle Lindenfurt | 16,00 € | Stadtkantorei Lindenfurt | winterreise@kantorei.example | ausverkauft
Adventsmarkt | 2026-11-28 | 11:00 | Markt | Marktplatz | Eintritt frei | Werbegemeinschaft Lindenfurt e. V. | - | -
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  time: row.time!,
  category: row.category!,
  venue: row.venue!,
  price: row.price ?? null,
  organiser: row.organiser!,
  mail: row.mail ?? null,
  note: row.note ?? null,
  path: `/veranstaltungen/detail/${slug(row.title!)}`,
}))

export type Event = (typeof EVENTS)[number]
export type Venue = (typeof VENUES)[number]

export const EVENT_PAGES = chunks(EVENTS, 6).map((events, at) => ({ events, path: pathOfPage(at) }))

export function pathOfPage(at: number): string {
  return at === 0 ? '/veranstaltungen' : `/veranstaltungen/seite-${at + 1}`
}

export const CATEGORIES = [
  { name: 'Konzert', title: 'Konzerte' },
  { name: 'Führung', title: 'Führungen' },
  { name: 'Lesung', title: 'Lesungen' },
  { name: 'Kinder', title: 'Für Kinder' },
  { name: 'Markt', title: 'Märkte' },
].map((category) => ({
  ...category,
  path: `/veranstaltungen/kategorie/${slug(category.title)}`,
  events: EVENTS.filter(({ category: name }) => name === category.name),
}))

const DAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag']
const MONTHS: Record<string, string> = { '09': 'September', '10': 'Oktober', '11': 'November' }

/** `Freitag, 4. September 2026` */
export function spoken(date: string): string {
  const [year, month, day] = date.split('-')
  return `${DAYS[new Date(date).getUTCDay()]}, ${Number(day)}. ${MONTHS[month!]} ${year}`
}

/** `04.09.2026` */
export function numeric(date: string): string {
  return date.split('-').toReversed().join('.')
}
