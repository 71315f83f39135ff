import {
  boolean,
  date,
  described,
  integer,
  list,
  number,
  object,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { ROOMS } from './rooms.ts'

const ORIGIN = originOf('nestwell')
const LIST = ['/rooms', '/rooms?offset=6', '/rooms?offset=12']

function room(ref: string) {
  return ROOMS.find((one) => one.ref === ref)!
}

const attic = room('NW207')
const piano = room('NW233')
const garden = room('NW210')
const cottage = room('NW223')
const rathmines = ROOMS.filter(({ area }) => area === 'Rathmines')

export const tasks: Task[] = [
  {
    id: 'nestwell/attic-rent',
    kind: 'fact',
    prompt: 'What is the rent of "Attic room, own bathroom"? The page of the room is what counts.',
    urls: [ORIGIN],
    schema: object({ rent: number }),
    truth: { rent: attic.rent },
    needs: [attic.path],
  },
  {
    id: 'nestwell/piano',
    kind: 'entity',
    prompt:
      'Hello! Could you look up the "Room with piano" and give me rent, deposit, size in square metres, the date from which it is available, the number of housemates, whether pets are allowed and the reference? Thanks a lot.',
    urls: [`${ORIGIN}/rooms`],
    schema: zod(
      record({
        rent: number,
        deposit: orNull(number),
        sizeSqm: number,
        availableFrom: date,
        housemates: integer,
        petsAllowed: boolean,
        reference: text,
      }),
    ),
    truth: {
      rent: piano.rent,
      deposit: piano.deposit,
      sizeSqm: piano.size,
      availableFrom: piano.from,
      housemates: piano.mates,
      petsAllowed: piano.arePetsAllowed,
      reference: piano.ref,
    },
    needs: [piano.path],
  },
  {
    id: 'nestwell/all-rooms',
    kind: 'list',
    prompt: 'every room on the site: title and area',
    urls: [`${ORIGIN}/rooms`],
    schema: object({ rooms: list(object({ title: text, area: text })) }),
    truth: { rooms: ROOMS.map(({ title, area }) => ({ title, area })) },
    needs: LIST,
  },
  {
    id: 'nestwell/under-750',
    kind: 'condition',
    prompt: 'Rooms with a rent under 750 euros: title, area and rent',
    urls: [`${ORIGIN}/rooms`],
    schema: object({ rooms: list(object({ title: text, area: text, rent: number })) }),
    truth: {
      rooms: ROOMS.filter(({ rent }) => rent < 750).map(({ title, area, rent }) => ({ title, area, rent })),
    },
    needs: LIST,
  },
  {
    id: 'nestwell/rathmines',
    kind: 'list-and-details',
    prompt: 'For the rooms in Rathmines get title, rent, deposit, bills and whether pets are allowed.',
    urls: [ORIGIN],
    schema: zod(
      record({
        rooms: list(
          record({
            title: text,
            rent: number,
            deposit: orNull(number),
            bills: text,
            petsAllowed: boolean,
          }),
        ),
      }),
    ),
    truth: {
      rooms: rathmines.map(({ title, rent, deposit, bills, arePetsAllowed }) => ({
        title,
        rent,
        deposit,
        bills,
        petsAllowed: arePetsAllowed,
      })),
    },
    needs: ['/rooms/rathmines', ...rathmines.map(({ path }) => path)],
  },
  {
    id: 'nestwell/first-three-details',
    kind: 'first-few',
    prompt: 'Take the first three rooms of the list and tell me title, size and reference of each.',
    urls: [`${ORIGIN}/rooms`],
    schema: object({ rooms: list(object({ title: text, size: number, reference: text })) }),
    truth: {
      rooms: ROOMS.slice(0, 3).map(({ title, size, ref }) => ({ title, size, reference: ref })),
    },
    isOrdered: true,
    needs: ['/rooms', ...ROOMS.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'nestwell/no-deposit',
    kind: 'missing',
    prompt: 'Deposit, rent and energy rating of the garden room for a quiet person in Terenure',
    urls: [ORIGIN],
    schema: zod(record({ deposit: orNull(number), rent: orNull(number), energyRating: orNull(text) })),
    truth: { deposit: null, rent: garden.rent, energyRating: null },
    needs: [garden.path],
  },
  {
    id: 'nestwell/agency',
    kind: 'spread',
    prompt:
      'Who founded Nestwell, when, and what do they charge landlords for a listing? How long is the shortest let?',
    urls: [ORIGIN],
    schema: object({
      founder: text,
      foundedYear: integer,
      listingFee: described(number, 'Listing fee for landlords in euros'),
      shortestLet: text,
    }),
    truth: { founder: 'Gráinne Tully', foundedYear: 2018, listingFee: 45, shortestLet: '3 months' },
    needs: ['/team', '/fees', '/how-it-works'],
  },
  {
    id: 'nestwell/strict-cottage',
    kind: 'strict',
    prompt: 'rent / deposit / available from',
    urls: [ORIGIN + cottage.path],
    strictConstrainToURLs: true,
    schema: object({ rent: number, deposit: number, availableFrom: date }),
    truth: { rent: cottage.rent, deposit: cottage.deposit, availableFrom: cottage.from },
    needs: [cottage.path],
  },
  {
    id: 'nestwell/strict-short-link',
    kind: 'strict-nothing',
    prompt: 'How many housemates are there and what is the deposit?',
    urls: [`${ORIGIN}/r/nw211`],
    strictConstrainToURLs: true,
    schema: zod(record({ housemates: orNull(integer), deposit: orNull(number) })),
    truth: { housemates: null, deposit: null },
    needs: [],
  },
]
