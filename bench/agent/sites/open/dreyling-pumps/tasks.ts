import { described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Either, Task } from '../../../task.ts'
import { ACCESSORIES, DISTRIBUTORS, KD, RV, SERIES, TX } from './pumps.ts'

const ORIGIN = originOf('dreyling-pumps')

/** With and without its maker. */
function named(model: string): Either {
  return either(model, `Dreyling ${model}`)
}

const [kd, rv] = SERIES as [(typeof SERIES)[number], (typeof SERIES)[number]]
const largest = KD.find(({ model }) => model === 'KD 110')!
const [, medium, strong] = TX as [unknown, (typeof TX)[number], (typeof TX)[number]]
const norway = DISTRIBUTORS.find(({ country }) => country === 'Norway')!

export const tasks: Task[] = [
  {
    id: 'dreyling-pumps/rv-table',
    kind: 'list',
    prompt:
      'Give me the RV series as a list: model, nominal flow in m³/h, maximum head in m, number of stages and rated power in kW.',
    urls: [ORIGIN],
    schema: object({
      pumps: list(object({ model: text, flow: number, max_head: number, stages: integer, power_kw: number })),
    }),
    truth: {
      pumps: RV.map(({ model, flow, head, stages, power }) => ({
        model: named(model),
        flow,
        max_head: head,
        stages,
        power_kw: power,
      })),
    },
    needs: [rv.path],
  },
  {
    id: 'dreyling-pumps/rv-sheets',
    kind: 'list-and-details',
    prompt:
      'For each booster pump in the RV series get the model name, net weight (kg), sound pressure level in dB(A), max. operating pressure in bar and max. liquid temperature. Put null where the data sheet has no value.',
    urls: [ORIGIN + rv.path],
    schema: zod(
      record({
        pumps: list(
          record({
            model: text,
            weight_kg: number,
            noise_db: orNull(number),
            max_pressure_bar: number,
            max_temperature_c: described(number, 'maximum liquid temperature in °C'),
          }),
        ),
      }),
    ),
    truth: {
      pumps: RV.map(({ model, weight, noise, pressure, temperature }) => ({
        model: named(model),
        weight_kg: weight,
        noise_db: noise,
        max_pressure_bar: pressure,
        max_temperature_c: temperature,
      })),
    },
    needs: [rv.path, ...RV.map(({ path }) => path)],
  },
  {
    id: 'dreyling-pumps/tx-50-three-phase',
    kind: 'entity',
    prompt: 'I need the technical data of the TX 50 in the 400 V version.',
    urls: [`${ORIGIN}/products`],
    schema: object({
      part_number: text,
      rated_power_kw: number,
      rated_current_a: number,
      speed_rpm: integer,
      weight_kg: number,
      max_flow: described(number, 'l/min'),
    }),
    truth: {
      part_number: medium.part[1],
      rated_power_kw: Number(medium.power[1]),
      rated_current_a: Number(medium.current[1]),
      speed_rpm: 2880,
      weight_kg: Number(medium.weight[1]),
      max_flow: medium.flow,
    },
    needs: [medium.path],
  },
  {
    id: 'dreyling-pumps/high-head',
    kind: 'condition',
    prompt:
      'Only the KD pumps with a maximum head above 12 m: model, max flow (l/min), max head (m), voltage',
    urls: [ORIGIN + kd.path],
    schema: object({
      pumps: list(object({ model: text, max_flow: number, max_head: number, voltage: text })),
    }),
    truth: {
      pumps: KD.filter(({ head }) => head > 12).map(({ model, flow, head, voltage }) => ({
        model: named(model),
        max_flow: flow,
        max_head: head,
        voltage: either(voltage, voltage.replace(' V', ''), `${voltage}, 50 Hz`),
      })),
    },
    needs: [kd.path],
  },
  {
    id: 'dreyling-pumps/kd-weights',
    kind: 'list-and-details',
    prompt: 'Make a list of all KD drainage pumps with weight, cable length and outlet size.',
    urls: [`${ORIGIN}/products`],
    schema: object({
      pumps: list(
        object({
          model: text,
          weight: described(number, 'kg'),
          cable_length: described(number, 'm'),
          outlet: text,
        }),
      ),
    }),
    truth: {
      pumps: KD.map(({ model, weight, cable, outlet }) => ({
        model: named(model),
        weight: Number(weight),
        cable_length: Number(cable),
        outlet,
      })),
    },
    needs: [kd.path, ...KD.map(({ path }) => path)],
  },
  {
    id: 'dreyling-pumps/kd-110',
    kind: 'missing',
    prompt:
      'Dreyling KD 110: protection class, free passage in mm, noise level and price. Answer null for anything that is not published.',
    urls: [ORIGIN],
    schema: zod(
      record({
        protection_class: orNull(text),
        free_passage_mm: orNull(number),
        noise_level: orNull(text),
        price: orNull(number),
      }),
    ),
    truth: { protection_class: largest.class, free_passage_mm: null, noise_level: null, price: null },
    needs: [largest.path],
  },
  {
    id: 'dreyling-pumps/strict-variants',
    kind: 'strict',
    prompt:
      'Extract both motor variants with voltage, part number, rated power (kW), rated current (A) and noise level (dB(A)).',
    urls: [ORIGIN + strong.path],
    strictConstrainToURLs: true,
    schema: object({
      model: text,
      variants: list(
        object({ voltage: text, part_number: text, power: number, current: number, noise_level: number }),
      ),
    }),
    truth: {
      model: named(strong.model),
      variants: ['1~ 230 V', '3~ 400 V'].map((voltage, at) => ({
        voltage: either(voltage, voltage.slice(3), voltage.slice(3, 6)),
        part_number: strong.part[at],
        power: Number(strong.power[at]),
        current: Number(strong.current[at]),
        noise_level: Number(strong.noise[at]),
      })),
    },
    needs: [strong.path],
  },
  {
    id: 'dreyling-pumps/norway',
    kind: 'search',
    prompt: 'Who distributes Dreyling pumps in Norway? I need the company, the city and the phone number.',
    schema: object({ company: text, city: text, phone: text }),
    truth: { company: norway.company, city: norway.city, phone: norway.phone },
    needs: ['/distributors'],
  },
  {
    id: 'dreyling-pumps/warranty',
    kind: 'search',
    prompt: 'How long is the warranty on Dreyling pumps and what is the number of the service hotline?',
    truth: { warranty: '36 months', hotline: '+49 5251 555 84' },
    needs: ['/service'],
  },
  {
    id: 'dreyling-pumps/rv-accessories',
    kind: 'condition',
    prompt: 'Which accessories fit the RV pumps? List part number, description and list price.',
    urls: [ORIGIN],
    truth: ACCESSORIES.filter(({ fits }) => fits === 'all RV').map(({ part, name, price }) => ({
      part,
      name,
      price,
    })),
    needs: ['/accessories'],
  },
]
