import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { FLEET, NOTICES, PORTS, ROUTES, TIMES } from './sailings.ts'

const ORIGIN = originOf('skarvay-ferries')

function route(code: string) {
  return ROUTES.find((one) => one.code === code)!
}

const dunbrae = route('D')
const linn = PORTS.find(({ name }) => name === 'Isle of Linn')!
const guillemot = FLEET.find(({ name }) => name === 'MV Guillemot')!

export const tasks: Task[] = [
  {
    id: 'skarvay-ferries/crossing',
    kind: 'fact',
    prompt: 'How many minutes does the crossing from Dunbrae to Skarvay take?',
    urls: [ORIGIN],
    schema: object({ crossingTime: described(integer, 'in minutes') }),
    truth: { crossingTime: dunbrae.minutes },
    needs: [dunbrae.path],
  },
  {
    id: 'skarvay-ferries/fares',
    kind: 'list',
    prompt: 'Get all fares: route, adult, child and car price in pounds. car is null when no cars are taken.',
    urls: [`${ORIGIN}/prices.aspx`],
    schema: zod(
      record({
        fares: list(record({ route: text, adult: number, child: number, car: orNull(number) })),
      }),
    ),
    truth: { fares: ROUTES.map(({ name, adult, child, car }) => ({ route: name, adult, child, car })) },
    needs: ['/fares.aspx'],
  },
  {
    id: 'skarvay-ferries/linn-departures',
    kind: 'list',
    prompt:
      'I want to go from Port Morven to the Isle of Linn on a Tuesday. At what times do the ferries leave?',
    urls: [ORIGIN],
    schema: object({ departures: list(text) }),
    truth: { departures: TIMES['B']!.weekdays },
    needs: [route('B').timetable],
  },
  {
    id: 'skarvay-ferries/fleet',
    kind: 'list-and-details',
    prompt:
      'Build a table of the whole fleet with name, year built, length in metres, passenger capacity, car capacity and call sign. Use null where the site says nothing.',
    urls: [`${ORIGIN}/fleet.aspx`],
    schema: zod(
      record({
        ships: list(
          record({
            name: text,
            built: integer,
            lengthM: number,
            passengers: integer,
            cars: orNull(integer),
            callSign: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      ships: FLEET.map(({ name, built, length, passengers, cars, call }) => ({
        name,
        built,
        lengthM: length,
        passengers,
        cars,
        callSign: call,
      })),
    },
    needs: ['/fleet.aspx', ...FLEET.map(({ path }) => path)],
  },
  {
    id: 'skarvay-ferries/long-routes',
    kind: 'condition',
    prompt: 'Routes where the adult fare is more than £9: route and adult fare',
    urls: [ORIGIN],
    schema: object({ routes: list(object({ route: text, adultFare: number })) }),
    truth: {
      routes: ROUTES.filter(({ adult }) => adult > 9).map(({ name, adult }) => ({
        route: name,
        adultFare: adult,
      })),
    },
    needs: ['/fares.aspx'],
  },
  {
    id: 'skarvay-ferries/three-notices',
    kind: 'first-few',
    prompt: 'The three most recent service notices with number, date and title',
    urls: [ORIGIN],
    schema: object({ notices: list(object({ number: text, date, title: text })) }),
    truth: {
      notices: [
        { number: '2614', date: '2026-06-21', title: NOTICES[0]!.title },
        { number: '2613', date: '2026-06-17', title: NOTICES[1]!.title },
        { number: '2612', date: '2026-06-09', title: NOTICES[2]!.title },
      ],
    },
    isOrdered: true,
    needs: ['/notices.aspx'],
  },
  {
    id: 'skarvay-ferries/linn-port',
    kind: 'missing',
    prompt: 'Port information for the Isle of Linn: telephone, parking, wheelchair access',
    urls: [`${ORIGIN}/ports.aspx`],
    schema: zod(record({ telephone: orNull(text), parking: orNull(text), wheelchairAccess: orNull(text) })),
    truth: { telephone: null, parking: linn.parking, wheelchairAccess: null },
    needs: [linn.path],
  },
  {
    id: 'skarvay-ferries/strict-ship',
    kind: 'strict',
    prompt: 'shipyard, year built, service speed',
    urls: [ORIGIN + guillemot.path],
    strictConstrainToURLs: true,
    schema: object({ shipyard: text, yearBuilt: integer, serviceSpeed: text }),
    truth: {
      shipyard: guillemot.yard,
      yearBuilt: guillemot.built,
      serviceSpeed: either('13.5 knots', '13.5'),
    },
    needs: [guillemot.path],
  },
  {
    id: 'skarvay-ferries/company',
    kind: 'spread',
    prompt:
      'Who runs Skarvay Ferries today, who founded it and in which year, and what is the number for reservations?',
    urls: [ORIGIN],
    schema: object({
      managingDirector: text,
      founder: text,
      foundedYear: integer,
      reservationsPhone: text,
    }),
    truth: {
      managingDirector: 'Shona Kerrigan',
      founder: either('Captain Alasdair Munro', 'Alasdair Munro'),
      foundedYear: 1926,
      reservationsPhone: '01855 550 100',
    },
    needs: ['/company.aspx', '/contact.aspx'],
  },
]
