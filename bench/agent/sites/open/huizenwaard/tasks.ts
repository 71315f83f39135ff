import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { AGENTS, amount, HOME_PAGES, HOMES, RENTALS, spoken } from './homes.ts'
import type { Home } from './homes.ts'

const ORIGIN = originOf('huizenwaard')

function at(street: string): Home {
  return HOMES.find((one) => one.street === street)!
}

function whole(text: string | undefined): number | null {
  return text === undefined ? null : amount(text)
}

const dike = at('Molenpad 3')
const hall = at('Lakenhalplein 30')
const ferry = at('Veerstoep 2')
const willow = at('Wilgenhof 26')
const shore = at('Rietkraag 12')
const waardhuis = AGENTS.find(({ name }) => name === 'Waardhuis Makelaars')!
const newest = HOMES.slice(0, 3)
const listPages = HOME_PAGES.map(({ path }) => path)

export const tasks: Task[] = [
  {
    id: 'huizenwaard/vraagprijs',
    kind: 'fact',
    prompt: 'Wat is de vraagprijs van Rietkraag 12 in Tienhuizen?',
    urls: [ORIGIN],
    schema: object({ vraagprijs: described(number, 'Vraagprijs in euro') }),
    truth: { vraagprijs: whole(shore.price) },
    needs: [shore.path],
  },
  {
    id: 'huizenwaard/alle-koopwoningen',
    kind: 'list',
    prompt:
      'Geef alle koopwoningen met adres, plaats, vraagprijs, woonoppervlakte in m² en aantal kamers. Loop alle resultaatpagina’s door.',
    urls: [`${ORIGIN}/koop/`],
    schema: zod(
      record({
        woningen: list(
          record({
            adres: text,
            plaats: text,
            vraagprijs: orNull(number),
            oppervlakte: described(number, 'Woonoppervlakte in m²'),
            kamers: integer,
          }),
        ),
      }),
    ),
    truth: {
      woningen: HOMES.map(({ street, postcode, place, price, area, rooms }) => ({
        adres: either(street, `${street}, ${postcode} ${place}`, `${street} ${postcode} ${place}`),
        plaats: either(place, `${postcode} ${place}`),
        vraagprijs: whole(price),
        oppervlakte: Number(area),
        kamers: Number(rooms),
      })),
    },
    needs: listPages,
  },
  {
    id: 'huizenwaard/waardhuis-aanbod',
    kind: 'list-and-details',
    prompt:
      'For every home offered by Waardhuis Makelaars: address, asking price, year of construction and energy label.',
    urls: [ORIGIN + waardhuis.path],
    schema: zod(
      record({
        homes: list(
          record({
            address: text,
            price: described(number, 'Asking price in euros (vraagprijs)'),
            yearBuilt: described(integer, 'Bouwjaar'),
            energyLabel: described(text, 'Energielabel'),
          }),
        ),
      }),
    ),
    truth: {
      homes: HOMES.filter(({ agent }) => agent === waardhuis.name).map((one) => ({
        address: either(
          one.street,
          `${one.street}, ${one.postcode} ${one.place}`,
          `${one.street} ${one.postcode} ${one.place}`,
          `${one.street}, ${one.place}`,
        ),
        price: whole(one.price),
        yearBuilt: whole(one.year),
        energyLabel: one.energy!,
      })),
    },
    needs: HOMES.filter(({ agent }) => agent === waardhuis.name).map(({ path }) => path),
  },
  {
    id: 'huizenwaard/lakenhalplein',
    kind: 'entity',
    prompt:
      'Lakenhalplein 30: soort woning, bouwjaar, energielabel, bijdrage VvE per maand, aangeboden sinds en welke makelaar',
    urls: [ORIGIN],
    schema: object({
      soort: text,
      bouwjaar: integer,
      energielabel: text,
      bijdrageVve: number,
      aangebodenSinds: date,
      makelaar: text,
    }),
    truth: {
      soort: hall.type,
      bouwjaar: whole(hall.year),
      energielabel: hall.energy,
      bijdrageVve: whole(hall.vve),
      aangebodenSinds: either(spoken(hall.since), hall.since),
      makelaar: hall.agent,
    },
    needs: [hall.path],
  },
  {
    id: 'huizenwaard/vijf-kamers',
    kind: 'condition',
    prompt: 'Alleen koopwoningen met 5 kamers of meer: adres, vraagprijs en aantal kamers',
    urls: [`${ORIGIN}/koop/`],
    schema: object({
      woningen: list(object({ adres: text, vraagprijs: described(number, 'in euro'), kamers: integer })),
    }),
    truth: {
      woningen: HOMES.filter(({ rooms }) => Number(rooms) >= 5).map(
        ({ street, postcode, place, price, rooms }) => ({
          adres: either(street, `${street}, ${postcode} ${place}`, `${street} ${postcode} ${place}`),
          vraagprijs: whole(price),
          kamers: Number(rooms),
        }),
      ),
    },
    needs: listPages,
  },
  {
    id: 'huizenwaard/nieuwste-drie',
    kind: 'first-few',
    prompt:
      'Neem de eerste drie woningen uit de lijst met koopwoningen en geef adres, vraagprijs, bouwjaar, energielabel en makelaar.',
    urls: [`${ORIGIN}/te-koop/`],
    schema: object({
      woningen: list(
        object({ adres: text, vraagprijs: number, bouwjaar: integer, energielabel: text, makelaar: text }),
      ),
    }),
    truth: {
      woningen: newest.map((one) => ({
        adres: either(
          one.street,
          `${one.street}, ${one.postcode} ${one.place}`,
          `${one.street} ${one.postcode} ${one.place}`,
        ),
        vraagprijs: whole(one.price),
        bouwjaar: whole(one.year),
        energielabel: one.energy,
        makelaar: one.agent,
      })),
    },
    isOrdered: true,
    needs: ['/koop/', ...newest.map(({ path }) => path)],
  },
  {
    id: 'huizenwaard/huur-vrij',
    kind: 'list-and-details',
    prompt: 'Welke huurwoningen zijn er, wat is de huurprijs en vanaf wanneer zijn ze beschikbaar?',
    urls: [`${ORIGIN}/huur/`],
    truth: RENTALS.map(({ street, price, from }) => ({
      adres: street,
      huurprijs: `€ ${price}`,
      vanaf: from,
    })),
    needs: RENTALS.map(({ path }) => path),
  },
  {
    id: 'huizenwaard/strict-wilgenhof',
    kind: 'strict',
    prompt:
      'Extract the address, asking price, living area (m²), plot size (m²), number of bedrooms and agent.',
    urls: [ORIGIN + willow.path],
    strictConstrainToURLs: true,
    schema: zod(
      record({
        address: text,
        askingPrice: number,
        livingArea: number,
        plotSize: number,
        bedrooms: integer,
        agent: text,
      }),
    ),
    truth: {
      address: either(
        willow.street,
        `${willow.street}, ${willow.postcode} ${willow.place}`,
        `${willow.street} ${willow.postcode} ${willow.place}`,
        `${willow.street}, ${willow.place}`,
      ),
      askingPrice: whole(willow.price),
      livingArea: Number(willow.area),
      plotSize: whole(willow.plot),
      bedrooms: Number(willow.bedrooms),
      agent: willow.agent,
    },
    needs: [willow.path],
  },
  {
    id: 'huizenwaard/veerstoep',
    kind: 'missing',
    prompt: 'Veerstoep 2 in Sint Aagten: vraagprijs, bouwjaar en energielabel. Laat leeg wat er niet staat.',
    urls: [ORIGIN],
    schema: zod(
      record({ vraagprijs: orNull(number), bouwjaar: orNull(integer), energielabel: orNull(text) }),
    ),
    truth: { vraagprijs: whole(ferry.price), bouwjaar: null, energielabel: ferry.energy },
    needs: [ferry.path],
  },
  {
    id: 'huizenwaard/zoek-molenpad',
    kind: 'search',
    prompt: 'Molenpad 3 Tienhuizen te koop: vraagprijs, perceel in m² en status',
    schema: object({ vraagprijs: number, perceel: number, status: text }),
    truth: { vraagprijs: whole(dike.price), perceel: whole(dike.plot), status: dike.status },
    needs: [dike.path],
  },
]
