import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { assignAll } from './assign.ts'
import { controlsOf } from './controls.ts'
import { segmentsOf } from './segments.ts'

const field = (ref: string, name: string, more: MadeElement = {}): MadeElement => ({
  ref,
  name,
  tag: 'input',
  role: 'textbox',
  type: 'text',
  value: '',
  editable: true,
  clickable: true,
  ...more,
})
const list = (ref: string, name: string, labels: readonly string[], more: MadeElement = {}): MadeElement => ({
  ref,
  name,
  tag: 'select',
  role: 'combobox',
  clickable: true,
  options: labels.map((label) => ({ label, value: label, selected: false, disabled: false })),
  ...more,
})
const button = (ref: string, name: string, parent: string): MadeElement => ({
  ref,
  parent,
  name,
  tag: 'button',
  role: 'button',
  clickable: true,
})
const words = (ref: string, ownText: string, parent?: string): MadeElement => ({
  ref,
  ownText,
  role: 'text',
  tag: 'span',
  ...(parent && { parent }),
})

const tick = (ref: string, name: string): MadeElement => ({
  ref,
  name,
  tag: 'input',
  role: 'checkbox',
  type: 'checkbox',
  clickable: true,
  checked: false,
})

const ADDRESS = [
  field('name', 'Full name'),
  field('mail', 'E-mail address', { type: 'email' }),
  field('street', 'Street and number'),
  field('zip', 'Postcode'),
  field('town', 'Town'),
]
const CARD = [
  field('holder', 'Name on card'),
  field('number', 'Card number'),
  field('expiry', 'MM / YY', { placeholder: 'MM / YY' }),
  field('code', 'Security code'),
]
const STAY = [
  field('in', 'Check-in', { type: 'date' }),
  field('out', 'Check-out', { type: 'date' }),
  list('adults', 'Adults', ['1', '2', '3', '4']),
  field('time', 'Arrival time', { type: 'time' }),
]
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const JOIN = [
  field('first', 'First name'),
  field('last', 'Last name'),
  field('secret', 'New password', { type: 'password' }),
  words('lead', 'Date of birth', 'form'),
  { ref: 'three', parent: 'form' },
  list('day', 'Day', numbers(1, 31), { parent: 'three' }),
  list('month', 'Month', MONTHS, { parent: 'three' }),
  list('year', 'Year', numbers(1950, 2010), { parent: 'three' }),
  {
    ref: 'letter',
    name: 'Send me the monthly letter',
    tag: 'input',
    role: 'checkbox',
    type: 'checkbox',
    clickable: true,
    checked: false,
  },
]
const JACKET = [
  { ref: 'one', parent: 'page' },
  words('colours', 'Colour:', 'one'),
  { ref: 'swatches', parent: 'one' },
  button('moss', 'Moss', 'swatches'),
  button('clay', 'Clay', 'swatches'),
  { ref: 'two', parent: 'page' },
  words('sizes', 'Size', 'two'),
  { ref: 'sizeList', parent: 'two' },
  button('s', 'S', 'sizeList'),
  button('m', 'M', 'sizeList'),
  field('quantity', 'Quantity', { type: 'number', role: 'spinbutton' }),
]
const STEPPER = [
  { ref: 'guests', parent: 'page' },
  words('label', 'Children', 'guests'),
  { ref: 'stepper', parent: 'guests' },
  button('less', '−', 'stepper'),
  words('count', '0', 'stepper'),
  button('more', '+', 'stepper'),
]
const star = (ref: string, parent: string): MadeElement => ({
  ref,
  parent,
  tag: 'span',
  hints: 'star',
  clickable: true,
})
const STARS = [
  { ref: 'row', parent: 'page' },
  words('what', 'Breakfast', 'row'),
  { ref: 'stars', parent: 'row' },
  ...['s1', 's2', 's3', 's4', 's5'].map((ref) => star(ref, 'stars')),
  field('title', 'Title of your review'),
]
const RIDE = [
  field('from', 'From', { role: 'combobox' }),
  field('to', 'To', { role: 'combobox' }),
  { ref: 'box', parent: 'page' },
  words('people', 'Passengers', 'box'),
  {
    ref: 'dd',
    parent: 'box',
    role: 'generic',
    name: '1 passenger',
    text: '1 passenger',
    clickable: true,
    hints: 'dd',
  },
]

