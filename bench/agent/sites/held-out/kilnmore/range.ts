import { rows } from '../../../markup.ts'

export const SERIES = rows(
  ['code', 'name', 'line'],
  `
T | Toploaders | Round kilns that are filled from above. Light, quick and at home in a garage.
F | Frontloaders | Square kilns with a door, for studios that fire every day.
S | Test kilns | Small kilns for glaze tests, jewellery and enamel. They run from a wall socket.
`,
).map((row) => ({
  code: row.code!,
  name: row.name!,
  line: row.line!,
  path: `/${row.name!.toLowerCase().replaceAll(' ', '-')}.html`,
}))

export type Series = (typeof SERIES)[number]

export const MODELS = rows(
  [
    'name',
    'series',
    'volume',
    'inside',
    'outside',
    'temperature',
    'power',
    'supply',
    'weight',
    'controller',
    'price',
    'lead',
    'elements',
    'noise',
  ],
  `
KM T45 | T | 45 | Ø 40 × 36 cm | 62 × 70 × 78 cm | 1,300 | 3.2 | 230 V, 16 A | 58 | Pilot 2 | £1,480 | 2 weeks | 4 | -
KM T80 | T | 80 | Ø 48 × 45 cm | 70 × 78 × 86 cm | 1,300 | 5.5 | 400 V, 3 × 16 A | 84 | Pilot 2 | £1,920 | 2 weeks | 6 | -
KM T120 | T | 120 | Ø 58 × 46 cm | 80 × 88 × 88 cm | 1,320 | 8.8 | 400 V, 3 × 16 A | 112 | Pilot 5 | £2,450 | 3 weeks | 8 | -
KM F60 | F | 60 | 36 × 40 × 42 cm | 74 × 82 × 148 cm | 1,300 | 6.0 | 400 V, 3 × 16 A | 165 | Pilot 5 | £3,680 | 5 weeks | 8 | 41 dB
KM F110 | F | 110 | 46 × 46 × 52 cm | 84 × 90 × 160 cm | 1,320 | 9.5 | 400 V, 3 × 20 A | 238 | Pilot 5 | £4,790 | 5 weeks | 10 | 43 dB
KM F200 | F | 200 | 55 × 60 × 61 cm | 95 × 106 × 172 cm | 1,340 | 15.0 | 400 V, 3 × 32 A | 345 | Pilot 9 | £7,150 | 8 weeks | 15 | 46 dB
KM F320 | F | 320 | 65 × 68 × 73 cm | 108 × 118 × 188 cm | 1,340 | 22.0 | 400 V, 3 × 40 A | 490 | Pilot 9 | - | 10 weeks | 18 | -
KM S12 | S | 12 | 22 × 24 × 23 cm | 44 × 46 × 52 cm | 1,200 | 2.4 | 230 V, 13 A | 29 | Pilot 2 | £940 | 1 week | 2 | -
KM S20 | S | 20 | 26 × 28 × 28 cm | 48 × 52 × 58 cm | 1,280 | 2.9 | 230 V, 13 A | 37 | Pilot 2 | £1,190 | 1 week | 3 | -
`,
).map((row) => ({
  name: row.name!,
  series: SERIES.find(({ code }) => code === row.series)!,
  volume: Number(row.volume),
  inside: row.inside!,
  outside: row.outside!,
  temperature: row.temperature!,
  power: row.power!,
  supply: row.supply!,
  weight: Number(row.weight),
  controller: row.controller!,
  price: row.price ?? null,
  lead: row.lead!,
  elements: Number(row.elements),
  noise: row.noise ?? null,
  path: `/${row.name!.toLowerCase().replaceAll(' ', '-')}.html`,
}))

export type Model = (typeof MODELS)[number]

export const CONTROLLERS = rows(
  ['name', 'programs', 'segments', 'display', 'usb', 'wifi', 'thermocouple'],
  `
Pilot 2 | 8 | 4 | LED, 4 digits | no | no | Type K
Pilot 5 | 30 | 12 | LCD, 3.5 inch | yes | no | Type S
Pilot 9 | 100 | 40 | Touch screen, 7 inch | yes | yes | Type S
`,
).map((row) => ({
  name: row.name!,
  programs: Number(row.programs),
  segments: Number(row.segments),
  display: row.display!,
  hasUsb: row.usb === 'yes',
  hasWifi: row.wifi === 'yes',
  thermocouple: row.thermocouple!,
}))

