import { rows, slug } from '../../../markup.ts'

/** The machines, series by series; a `-` is a row that the data sheet does not have. */
export const MODELS = rows(
  [
    'name',
    'series',
    'line',
    'order',
    'rpm',
    'rcf',
    'volume',
    'cooling',
    'timer',
    'noise',
    'power',
    'size',
    'weight',
    'programs',
    'warranty',
    'launched',
  ],
  `
Pico 12 | Pico | The personal micro centrifuge | CV-1012 | 12,000 | 9,660 | 12 x 2 ml | - | 0 to 30 min | 49 | 90 | 190 x 220 x 130 | 2.8 | - | 2 years | 2021
Pico 18 | Pico | Small footprint, full speed | CV-1018 | 14,500 | 15,280 | 18 x 2 ml | - | 0 to 99 min | 54 | 140 | 225 x 260 x 150 | 4.6 | 5 | 2 years | 2022
Pico 24R | Pico | Cold spins for sensitive samples | CV-1024R | 15,200 | 21,950 | 24 x 2 ml | -10 to +40 | 0 to 99 min | 52 | 320 | 290 x 480 x 260 | 19.5 | 30 | 3 years | 2023
Meridia 400 | Meridia | The clinical workhorse | CV-2400 | 6,000 | 4,420 | 4 x 100 ml | - | 0 to 99 min | 56 | 280 | 370 x 430 x 260 | 24 | 20 | 3 years | 2018
Meridia 600 | Meridia | More tubes, same bench | CV-2600 | 5,500 | 4,260 | 6 x 100 ml | - | 0 to 99 min | 58 | 360 | 410 x 480 x 290 | 31 | 50 | 3 years | 2019
Meridia 600R | Meridia | Refrigerated, for blood and cells | CV-2600R | 5,500 | 4,260 | 6 x 100 ml | -9 to +40 | 0 to 99 min | 57 | 780 | 410 x 690 x 290 | 58 | 50 | 3 years | 2020
Titan 3L | Titan | Three litres in one run | CV-3300 | 5,100 | 5,240 | 4 x 750 ml | - | 0 to 999 min | 61 | 1,100 | 580 x 640 x 420 | 92 | 99 | 5 years | 2020
Titan 3LR | Titan | Three litres, refrigerated | CV-3300R | 5,100 | 5,240 | 4 x 750 ml | -20 to +40 | 0 to 999 min | 60 | 1,900 | 580 x 860 x 420 | 138 | 99 | 5 years | 2021
Titan 6LR | Titan | Floor-standing, for blood banks | CV-3600R | 4,700 | 6,510 | 6 x 1,000 ml | -20 to +40 | 0 to 999 min | - | 3,400 | 720 x 860 x 960 | 285 | 120 | 5 years | 2024
`,
).map((row) => ({
  name: row.name!,
  series: row.series!,
  line: row.line!,
  order: row.order!,
  rpm: row.rpm!,
  rcf: row.rcf!,
  volume: row.volume!,
  cooling: row.cooling,
  timer: row.timer!,
  noise: row.noise,
  power: row.power!,
  size: row.size!,
  weight: row.weight!,
  programs: row.programs,
  warranty: row.warranty!,
  launched: row.launched!,
  path: `/products/${slug(row.name!)}`,
}))

export type Model = (typeof MODELS)[number]

export const SERIES = [
  { name: 'Pico', line: 'Micro centrifuges for tubes of up to 2 ml' },
  { name: 'Meridia', line: 'Bench-top centrifuges for clinics and teaching labs' },
  { name: 'Titan', line: 'Large volumes for production and blood banks' },
].map((one) => ({
  ...one,
  path: `/series/${slug(one.name)}`,
  models: MODELS.filter(({ series }) => series === one.name),
}))

export type Series = (typeof SERIES)[number]

/** The rows of a data sheet by their groups. */
export const SHEET: { group: string; rows: [string, (model: Model) => string | undefined][] }[] = [
  {
    group: 'Performance',
    rows: [
      ['Max. speed', ({ rpm }) => `${rpm} rpm`],
      ['Max. RCF', ({ rcf }) => `${rcf} x g`],
      ['Max. capacity', ({ volume }) => volume],
      ['Temperature range', ({ cooling }) => cooling && `${cooling} °C`],
      ['Timer', ({ timer }) => timer],
      ['Program memory', ({ programs }) => programs && `${programs} programs`],
    ],
  },
  {
    group: 'Physical',
    rows: [
      ['Dimensions (W x D x H)', ({ size }) => `${size} mm`],
      ['Weight', ({ weight }) => `${weight} kg`],
      ['Noise level', ({ noise }) => noise && `${noise} dB(A)`],
    ],
  },
  {
    group: 'Electrical and ordering',
    rows: [
      ['Power consumption', ({ power }) => `${power} W`],
      ['Supply', ({ series }) => (series === 'Titan' ? '230 V, 50 Hz' : '100 to 240 V, 50/60 Hz')],
      ['Warranty', ({ warranty }) => warranty],
      ['Order no.', ({ order }) => order],
    ],
  },
]

