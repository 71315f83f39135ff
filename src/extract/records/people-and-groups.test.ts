import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { D, I, N, T, frame, readShape, ul } from '../../../test/support/page-shapes.ts'
import type { Shape } from '../../../test/support/page-shapes.ts'

const CASES: readonly Shape[] = [
  {
    name: 'a table without heads',
    lang: 'de',
    list: 'vorstand',
    fields: { amt: T, name: T, telefon: T },
    html: frame(
      '<h1>Verein</h1><h2>Vorstand</h2><table><tr><td>1. Vorsitzende</td><td>Dr. Gesa Harms</td><td>05531 55 0171</td></tr><tr><td>Kassenwart</td><td>Uwe Petersen</td><td></td></tr><tr><td>Sportwart</td><td>Malte Quast</td><td>0171 555 0944</td></tr><tr><td>Jugendwartin</td><td>Renate Bock</td><td>05531 55 0175</td></tr></table>',
    ),
    expect: [
      { amt: '1. Vorsitzende', name: 'Dr. Gesa Harms', telefon: '05531 55 0171' },
      { amt: 'Kassenwart', name: 'Uwe Petersen' },
      { amt: 'Sportwart', name: 'Malte Quast', telefon: '0171 555 0944' },
      { amt: 'Jugendwartin', name: 'Renate Bock', telefon: '05531 55 0175' },
    ],
  },
  {
    name: 'cards that begin with the office',
    list: 'team',
    fields: { name: T, position: T, phone: T },
    html: frame(
      '<h1>Team</h1>' +
        [
          'Head of Sales|Ana Roth|020 7946 0112',
          'Accountant|Ben Cole|020 7946 0113',
          'Office Manager|Cy Dahl|020 7946 0114',
        ]
          .map((x) => {
            const [a, b, c] = x.split('|')
            return `<div class="box"><p>${a}</p><p><strong>${b}</strong></p><p>${c}</p></div>`
          })
          .join(''),
    ),
    expect: [
      { name: 'Ana Roth', position: 'Head of Sales', phone: '020 7946 0112' },
      { name: 'Ben Cole', position: 'Accountant', phone: '020 7946 0113' },
      { name: 'Cy Dahl', position: 'Office Manager', phone: '020 7946 0114' },
    ],
  },
  {
    name: 'a table with offices at its side',
    lang: 'fr',
    list: 'bureau',
    fields: { nom: T, fonction: T },
    html: frame(
      '<h1>Le bureau</h1><table><tr><th>Présidente</th><td>Claire Vasseur</td></tr><tr><th>Trésorier</th><td>Hugo Marchal</td></tr><tr><th>Secrétaire</th><td>Inès Boulay</td></tr></table>',
    ),
    expect: [
      { nom: 'Claire Vasseur', fonction: 'Présidente' },
      { nom: 'Hugo Marchal', fonction: 'Trésorier' },
      { nom: 'Inès Boulay', fonction: 'Secrétaire' },
    ],
  },
  {
    name: 'links under headings',
    lang: 'de',
    list: 'boote',
    fields: { name: T },
    html: frame(
      '<h1>Unsere Boote</h1><h2>Rennboote</h2>' +
        ul('<a href="/b/1">Weserwind</a>', '<a href="/b/2">Fulda</a>') +
        '<h2>Gigboote</h2>' +
        ul('<a href="/b/3">Alte Liebe</a>', '<a href="/b/4">Roland</a>') +
        '<h2>Kinderboote</h2>' +
        ul('<a href="/b/5">Otter</a>'),
    ),
    expect: ['Weserwind', 'Fulda', 'Alte Liebe', 'Roland', 'Otter'].map((name) => ({ name })),
  },
  {
    name: 'products under headings',
    list: 'products',
    fields: { name: T, price: N, category: T },
    html: frame(
      '<h1>Shop</h1><section><h2>Lamps</h2><div class="p"><a href="/1">Orla lamp</a> <span>£40.00</span></div><div class="p"><a href="/2">Kest lamp</a> <span>£55.00</span></div></section><section><h2>Chairs</h2><div class="p"><a href="/3">Dune chair</a> <span>£120.00</span></div><div class="p"><a href="/4">Fen stool</a> <span>£70.00</span></div></section>',
    ),
    expect: [
      { name: 'Orla lamp', price: 40, category: 'Lamps' },
      { name: 'Kest lamp', price: 55, category: 'Lamps' },
      { name: 'Dune chair', price: 120, category: 'Chairs' },
      { name: 'Fen stool', price: 70, category: 'Chairs' },
    ],
  },
  {
    name: 'doctors under departments',
    list: 'doctors',
    fields: { name: T, specialty: T, phone: T },
    html: frame(
      '<h1>Our doctors</h1><h2>Cardiology</h2><ul><li><a href="/d/1">Dr Ana Roth</a> – 01632 960 112</li><li><a href="/d/2">Dr Ben Cole</a> – 01632 960 113</li></ul><h2>Dermatology</h2><ul><li><a href="/d/3">Dr Cy Dahl</a> – 01632 960 114</li><li><a href="/d/4">Dr Di Ebner</a> – 01632 960 115</li></ul>',
    ),
    expect: [
      { name: 'Dr Ana Roth', specialty: 'Cardiology', phone: '01632 960 112' },
      { name: 'Dr Ben Cole', specialty: 'Cardiology', phone: '01632 960 113' },
      { name: 'Dr Cy Dahl', specialty: 'Dermatology', phone: '01632 960 114' },
      { name: 'Dr Di Ebner', specialty: 'Dermatology', phone: '01632 960 115' },
    ],
  },
  {
    name: 'rows under rows over the whole width',
    list: 'fares',
    fields: { category: T, type: T, price: N },
    html: frame(
      '<h1>Fares</h1><table><tr><th>Type</th><th>Price</th></tr><tr><td colspan="2">Passengers</td></tr><tr><td>Adult</td><td>£6.00</td></tr><tr><td>Child</td><td>£3.00</td></tr><tr><td colspan="2">Vehicles</td></tr><tr><td>Car</td><td>£18.00</td></tr><tr><td>Van</td><td>£28.00</td></tr></table>',
    ),
    expect: [
      { category: 'Passengers', type: 'Adult', price: 6 },
      { category: 'Passengers', type: 'Child', price: 3 },
      { category: 'Vehicles', type: 'Car', price: 18 },
      { category: 'Vehicles', type: 'Van', price: 28 },
    ],
  },
  {
    name: 'a table with a column for each',
    list: 'plans',
    fields: { name: T, price: N, users: I },
    html: frame(
      '<h1>Pricing</h1><table><tr><th></th><th>Starter</th><th>Team</th><th>Fleet</th></tr><tr><th>Price per month</th><td>$9</td><td>$29</td><td>$99</td></tr><tr><th>Users</th><td>1</td><td>10</td><td>50</td></tr></table>',
    ),
    expect: [
      { name: 'Starter', price: 9, users: 1 },
      { name: 'Team', price: 29, users: 10 },
      { name: 'Fleet', price: 99, users: 50 },
    ],
  },
  {
    name: 'the same without heads',
    list: 'plans',
    fields: { name: T, storage: T, price: N },
    html: frame(
      '<h1>Compare plans</h1><table><tr><td>Plan</td><td>Solo</td><td>Studio</td></tr><tr><td>Storage</td><td>5 GB</td><td>100 GB</td></tr><tr><td>Price</td><td>€4</td><td>€12</td></tr></table>',
    ),
    expect: [
      { name: 'Solo', storage: '5 GB', price: 4 },
      { name: 'Studio', storage: '100 GB', price: 12 },
    ],
  },
  {
    name: 'cells over several rows',
    list: 'rooms',
    fields: { building: T, room: T, seats: I },
    html: frame(
      '<h1>Rooms</h1><table><tr><th>Building</th><th>Room</th><th>Seats</th></tr><tr><td rowspan="2">North</td><td>N1</td><td>20</td></tr><tr><td>N2</td><td>35</td></tr><tr><td rowspan="2">South</td><td>S1</td><td>12</td></tr><tr><td>S2</td><td>60</td></tr></table>',
    ),
    expect: [
      { building: 'North', room: 'N1', seats: 20 },
      { building: 'North', room: 'N2', seats: 35 },
      { building: 'South', room: 'S1', seats: 12 },
      { building: 'South', room: 'S2', seats: 60 },
    ],
  },
  {
    name: 'tables of one kind',
    list: 'options',
    fields: { name: T, type: T, default: T, description: T },
    html: frame(
      '<h1>Configuration</h1><h2>Server</h2><table><thead><tr><th>Option</th><th>Type</th><th>Default</th><th>Description</th></tr></thead><tbody><tr><td><code>port</code></td><td>integer</td><td><code>8080</code></td><td>The port to listen on.</td></tr><tr><td><code>host</code></td><td>string</td><td><code>localhost</code></td><td>The address to bind.</td></tr></tbody></table><h2>Logging</h2><table><thead><tr><th>Option</th><th>Type</th><th>Default</th><th>Description</th></tr></thead><tbody><tr><td><code>level</code></td><td>string</td><td><code>info</code></td><td>How much is logged.</td></tr></tbody></table>',
    ),
    expect: [
      { name: 'port', type: 'integer', default: '8080', description: 'The port to listen on.' },
      { name: 'host', type: 'string', default: 'localhost', description: 'The address to bind.' },
      { name: 'level', type: 'string', default: 'info', description: 'How much is logged.' },
    ],
  },
  {
    name: 'notes',
    list: 'courses',
    fields: { course: T, fee: N },
    html: frame(
      '<h1>Courses</h1><table><thead><tr><th>Course</th><th>Fee</th></tr></thead><tbody><tr><td>Pottery<sup>1</sup></td><td>£80</td></tr><tr><td>Weaving</td><td>£95<sup>2</sup></td></tr><tr><td colspan="2">1 Clay included. 2 Members pay £80.</td></tr></tbody></table>',
    ),
    expect: [
      { course: 'Pottery', fee: 80 },
      { course: 'Weaving', fee: 95 },
    ],
  },
  {
    name: 'departures',
    list: 'departures',
    fields: { departure: T, arrival: T, ship: T },
    html: frame(
      '<h1>Timetable</h1><h2>Linn to Skarvay</h2><table><tr><th>Dep.</th><th>Arr.</th><th>Vessel</th></tr><tr><td>07:15</td><td>08:05</td><td>MV Astrid</td></tr><tr><td>12:30</td><td>13:20</td><td>MV Bera</td></tr></table>',
    ),
    expect: [
      { departure: '07:15', arrival: '08:05', ship: 'MV Astrid' },
      { departure: '12:30', arrival: '13:20', ship: 'MV Bera' },
    ],
  },
  {
    name: 'what one thing has',
    list: 'articles',
    fields: { title: T, date: D },
    html: frame(
      '<h1>Otter</h1><dl><dt>Type</dt><dd>Single</dd><dt>Built</dt><dd>2019</dd><dt>Weight</dt><dd>14 kg</dd></dl>',
    ),
    expect: undefined,
  },
  {
    name: 'a way back',
    list: 'products',
    fields: { name: T, url: { type: 'string', format: 'uri' } },
    html: `<div class="crumbs"><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/shop/lamps">Lamps</a></div><h1>Lamps</h1><div class="list"><div class="it"><a href="/shop/lamps/orla">Orla lamp</a></div><div class="it"><a href="/shop/lamps/kest">Kest lamp</a></div><div class="it"><a href="/shop/lamps/fen">Fen lamp</a></div></div>`,
    expect: [
      { name: 'Orla lamp', url: 'https://a.example/shop/lamps/orla' },
      { name: 'Kest lamp', url: 'https://a.example/shop/lamps/kest' },
      { name: 'Fen lamp', url: 'https://a.example/shop/lamps/fen' },
    ],
  },
]

describe('records of people, in groups and in tables', () => {
  for (const shape of CASES) it(`reads ${shape.name}`, () => assert.deepEqual(readShape(shape), shape.expect))
})
