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
import { CONTROLLERS, COUNTRIES, DEALERS, DOWNLOADS, MODELS, modelsIn, PART_PAGES, PARTS } from './range.ts'

const ORIGIN = originOf('kilnmore')

function model(name: string) {
  return MODELS.find((one) => one.name === name)!
}

function amount(figure: string): number {
  return Number(figure.replaceAll(/[£,]/g, ''))
}

const f110 = model('KM F110')
const f320 = model('KM F320')
const s20 = model('KM S20')
const front = modelsIn('F')
const top = modelsIn('T')
const workshops = DEALERS.filter(({ hasWorkshop }) => hasWorkshop)

export const tasks: Task[] = [
  {
    id: 'kilnmore/f110',
    kind: 'entity',
    prompt:
      'Get the technical data of the KM F110: chamber volume in litres, inside dimensions, maximum temperature in °C, rated power in kW, connection, weight in kg, number of heating elements and lead time.',
    urls: [ORIGIN],
    schema: object({
      volumeLitres: number,
      insideDimensions: text,
      maxTemperature: number,
      ratedPowerKw: number,
      connection: text,
      weightKg: number,
      heatingElements: integer,
      leadTime: text,
    }),
    truth: {
      volumeLitres: f110.volume,
      insideDimensions: f110.inside,
      maxTemperature: amount(f110.temperature),
      ratedPowerKw: Number(f110.power),
      connection: f110.supply,
      weightKg: f110.weight,
      heatingElements: f110.elements,
      leadTime: f110.lead,
    },
    needs: [f110.path],
  },
  {
    id: 'kilnmore/toploaders',
    kind: 'list',
    prompt: 'Compare the toploader kilns: model, volume, max temperature, power, weight and price (ex VAT).',
    urls: [`${ORIGIN}/toploaders.html`],
    schema: zod(
      record({
        models: list(
          record({
            model: text,
            volume: described(number, 'litres'),
            maxTemperature: described(number, '°C'),
            power: described(number, 'kW'),
            weight: described(number, 'kg'),
            price: described(number, 'GBP'),
          }),
        ),
      }),
    ),
    truth: {
      models: top.map(({ name, volume, temperature, power, weight, price }) => ({
        model: name,
        volume,
        maxTemperature: amount(temperature),
        power: Number(power),
        weight,
        price: amount(price!),
      })),
    },
    needs: ['/toploaders.html'],
  },
  {
    id: 'kilnmore/frontloaders',
    kind: 'list-and-details',
    prompt:
      'For every frontloader kiln I need the model name, electrical connection, outside dimensions, noise level and lead time from its data sheet.',
    urls: [`${ORIGIN}/kilns.html`],
    schema: object({
      kilns: list(
        object({
          model: text,
          connection: text,
          outsideDimensions: text,
          noiseLevel: described({ type: ['string', 'null'] }, 'null if not given'),
          leadTime: text,
        }),
      ),
    }),
    truth: {
      kilns: front.map(({ name, supply, outside, noise, lead }) => ({
        model: name,
        connection: supply,
        outsideDimensions: outside,
        noiseLevel: noise,
        leadTime: lead,
      })),
    },
    needs: front.map(({ path }) => path),
  },
  {
    id: 'kilnmore/spare-parts',
    kind: 'list',
    prompt: 'Extract the complete spare parts list with part number, description and price.',
    urls: [`${ORIGIN}/spare-parts.html`],
    schema: object({
      parts: list(object({ partNumber: text, description: text, price: number })),
    }),
    truth: {
      parts: PARTS.map(({ number: code, name, price }) => ({
        partNumber: code,
        description: name,
        price: amount(price),
      })),
    },
    needs: PART_PAGES,
  },
  {
    id: 'kilnmore/workshops',
    kind: 'condition',
    prompt: 'Find all dealers that have a service workshop: name, town, country and phone number.',
    urls: [`${ORIGIN}/dealers.html`],
    schema: zod(record({ dealers: list(record({ name: text, town: text, country: text, phone: text })) })),
    truth: {
      dealers: workshops.map(({ name, town, country, phone }) => ({ name, town, country, phone })),
    },
    needs: COUNTRIES.map(({ path }) => path),
  },
  {
    id: 'kilnmore/first-downloads',
    kind: 'first-few',
    prompt: 'Give me the first three documents in the downloads with version, date and file size.',
    urls: [ORIGIN],
    schema: object({
      documents: list(object({ title: text, version: text, date, size: text })),
    }),
    truth: {
      documents: DOWNLOADS.slice(0, 3).map(({ title, version, date: day, size }) => ({
        title,
        version,
        date: day,
        size,
      })),
    },
    isOrdered: true,
    needs: ['/downloads.html'],
  },
  {
    id: 'kilnmore/company',
    kind: 'spread',
    prompt:
      'Fill in our supplier form for Kilnmore: founded in, number of employees, service phone, e-mail, warranty in months.',
    urls: [ORIGIN],
    schema: zod(
      record({
        foundedYear: integer,
        employees: integer,
        servicePhone: text,
        email: text,
        warrantyMonths: described(integer, 'Warranty on the body of a kiln'),
      }),
    ),
    truth: {
      foundedYear: 1968,
      employees: 44,
      servicePhone: '+44 1632 960 188',
      email: 'office@kilnmore.example',
      warrantyMonths: 36,
    },
    needs: ['/company.html', '/contact.html', '/warranty.html'],
  },
  {
    id: 'kilnmore/f320-price',
    kind: 'missing',
    prompt: 'KM F320: price ex VAT, noise level and weight in kg',
    urls: [`${ORIGIN}/frontloaders.html`],
    schema: zod(record({ price: orNull(number), noiseLevel: orNull(text), weight: orNull(number) })),
    truth: { price: null, noiseLevel: null, weight: f320.weight },
    needs: [f320.path],
  },
  {
    id: 'kilnmore/strict-controllers',
    kind: 'strict',
    prompt: 'List the controllers with number of programs, display and whether they have Wi-Fi and USB.',
    urls: [`${ORIGIN}/controllers.html`],
    strictConstrainToURLs: true,
    schema: object({
      controllers: list(
        object({ name: text, programs: integer, display: text, wifi: boolean, usb: boolean }),
      ),
    }),
    truth: {
      controllers: CONTROLLERS.map(({ name, programs, display, hasWifi, hasUsb }) => ({
        name,
        programs,
        display,
        wifi: hasWifi,
        usb: hasUsb,
      })),
    },
    needs: ['/controllers.html'],
  },
  {
    id: 'kilnmore/search-s20-free',
    kind: 'search',
    prompt: 'Kilnmore KM S20 test kiln: electrical connection, inside dimensions and lead time',
    truth: { connection: s20.supply, insideDimensions: s20.inside, leadTime: s20.lead },
    needs: [s20.path],
  },
]