export const ROTORS = rows(
  ['name', 'kind', 'order', 'places', 'rpm', 'angle', 'material', 'fits'],
  `
FA-24 | Fixed angle | CV-R024 | 24 x 2 ml | 15,200 | 45° | Aluminium | Pico 24R
FA-18 | Fixed angle | CV-R018 | 18 x 2 ml | 14,500 | 45° | Polypropylene | Pico 18
FA-06H | Fixed angle | CV-R006 | 6 x 50 ml | 9,000 | 28° | Aluminium | Meridia 600, Meridia 600R
SW-04 | Swing-out | CV-R104 | 4 x 100 ml | 4,500 | - | Steel | Meridia 400
SW-06 | Swing-out | CV-R106 | 6 x 100 ml | 4,200 | - | Steel | Meridia 600, Meridia 600R
SW-750 | Swing-out | CV-R750 | 4 x 750 ml | 4,600 | - | Titanium | Titan 3L, Titan 3LR
MP-2 | Microplate | CV-R202 | 2 x 3 plates | 3,800 | - | Aluminium | Titan 3L
`,
).map((row) => ({
  name: row.name!,
  kind: row.kind!,
  order: row.order!,
  places: row.places!,
  rpm: row.rpm!,
  angle: row.angle,
  material: row.material!,
  fits: row.fits!,
  path: `/rotors/${slug(row.name!)}`,
}))

export type Rotor = (typeof ROTORS)[number]

export const DOWNLOADS = rows(
  ['title', 'kind', 'languages', 'revision', 'date', 'size'],
  `
Pico series operating manual | Manual | EN, DE, FR | 4.1 | 2026-03-16 | 5.8 MB
Meridia series operating manual | Manual | EN, DE, FR, ES | 7.0 | 2025-11-04 | 8.2 MB
Titan series operating manual | Manual | EN, DE | 3.2 | 2026-01-28 | 11.4 MB
Pico 24R data sheet | Data sheet | EN | 1.3 | 2025-09-19 | 410 KB
Meridia 600R data sheet | Data sheet | EN, DE | 2.0 | 2024-12-02 | 380 KB
Titan 6LR data sheet | Data sheet | EN | 1.0 | 2024-05-21 | 455 KB
Rotor compatibility chart | Chart | EN | 9 | 2026-04-08 | 190 KB
Declaration of conformity, all models | Certificate | EN | 12 | 2025-07-01 | 96 KB
Firmware 2.14 for Meridia | Firmware | - | 2.14 | 2026-05-13 | 2.1 MB
`,
).map((row) => ({
  title: row.title!,
  kind: row.kind!,
  languages: row.languages,
  revision: row.revision!,
  date: row.date!,
  size: row.size!,
}))

export const DISTRIBUTORS = rows(
  ['country', 'name', 'city', 'phone', 'email'],
  `
Austria | Labortechnik Wiesinger | Graz | +43 316 555 0140 | office@wiesinger.example
Denmark | Nordlab ApS | Odense | +45 65 55 01 22 | salg@nordlab.example
France | Sciences Vallier | Lyon | +33 4 78 55 01 90 | contact@vallier.example
Ireland | Greenlab Supplies | Cork | +353 21 555 0166 | sales@greenlab.example
Poland | Wirówka Sp. z o.o. | Poznań | +48 61 555 01 07 | biuro@wirowka.example
`,
)

export const NEWS = [
  {
    title: 'Firmware 2.14 for the Meridia series',
    date: 'May 13, 2026',
    text: 'The update brings a pre-cooling mode and a brake with ten steps. It can be installed by the user with a USB stick.',
  },
  {
    title: 'Titan 6LR receives the Lab Design Award',
    date: 'May 6, 2026',
    text: 'The jury liked the lid that opens with one finger. The award was handed over in Basel.',
  },
  {
    title: 'New test hall in Aldersund',
    date: 'February 19, 2026',
    text: 'We spent 4.5 million euros on 1,800 square metres, and every machine now runs for 24 hours before it leaves us.',
  },
].map((one) => ({ ...one, path: `/news/${slug(one.title)}` }))