const CASES: [string, MadeElement[], string, Record<string, string | boolean>][] = [
  [
    'an address in one breath',
    ADDRESS,
    'Fill in the address with name Ada Okonjo, email ada@okonjo.example, street 12 Mill Lane, postcode 40210 and town Harwick',
    { name: 'Ada Okonjo', mail: 'ada@okonjo.example', street: '12 Mill Lane', zip: '40210', town: 'Harwick' },
  ],
  [
    'a card by the kinds of its values',
    CARD,
    'Pay with the card 4242 4242 4242 4242, expiry 09/29, CVC 318, name on card Lena Ortiz',
    { holder: 'Lena Ortiz', number: '4242 4242 4242 4242', expiry: '09/29', code: '318' },
  ],
  [
    'two dates by what leads them in',
    STAY,
    'Check availability from 14 March 2027 to 17 March 2027 for 3 adults, arriving at 18:30',
    { in: '14 March 2027', out: '17 March 2027', adults: '3', time: '18:30' },
  ],
  [
    'dates whose comma is theirs',
    STAY,
    'Book a room from March 14, 2027 to March 17, 2027',
    { in: 'March 14, 2027', out: 'March 17, 2027' },
  ],
  [
    'a name in two fields, a birthday in three lists',
    JOIN,
    'Sign up as Marta Lindqvist, password "a, b and c", born 9 August 1984, and do tick the monthly letter',
    { first: 'Marta Lindqvist', secret: 'a, b and c', day: '9 August 1984', letter: true },
  ],
  ['what is not wanted', JOIN, 'without the monthly letter', { letter: false }],
  [
    'choices by the name of their group',
    JACKET,
    'Select the colour Clay and size M',
    { clay: true, m: true },
  ],
  [
    'a count of a thing',
    JACKET,
    'Put 2 Moss jackets in size M into the basket',
    { moss: true, m: true, quantity: '2' },
  ],
  ['a stepper', STEPPER, 'add 2 children', { less: '2' }],
  [
    'stars',
    STARS,
    'Give 5 stars for breakfast, title "Quiet and kind"',
    { s1: '5', title: 'Quiet and kind' },
  ],
  [
    'places and a list that is none to the browser',
    RIDE,
    'Find sailings from Oban to Colonsay for 3 passengers',
    { from: 'Oban', to: 'Colonsay', dd: '3 passengers' },
  ],
  ['labels before colons', RIDE, 'from: Oban to: Colonsay', { from: 'Oban', to: 'Colonsay' }],
  [
    'who made it',
    [field('director', 'Director'), field('year', 'Year')],
    'films directed by Bowen from year 1998',
    { director: 'Bowen', year: '1998' },
  ],
  [
    'a value before its field',
    [field('story', 'Your experience'), field('other', 'Nickname')],
    'write "We slept well." as your experience',
    { story: 'We slept well.' },
  ],
  [
    'a limit',
    [field('least', 'Min price'), field('most', 'Max price')],
    'show only rucksacks up to 70 dollars',
    { most: '70' },
  ],
  [
    'no button that does something',
    [{ ref: 'row' }, button('edit', 'Edit', 'row'), button('remove', 'Remove', 'row')],
    'edit her',
    {},
  ],
  [
    'a thing that counts another',
    [
      { ref: 'weights', role: 'radiogroup', name: 'Weight' },
      ...['250 g', '500 g'].map((name) => ({
        ref: name,
        name,
        parent: 'weights',
        tag: 'input',
        role: 'radio',
        clickable: true,
        checked: false,
      })),
      list('grind', 'Grind', ['Whole beans', 'Espresso']),
      field('many', 'How many?', { type: 'number', role: 'spinbutton' }),
    ],
    'Add 2 bags of 500 g, ground for espresso, to the bag',
    { '500 g': true, grind: 'Espresso', many: '2' },
  ],
  [
    'values by their kind alone, in German',
    [
      field('first', 'Vorname'),
      field('last', 'Nachname'),
      field('street', 'Straße und Hausnummer'),
      field('code', 'PLZ'),
      field('town', 'Ort'),
      field('born', 'Geburtsdatum', { type: 'date' }),
      tick('terms', 'Ich akzeptiere die AGB'),
      tick('letter', 'Newsletter erhalten'),
    ],
    'Melde Ute Brandl an, Lindenweg 4, 80331 München, geboren am 3.5.1984. AGB akzeptieren, keinen Newsletter.',
    {
      first: 'Ute Brandl',
      street: 'Lindenweg 4',
      code: '80331',
      town: 'München',
      born: '3.5.1984',
      terms: true,
      letter: false,
    },
  ],
  [
    'an account, an amount and a phone',
    [
      field('iban', 'IBAN'),
      field('amount', 'Amount (EUR)'),
      field('phone', 'Mobile', { type: 'tel' }),
      field('to', 'Recipient name'),
    ],
    'Transfer 249,90 Euro to Malin Kunz, DE02120300000000202051, 0170 5552211',
    { iban: 'DE02120300000000202051', amount: '249,90', phone: '0170 5552211', to: 'Malin Kunz' },
  ],
  [
    'measures by their units and what they measure',
    [field('kg', 'Weight (kg)'), field('long', 'Length (cm)'), field('wide', 'Width (cm)')],
    'ship a parcel of 3 kg, 40 cm long and 30 cm wide',
    { kg: '3', long: '40', wide: '30' },
  ],
  [
    'at least in a list, at most in a field, a list that opens',
    [
      {
        ref: 'fuel',
        name: 'Fuel: Any ▾',
        text: 'Fuel: Any ▾',
        ownText: 'Fuel: Any ▾',
        role: 'text',
        clickable: true,
      },
      list('seats', 'Seats', ['Any', '2+', '5+']),
      field('price', 'Max. price', { type: 'number', role: 'spinbutton' }),
    ],
    'fuel diesel, at least 5 seats, under 20000',
    { fuel: 'diesel', seats: '5+', price: '20000' },
  ],
  [
    'what leads a value in is the name of its field',
    [field('from', '', { placeholder: 'Moving from' }), field('to', '', { placeholder: 'Moving to' })],
    'I am moving from 12 Orchard Street to 7 Harbour Parade',
    { from: '12 Orchard Street', to: '7 Harbour Parade' },
  ],
  [
    'a field whose name begins like a verb',
    [field('order', 'Order number (optional)'), field('mail', 'Email')],
    'order number 20991, email bo@h.example',
    { order: '20991', mail: 'bo@h.example' },
  ],
  [
    'consent in other words',
    [tick('ok', 'I have read and accept the terms')],
    'I agree to the terms',
    { ok: true },
  ],
  ['nothing where nothing fits', ADDRESS, 'open the second result', {}],
]

describe('what a sentence puts into a form', () => {
  for (const [name, elements, sentence, expected] of CASES)
    it(name, () => {
      const controls = controlsOf(new PageTree(viewOf(elements)))
      const found = assignAll(segmentsOf(sentence, controls), controls).plan
      assert.deepEqual(
        Object.fromEntries(found.map(({ control, value }) => [control.element.ref, value])),
        expected,
      )
    })
})
