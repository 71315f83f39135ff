import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { DOWNLOADS, MODELS, ROTORS, SERIES } from './catalogue.ts'
import type { Model } from './catalogue.ts'

const ORIGIN = originOf('corvell')

function model(name: string): Model {
  return MODELS.find((one) => one.name === name)!
}

function count(text: string): number {
  return Number(text.replaceAll(',', ''))
}

const meridia = SERIES.find(({ name }) => name === 'Meridia')!
const titan = SERIES.find(({ name }) => name === 'Titan')!
const quiet = model('Pico 18')
const clinic = model('Meridia 400')
const bank = model('Titan 6LR')
const plates = ROTORS.find(({ name }) => name === 'MP-2')!

export const tasks: Task[] = [
  {
    id: 'corvell/pico-noise',
    kind: 'fact',
    prompt: 'What is the noise level of the Pico 18 in dB(A)?',
    urls: [ORIGIN],
    schema: object({ noiseLevel: number }),
    truth: { noiseLevel: Number(quiet.noise) },
    needs: [quiet.path],
  },
  {
    id: 'corvell/meridia-400',
    kind: 'entity',
    prompt:
      'Technical data of the Meridia 400: max speed, max RCF, capacity, weight, power consumption, warranty and order number',
    urls: [`${ORIGIN}/products`],
    schema: zod(
      record({
        maxSpeedRpm: integer,
        maxRcf: described(integer, 'Maximum relative centrifugal force in x g'),
        capacity: text,
        weightKg: number,
        powerConsumptionW: integer,
        warranty: text,
        orderNumber: text,
      }),
    ),
    truth: {
      maxSpeedRpm: count(clinic.rpm),
      maxRcf: count(clinic.rcf),
      capacity: clinic.volume,
      weightKg: Number(clinic.weight),
      powerConsumptionW: count(clinic.power),
      warranty: clinic.warranty,
      orderNumber: clinic.order,
    },
    needs: [clinic.path],
  },
  {
    id: 'corvell/compare-meridia',
    kind: 'list',
    prompt:
      'Compare the models of the Meridia series: model name, max. speed, max. capacity, temperature range (null if not refrigerated), dimensions and noise level.',
    urls: [ORIGIN + meridia.path],
    schema: zod(
      record({
        models: list(
          record({
            model: text,
            maxSpeed: text,
            maxCapacity: text,
            temperatureRange: orNull(text),
            dimensions: text,
            noiseLevel: text,
          }),
        ),
      }),
    ),
    truth: {
      models: meridia.models.map((one) => ({
        model: one.name,
        maxSpeed: either(`${one.rpm} rpm`, one.rpm, count(one.rpm)),
        maxCapacity: one.volume,
        temperatureRange: one.cooling === undefined ? null : either(`${one.cooling} °C`, one.cooling),
        dimensions: either(`${one.size} mm`, one.size),
        noiseLevel: either(`${one.noise} dB(A)`, `${one.noise} dB`, one.noise),
      })),
    },
    needs: [meridia.path],
  },
  {
    id: 'corvell/rotors',
    kind: 'list-and-details',
    prompt: 'Collect all rotors with name, type, capacity, maximum speed in rpm, material and order number.',
    urls: [`${ORIGIN}/rotors`],
    schema: object({
      rotors: list(
        object({
          name: text,
          type: text,
          capacity: text,
          maxSpeed: described(integer, 'rpm'),
          material: text,
          orderNumber: text,
        }),
      ),
    }),
    truth: {
      rotors: ROTORS.map(({ name, kind, places, rpm, material, order }) => ({
        name: either(name, `Rotor ${name}`),
        type: kind,
        capacity: places,
        maxSpeed: count(rpm),
        material,
        orderNumber: order,
      })),
    },
    needs: ROTORS.map(({ path }) => path),
  },
  {
    id: 'corvell/manuals',
    kind: 'condition',
    prompt:
      'Only the operating manuals from the download page: title, languages, revision, date and file size.',
    urls: [ORIGIN],
    schema: object({
      manuals: list(object({ title: text, languages: text, revision: text, date, fileSize: text })),
    }),
    truth: {
      manuals: DOWNLOADS.filter(({ kind }) => kind === 'Manual').map(
        ({ title, languages, revision, date, size }) => ({
          title,
          languages,
          revision,
          date,
          fileSize: size,
        }),
      ),
    },
    needs: ['/downloads'],
  },
  {
    id: 'corvell/first-three',
    kind: 'first-few',
    prompt: 'Give me the first 3 products with name, order number, weight in kg and warranty.',
    urls: [`${ORIGIN}/products`],
    schema: object({
      products: list(
        object({ name: text, orderNumber: text, weight: described(number, 'Weight in kg'), warranty: text }),
      ),
    }),
    truth: {
      products: MODELS.slice(0, 3).map(({ name, order, weight, warranty }) => ({
        name,
        orderNumber: order,
        weight: Number(weight),
        warranty,
      })),
    },
    isOrdered: true,
    needs: ['/products', ...MODELS.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'corvell/company-free',
    kind: 'spread',
    prompt:
      'Who founded Corvell and in which year, what does a calibration on site cost, and who is the distributor in Denmark?',
    urls: [ORIGIN],
    truth: { founder: 'Torunn Hauge', founded: 1979, calibration: '€290', denmark: 'Nordlab ApS' },
    needs: ['/about', '/service', '/distributors'],
  },
  {
    id: 'corvell/strict-titan',
    kind: 'strict',
    prompt: 'For each model on this page: name, weight, max. RCF and number of programs.',
    urls: [ORIGIN + titan.path],
    strictConstrainToURLs: true,
    schema: zod(
      record({
        models: list(
          record({
            name: text,
            weightKg: number,
            maxRcf: described(integer, 'in x g'),
            programs: described(integer, 'Number of programs in the memory'),
          }),
        ),
      }),
    ),
    truth: {
      models: titan.models.map(({ name, weight, rcf, programs }) => ({
        name,
        weightKg: Number(weight),
        maxRcf: count(rcf),
        programs: Number(programs),
      })),
    },
    needs: [titan.path],
  },
  {
    id: 'corvell/titan-price',
    kind: 'missing',
    prompt:
      'Titan 6LR: temperature range, dimensions, noise level and list price in euros. Use null for what is not published.',
    urls: [ORIGIN],
    schema: zod(
      record({
        temperatureRange: orNull(text),
        dimensions: orNull(text),
        noiseLevel: orNull(text),
        listPrice: orNull(number),
      }),
    ),
    truth: {
      temperatureRange: either(`${bank.cooling} °C`, bank.cooling),
      dimensions: either(`${bank.size} mm`, bank.size),
      noiseLevel: null,
      listPrice: null,
    },
    needs: [bank.path],
  },
  {
    id: 'corvell/search-mp2',
    kind: 'search',
    prompt: 'Corvell microplate rotor MP-2: capacity, max speed and which centrifuge it fits',
    schema: object({ capacity: text, maxSpeed: text, fits: text }),
    truth: { capacity: plates.places, maxSpeed: either(`${plates.rpm} rpm`, plates.rpm), fits: plates.fits },
    needs: [plates.path],
  },
]
