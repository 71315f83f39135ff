import { boolean, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { DISHES, PLACES } from './kitchen.ts'

const ORIGIN = originOf('ember-oak')

function place(name: string) {
  return PLACES.find((one) => one.name === `Ember & Oak ${name}`)!
}

const station = place('Ashford Station')
const falls = place('Cedar Falls')
const brightwater = place('Brightwater')
const mains = DISHES.filter(({ menu }) => menu === 'Mains')
const desserts = DISHES.filter(({ menu }) => menu === 'Desserts')
const brisket = DISHES.find(({ name }) => name === 'Brisket Plate')!

export const tasks: Task[] = [
  {
    id: 'ember-oak/manager',
    kind: 'fact',
    prompt: 'Who is the general manager of Ember & Oak Ashford Station?',
    urls: [ORIGIN],
    schema: object({ generalManager: text }),
    truth: { generalManager: station.manager },
    needs: [station.path],
  },
  {
    id: 'ember-oak/brightwater',
    kind: 'entity',
    prompt: 'Address, zip code, phone, seats, patio and Sunday hours of the Brightwater restaurant',
    urls: [`${ORIGIN}/locations/`],
    schema: zod(
      record({
        address: text,
        zipCode: text,
        phone: orNull(text),
        seats: integer,
        hasPatio: boolean,
        sundayHours: text,
      }),
    ),
    truth: {
      address: either(brightwater.street, `${brightwater.street} ${brightwater.zip}`),
      zipCode: brightwater.zip,
      phone: brightwater.phone,
      seats: brightwater.seats,
      hasPatio: brightwater.hasPatio,
      sundayHours: brightwater.sunday,
    },
    needs: [brightwater.path],
  },
  {
    id: 'ember-oak/all-locations',
    kind: 'list-and-details',
    prompt:
      'Make a list of all restaurants of the chain with name, phone number, number of seats and general manager. Some have no phone number; leave it null there.',
    urls: [`${ORIGIN}/locations/`],
    schema: zod(
      record({
        restaurants: list(record({ name: text, phone: orNull(text), seats: integer, generalManager: text })),
      }),
    ),
    truth: {
      restaurants: PLACES.map(({ name, phone, seats, manager }) => ({
        name,
        phone,
        seats,
        generalManager: manager,
      })),
    },
    needs: PLACES.map(({ path }) => path),
  },
  {
    id: 'ember-oak/mains',
    kind: 'list',
    prompt: 'main courses with description and price',
    urls: [ORIGIN],
    schema: object({ dishes: list(object({ name: text, description: text, price: number })) }),
    truth: { dishes: mains.map(({ name, text, price }) => ({ name, description: text, price })) },
    needs: ['/menu/mains/'],
  },
  {
    id: 'ember-oak/dessert-allergens',
    kind: 'list-and-details',
    prompt: 'Which allergens and how many calories do the desserts have?',
    urls: [`${ORIGIN}/menu/`],
    schema: zod(
      record({ desserts: list(record({ name: text, allergens: list(text), calories: orNull(number) })) }),
    ),
    truth: {
      desserts: desserts.map(({ name, allergens, calories }) => ({ name, allergens, calories })),
    },
    needs: ['/menu/desserts/', ...desserts.map(({ path }) => path)],
  },
  {
    id: 'ember-oak/washington',
    kind: 'condition',
    prompt: 'Restaurants in Washington state, with name and street address',
    urls: [ORIGIN],
    schema: object({ restaurants: list(object({ name: text, address: text })) }),
    truth: {
      restaurants: PLACES.filter(({ state }) => state === 'Washington').map(({ name, street }) => ({
        name,
        address: street,
      })),
    },
    needs: ['/locations/washington/'],
  },
  {
    id: 'ember-oak/no-phone',
    kind: 'missing',
    prompt: 'Phone number, seats and wifi password at Cedar Falls?',
    urls: [`${ORIGIN}/locations/`],
    schema: zod(record({ phone: orNull(text), seats: orNull(integer), wifiPassword: orNull(text) })),
    truth: { phone: null, seats: falls.seats, wifiPassword: null },
    needs: [falls.path],
  },
  {
    id: 'ember-oak/company',
    kind: 'spread',
    prompt: 'Founders, head chef, the e-mail for catering and the name of the press contact',
    urls: [ORIGIN],
    schema: object({ founders: list(text), headChef: text, cateringEmail: text, pressContact: text }),
    truth: {
      founders: ['Amos Carrow', 'Levi Carrow'],
      headChef: 'Marguerite Osei',
      cateringEmail: 'catering@emberoak.example',
      pressContact: 'Lorna Achterberg',
    },
    needs: ['/our-story/', '/catering/', '/press/'],
  },
  {
    id: 'ember-oak/strict-dish',
    kind: 'strict',
    prompt: 'Price, calories and allergens of the dish',
    urls: [ORIGIN + brisket.path],
    strictConstrainToURLs: true,
    schema: object({ price: number, calories: number, allergens: list(text) }),
    truth: { price: brisket.price, calories: brisket.calories, allergens: brisket.allergens },
    needs: [brisket.path],
  },
  {
    id: 'ember-oak/strict-menu',
    kind: 'strict-nothing',
    prompt: 'How many seats does the Pinecrest restaurant have and who runs it?',
    urls: [`${ORIGIN}/menu/`],
    strictConstrainToURLs: true,
    schema: zod(record({ seats: orNull(integer), manager: orNull(text) })),
    truth: { seats: null, manager: null },
    needs: ['/menu/'],
  },
]
