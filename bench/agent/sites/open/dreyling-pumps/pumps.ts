import { rows, slug } from '../../../markup.ts'

/** Submersible drainage pumps. */
export const KD = rows(
  ['model', 'flow', 'head', 'power', 'voltage', 'weight', 'cable', 'outlet', 'solids', 'class'],
  `
KD 25 | 180 | 7.5 | 0.25 | 230 V | 5.4 | 10 | G 1¼ | 10 | IP68
KD 40 | 290 | 11 | 0.55 | 230 V | 9.8 | 10 | G 1½ | 10 | IP68
KD 55 | 420 | 14.5 | 0.9 | 230 V | 13.2 | 15 | G 2 | 25 | IP68
KD 80 | 760 | 19 | 1.5 | 400 V | 21.5 | 20 | G 2½ | 25 | IP68
KD 110 | 1150 | 23.5 | 2.2 | 400 V | 34.0 | 20 | G 3 | - | IP68
`,
).map((row) => ({
  model: row.model!,
  flow: Number(row.flow),
  head: Number(row.head),
  power: Number(row.power),
  voltage: row.voltage!,
  weight: row.weight!,
  cable: row.cable!,
  outlet: row.outlet!,
  solids: row.solids ?? null,
  class: row.class!,
  path: `/pumps/${slug(row.model!)}`,
}))

/** Multistage booster pumps. */
export const RV = rows(
  ['model', 'flow', 'head', 'stages', 'power', 'pressure', 'noise', 'weight', 'length', 'temperature'],
  `
RV 3-20 | 3 | 21 | 3 | 0.37 | 6 | 52 | 8.7 | 342 | 60
RV 5-30 | 5 | 32 | 4 | 0.75 | 6 | 56 | 11.9 | 378 | 60
RV 5-45 | 5 | 46 | 6 | 1.1 | 10 | 58 | 14.6 | 430 | 60
RV 9-60 | 9 | 61 | 7 | 2.2 | 10 | - | 23.8 | 517 | 90
`,
).map((row) => ({
  model: row.model!,
  flow: Number(row.flow),
  head: Number(row.head),
  stages: Number(row.stages),
  power: Number(row.power),
  pressure: Number(row.pressure),
  noise: row.noise === undefined ? null : Number(row.noise),
  weight: Number(row.weight),
  length: Number(row.length),
  temperature: Number(row.temperature),
  path: `/pumps/${slug(row.model!)}`,
}))

/** Transfer pumps, each with a motor for one phase and one for three. */
export const TX = rows(
  ['model', 'flow', 'head', 'fluid', 'power', 'current', 'speed', 'noise', 'weight', 'part'],
  `
TX 30 | 30 | 25 | Water, diesel | 0.37 / 0.37 | 2.8 / 1.1 | 2,850 / 2,860 | 64 / 63 | 7.1 / 6.8 | 71030-1 / 71030-3
TX 50 | 52 | 38 | Water, diesel, glycol | 0.75 / 0.8 | 5.2 / 1.9 | 2,840 / 2,880 | 68 / 66 | 10.4 / 9.9 | 71050-1 / 71050-3
TX 80 | 84 | 44 | Water, diesel, glycol | 1.5 / 1.6 | 9.6 / 3.5 | 2,820 / 2,890 | 73 / 70 | 16.5 / 15.2 | 71080-1 / 71080-3
`,
).map((row) => {
  const pair = (cell: string) => cell.split(' / ') as [string, string]
  return {
    model: row.model!,
    flow: Number(row.flow),
    head: Number(row.head),
    fluid: row.fluid!,
    power: pair(row.power!),
    current: pair(row.current!),
    speed: pair(row.speed!),
    noise: pair(row.noise!),
    weight: pair(row.weight!),
    part: pair(row.part!),
    path: `/pumps/${slug(row.model!)}`,
  }
})

export const ACCESSORIES = rows(
  ['part', 'name', 'fits', 'price'],
  `
90110 | Float switch, 5 m cable | KD 25, KD 40, KD 55 | €38.50
90124 | Lay-flat hose 2", 20 m | KD 55 | €112.00
90131 | Stainless lifting chain, 5 m | KD 80, KD 110 | €64.90
90205 | Pressure switch 1–5 bar | all RV | €29.80
90212 | Diaphragm tank, 24 l | all RV | €86.00
90218 | Dry-run guard | all RV | €141.20
90307 | Automatic nozzle, diesel | TX 50, TX 80 | €97.40
90315 | Suction strainer, 1" | all TX | €22.60
`,
).map((row) => ({ part: row.part!, name: row.name!, fits: row.fits!, price: row.price! }))

export const DISTRIBUTORS = rows(
  ['country', 'company', 'city', 'phone', 'email'],
  `
Austria | Wassertechnik Moser GmbH | Linz | +43 732 555 0180 | verkauf@moser-wt.example
Denmark | Pumpehuset A/S | Odense | +45 65 55 01 22 | salg@pumpehuset.example
Ireland | Corrib Fluid Systems Ltd | Galway | +353 91 555 630 | sales@corribfluid.example
Netherlands | De Gooijer Pompen B.V. | Zwolle | +31 38 555 7140 | info@degooijer.example
Norway | Fjordpumper AS | Bergen | +47 55 55 08 16 | post@fjordpumper.example
Poland | Hydrowent Sp. z o.o. | Poznań | +48 61 555 29 03 | -
`,
).map((row) => ({
  country: row.country!,
  company: row.company!,
  city: row.city!,
  phone: row.phone!,
  email: row.email ?? null,
}))

export const NEWS = rows(
  ['date', 'title', 'text'],
  `
June 9, 2026 | New RV 9-60 for hot water | Our largest booster takes water of up to 90 °C. Deliveries start in September.
April 21, 2026 | Dreyling at the Hanover fair | Visit us in hall 4, stand C31. We bring a cut-open TX 80.
January 15, 2026 | Price list 2026 | Accessories go up by 3 percent on average. Pump prices stay as they are.
`,
).map((row) => ({ date: row.date!, title: row.title!, text: row.text!, path: `/news/${slug(row.title!)}` }))

export const SERIES = [
  { name: 'KD', title: 'KD series', about: 'Submersible drainage pumps', path: '/products/kd-series' },
  { name: 'RV', title: 'RV series', about: 'Multistage booster pumps', path: '/products/rv-series' },
  { name: 'TX', title: 'TX series', about: 'Self-priming transfer pumps', path: '/products/tx-series' },
]