export const DOWNLOADS = rows(
  ['title', 'version', 'date', 'languages', 'size', 'file'],
  `
Manual for toploaders | 4.1 | 2025-11-03 | EN, DE, FR | 3.4 MB | km-t-manual.pdf
Manual for frontloaders | 5.0 | 2026-02-16 | EN, DE, FR, ES | 6.8 MB | km-f-manual.pdf
Manual for test kilns | 2.3 | 2024-08-21 | EN, DE | 1.9 MB | km-s-manual.pdf
Pilot 2 quick guide | 1.2 | 2023-05-10 | EN | 0.4 MB | pilot2.pdf
Pilot 5 user guide | 3.0 | 2025-06-30 | EN, DE | 2.2 MB | pilot5.pdf
Pilot 9 user guide | 1.7 | 2026-03-09 | EN, DE, FR | 5.1 MB | pilot9.pdf
Declaration of conformity | 9 | 2026-01-05 | EN | 0.2 MB | conformity.pdf
`,
).map((row) => ({
  title: row.title!,
  version: row.version!,
  date: row.date!,
  languages: row.languages!,
  size: row.size!,
  file: row.file!,
}))

export const DEALERS = rows(
  ['country', 'name', 'town', 'phone', 'email', 'workshop'],
  `
United Kingdom | Clayhouse Supplies | Stoke-on-Trent | +44 1632 960 201 | shop@clayhouse.example | yes
United Kingdom | Potter’s Barrow | Bristol | +44 1632 960 257 | hello@pottersbarrow.example | no
United Kingdom | Northern Kiln Service | Hawick | +44 1632 960 290 | - | yes
Germany | Tonlager Süd | Augsburg | +49 555 443 120 | info@tonlager.example | yes
Germany | Keramikbedarf Nolte | Kassel | +49 555 871 066 | nolte@keramikbedarf.example | no
France | Terre et Feu | Limoges | +33 5 55 00 41 18 | contact@terreetfeu.example | yes
France | L’Atelier du Four | Nantes | +33 2 55 00 73 92 | - | no
`,
).map((row) => ({
  country: row.country!,
  name: row.name!,
  town: row.town!,
  phone: row.phone!,
  email: row.email ?? null,
  hasWorkshop: row.workshop === 'yes',
}))

export const COUNTRIES = [...new Set(DEALERS.map(({ country }) => country))].map((name) => ({
  name,
  path: `/dealers-${name.toLowerCase().replaceAll(' ', '-')}.html`,
}))

export const PARTS = rows(
  ['number', 'name', 'fits', 'price', 'page'],
  `
10-118 | Heating element, round | KM T45, KM T80 | £34.00 | 1
10-124 | Heating element, round, heavy | KM T120 | £41.50 | 1
10-310 | Heating element, wall | KM F60, KM F110 | £52.00 | 1
10-332 | Heating element, door | KM F200, KM F320 | £68.00 | 1
20-007 | Thermocouple type K | Pilot 2 | £29.00 | 1
20-015 | Thermocouple type S | Pilot 5, Pilot 9 | £145.00 | 1
30-201 | Lid seal | KM T45, KM T80, KM T120 | £18.50 | 2
30-244 | Door seal | KM F60, KM F110, KM F200, KM F320 | £27.00 | 2
40-060 | Shelf, round, half | KM T80 | £22.00 | 2
40-071 | Shelf, square | KM F110 | £36.00 | 2
50-002 | Solid-state relay | all models | £48.00 | 2
`,
).map((row) => ({
  number: row.number!,
  name: row.name!,
  fits: row.fits!,
  price: row.price!,
  page: Number(row.page),
}))

export const PART_PAGES = ['/spare-parts.html', '/spare-parts-2.html']

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}

export function modelsIn(code: string): Model[] {
  return MODELS.filter(({ series }) => series.code === code)
}
