import { rows, slug } from '../../../markup.ts'

export const MODELS = rows(
  [
    'name',
    'family',
    'price',
    'motor',
    'torque',
    'battery',
    'range',
    'weight',
    'gears',
    'brakes',
    'load',
    'colours',
  ],
  `
Aare City 3 | City | 2690 | Brenn M50 | 50 | 418 | 85 | 21.4 | 7 | Hydraulic disc | 130 | Moss, Chalk
Aare City 5 | City | 3290 | Brenn M60 | 60 | 545 | 110 | 22.1 | 8 | Hydraulic disc | 140 | Moss, Ink, Chalk
Aare City 5 Low | City | 3340 | Brenn M60 | 60 | 545 | 110 | 22.6 | 8 | Hydraulic disc | 140 | Ink, Rust
Limmat Tour 4 | Touring | 3790 | Brenn M75 | 75 | 625 | 125 | 24.0 | 9 | Hydraulic disc | 150 | Slate
Limmat Tour 7 | Touring | 4690 | Brenn M85 | 85 | 750 | 150 | 24.9 | 12 | Four-piston disc | 150 | Slate, Copper
Limmat Tour 7 ABS | Touring | 5190 | Brenn M85 | 85 | 750 | 150 | 25.3 | 12 | Four-piston disc with ABS | 150 | Copper
Reuss Cargo One | Cargo | 5490 | Heft C90 | 90 | 725 | 70 | 34.5 | 5 | Four-piston disc | 220 | Signal, Ink
Reuss Cargo Twin | Cargo | 6790 | Heft C90 | 90 | 1450 | 130 | 38.2 | - | Four-piston disc | 250 | Signal
Inn Trail 120 | Mountain | 4990 | Brenn M85 | 85 | 625 | - | 22.8 | 12 | Four-piston disc | 125 | Fern, Ember
Inn Trail 150 | Mountain | 5990 | Brenn M90 | 90 | 750 | - | 23.7 | 12 | Four-piston disc | 125 | Fern
Inn Trail 150 Carbon | Mountain | 8490 | Brenn M90 | 90 | 750 | - | 20.9 | 12 | Four-piston disc | 120 | Raw, Ember
Rhone Gravel S | Gravel | 4290 | Whisper X20 | 40 | 290 | 90 | 14.9 | 11 | Hydraulic disc | 120 | Sand
Rhone Gravel SL | Gravel | 5890 | Whisper X20 | 40 | 290 | 95 | 13.2 | 12 | Hydraulic disc | 115 | Sand, Night
Ticino Fold 20 | Folding | 2490 | Whisper H30 | 30 | 252 | 45 | 17.8 | 3 | Rim | 110 | Lemon, Ink
Jura Kids 24 | Kids | 1990 | Whisper H20 | 20 | 200 | 35 | 15.1 | 8 | Hydraulic disc | 80 | Sky, Ember
`,
).map((row) => ({
  name: row.name!,
  family: row.family!,
  price: Number(row.price),
  motor: row.motor!,
  torque: Number(row.torque),
  battery: Number(row.battery),
  range: row.range === undefined ? null : Number(row.range),
  weight: Number(row.weight),
  gears: row.gears === undefined ? null : Number(row.gears),
  brakes: row.brakes!,
  load: Number(row.load),
  colours: row.colours!.split(', '),
  path: `/models/${slug(row.name!)}.html`,
}))

export type Model = (typeof MODELS)[number]

export const DEALERS = rows(
  ['name', 'city', 'street', 'phone', 'workshop'],
  `
Velo Kessler | Bern | Länggassstrasse 51 | +41 31 555 04 12 | yes
Radhaus am See | Zürich | Seefeldstrasse 118 | +41 44 555 71 09 | yes
Cycles Bonvin | Lausanne | Rue de Genève 22 | +41 21 555 33 80 | no
Zweirad Imhof | Luzern | Baselstrasse 7 | - | yes
Bici Ticino | Lugano | Via Cassarate 3 | +41 91 555 60 25 | no
`,
).map((row) => ({
  name: row.name!,
  city: row.city!,
  street: row.street!,
  phone: row.phone ?? null,
  hasWorkshop: row.workshop === 'yes',
}))
