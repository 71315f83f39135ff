import {
  described,
  integer,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { DEALERS, MODELS } from './models.ts'

const ORIGIN = originOf('pedalwerk')
const LISTS = ['/models/', '/models/?list=2', '/models/?list=3']

function model(name: string) {
  return MODELS.find((one) => one.name === name)!
}

const tour = model('Limmat Tour 7')
const trail = model('Inn Trail 150')
const twin = model('Reuss Cargo Twin')
const gravel = model('Rhone Gravel SL')
const cargo = MODELS.filter(({ family }) => family === 'Cargo')
const mountain = MODELS.filter(({ family }) => family === 'Mountain')

export const tasks: Task[] = [
  {
    id: 'pedalwerk/battery-of-one',
    kind: 'fact',
    prompt: 'How many watt hours does the battery of the current Reuss Cargo One have?',
    urls: [ORIGIN],
    schema: object({ batteryWh: described(integer, 'Battery capacity in Wh') }),
    truth: { batteryWh: 725 },
    needs: [model('Reuss Cargo One').path],
  },
  {
    id: 'pedalwerk/data-sheet',
    kind: 'entity',
    prompt: 'Full data sheet of the Limmat Tour 7, 2025 model please',
    urls: [`${ORIGIN}/models/`],
    schema: zod(
      record({
        model: text,
        priceChf: number,
        motor: text,
        torqueNm: number,
        batteryWh: number,
        rangeKm: orNull(number),
        gears: orNull(integer),
        brakes: text,
        weightKg: number,
        maximumLoadKg: number,
        colours: list(text),
      }),
    ),
    truth: {
      model: tour.name,
      priceChf: tour.price,
      motor: tour.motor,
      torqueNm: tour.torque,
      batteryWh: tour.battery,
      rangeKm: tour.range,
      gears: tour.gears,
      brakes: tour.brakes,
      weightKg: tour.weight,
      maximumLoadKg: tour.load,
      colours: tour.colours,
    },
    needs: [tour.path],
  },
  {
    id: 'pedalwerk/price-list',
    kind: 'list',
    prompt: 'I need the complete 2025 price list: every model with its family and price.',
    urls: [ORIGIN],
    schema: object({
      models: list(object({ model: text, family: text, price: number })),
    }),
    truth: { models: MODELS.map(({ name, family, price }) => ({ model: name, family, price })) },
    needs: LISTS,
  },
  {
    id: 'pedalwerk/mountain-weights',
    kind: 'list-and-details',
    prompt: 'Weight, torque and colours of all Mountain models',
    urls: [`${ORIGIN}/models/`],
    schema: object({
      bikes: list(object({ name: text, weight: number, torque: number, colours: list(text) })),
    }),
    truth: {
      bikes: mountain.map(({ name, weight, torque, colours }) => ({ name, weight, torque, colours })),
    },
    needs: [...LISTS.slice(0, 3), ...mountain.map(({ path }) => path)],
  },
  {
    id: 'pedalwerk/missing-range',
    kind: 'missing',
    prompt: 'range, weight and frame size of the Inn Trail 150',
    urls: [`${ORIGIN}/models/`],
    schema: zod(record({ range: orNull(number), weight: orNull(number), frameSize: orNull(text) })),
    truth: { range: null, weight: trail.weight, frameSize: null },
    needs: [trail.path],
  },
  {
    id: 'pedalwerk/under-3000',
    kind: 'condition',
    prompt: 'Which bikes cost less than 3000 francs?',
    urls: [`${ORIGIN}/models/`],
    schema: object({ bikes: list(object({ name: text, price: number })) }),
    truth: { bikes: MODELS.filter(({ price }) => price < 3000).map(({ name, price }) => ({ name, price })) },
    needs: LISTS,
  },
  {
    id: 'pedalwerk/dealers',
    kind: 'list',
    prompt: 'All dealers with city, phone and whether they have a workshop',
    urls: [ORIGIN],
    schema: zod(
      record({
        dealers: list(record({ name: text, city: text, phone: orNull(text), workshop: oneOf('yes', 'no') })),
      }),
    ),
    truth: {
      dealers: DEALERS.map(({ name, city, phone, hasWorkshop }) => ({
        name,
        city,
        phone,
        workshop: hasWorkshop ? 'yes' : 'no',
      })),
    },
    needs: ['/service/dealers.html'],
  },
  {
    id: 'pedalwerk/warranty-and-director',
    kind: 'spread',
    prompt:
      'For a report about Pedalwerk: who runs the company, how many people work there, what is the telephone number, and how long is the warranty on the frame and on the motor?',
    urls: [ORIGIN],
    schema: object({
      managingDirector: text,
      employees: integer,
      telephone: text,
      frameWarranty: text,
      motorWarranty: text,
    }),
    truth: {
      managingDirector: 'Noémie Favre',
      employees: 74,
      telephone: '+41 32 555 90 00',
      frameWarranty: '10 years',
      motorWarranty: '3 years',
    },
    needs: ['/company/index.html', '/company/contact.html', '/service/warranty.html'],
  },
  {
    id: 'pedalwerk/strict-two-sheets',
    kind: 'strict',
    prompt: 'Compare the two: name, battery, weight and price',
    urls: [ORIGIN + twin.path, ORIGIN + gravel.path],
    strictConstrainToURLs: true,
    schema: object({
      bikes: list(object({ name: text, battery: number, weight: number, price: number })),
    }),
    truth: {
      bikes: [twin, gravel].map(({ name, battery, weight, price }) => ({ name, battery, weight, price })),
    },
    needs: [twin.path, gravel.path],
  },
  {
    id: 'pedalwerk/strict-redirect',
    kind: 'strict-nothing',
    prompt: 'Price and weight of this bike',
    urls: [`${ORIGIN}/tour`],
    strictConstrainToURLs: true,
    schema: zod(record({ price: orNull(number), weight: orNull(number) })),
    truth: { price: null, weight: null },
    needs: [],
  },
  {
    id: 'pedalwerk/cargo-free',
    kind: 'list',
    prompt: 'Which cargo bikes do they make and what do they cost?',
    urls: [`${ORIGIN}/models/?list=2`],
    truth: cargo.map(({ name, price }) => ({ name, price })),
    needs: ['/models/?list=2'],
  },
]
