import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

function found(markup: string, ...wanted: (string | Record<string, object>)[]): unknown {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/a', false)
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const named = wanted.map((one) => (typeof one === 'string' ? { [one]: { type: 'string' } } : one))
  const properties = Object.assign({}, ...named) as Record<string, object>
  return extractJson(page, { schema: { type: 'object', properties } }).value
}

describe('the subject of a page', () => {
  const film =
    '<title>The Long Shore | Site</title><main><h1>The Long Shore</h1><p>A fisherman returns.</p><p>2016</p></main>'
  for (const name of ['distributor', 'producer', 'director', 'composer']) {
    it(`is not its ${name}`, () => assert.deepEqual(found(film, name), {}))
  }

  it('is its title', () => assert.deepEqual(found(film, 'title'), { title: 'The Long Shore' }))

  it('keeps all of its name, including text before a colon', () => {
    const page = '<title>Heading South: A Memoir | Site</title><main><h1>Heading South: A Memoir</h1></main>'
    assert.deepEqual(found(page, 'title'), { title: 'Heading South: A Memoir' })
  })

  it('is not the first heading when that is only a link and the title has another name', () => {
    const page =
      '<title>Flash Developer - Jobs Board</title><h1><a href="/">Jobs Board</a></h1><div class="job"><h3>Flash Developer</h3><p>New York</p></div>'
    assert.deepEqual(found(page, 'title'), { title: 'Flash Developer' })
  })
})

describe('a label in the same text', () => {
  it('is left out', () => {
    assert.deepEqual(found('<h1>Dune</h1><p>Publisher: Knopf</p><p>Pages: 412</p>', 'publisher'), {
      publisher: 'Knopf',
    })
  })

  it('is not the beginning of the value itself', () => {
    const page = '<h1>Summer fair</h1><p class="event-date">Saturday 14 June: doors 7pm</p>'
    assert.notDeepEqual(found(page, 'eventDate'), { eventDate: 'doors 7pm' })
  })
})

describe('phone and fax numbers', () => {
  const line = (label: string) =>
    `<h1>Town office</h1><table><tr><th>${label}</th><td>+46 8 555 0102</td></tr></table>`
  for (const [asked, label, value] of [
    ['phone', 'Phone', { phone: '+46 8 555 0102' }],
    ['phone', 'Fax', {}],
    ['fax', 'Fax', { fax: '+46 8 555 0102' }],
    ['fax', 'Phone', {}],
  ] as const) {
    it(`finds ${label} for ${asked}`, () => assert.deepEqual(found(line(label), asked), value))
  }
})

describe('a label with another name', () => {
  const car = (label: string) =>
    `<title>Volvo V60 | Cars</title><h1>Volvo V60</h1><table><tr><th>Seats</th><td>5</td></tr><tr><th>${label}</th><td>28 city, 36 highway</td></tr></table>`
  it('matches when it means the same, also in several words', () => {
    assert.deepEqual(found(car('Gas mileage'), 'fuel_economy'), { fuel_economy: '28 city, 36 highway' })
  })

  it('does not match when it only shares a word', () => {
    assert.deepEqual(found(car('Fuel card number'), 'fuel_economy'), {})
  })
})

describe('labels of a page', () => {
  it('are read with the heading above them', () => {
    const page =
      '<h1>Mill Cafe</h1><h2>Hours</h2><p>Monday – Saturday: 11:30 am - 10:00 pm<br>Sunday: 11:00 am - 9:00 pm</p>'
    assert.deepEqual(found(page, 'sundayHours'), { sundayHours: '11:00 am - 9:00 pm' })
  })

  it('are the first of two in rows that are all alike', () => {
    const row = (label: string, value: string) =>
      `<div class="r"><span>${label}</span><span>${value}</span></div>`
    const page = `<h1>Lamp</h1><div>${row('SKU', 'L-1')}${row('Made in', 'Italy')}${row('Finish', 'Brass')}</div>`
    assert.deepEqual(found(page, 'countryOfOrigin'), { countryOfOrigin: 'Italy' })
  })

  it('state that a value is missing', () => {
    const page =
      '<div>Pass for three evenings at 45 €!</div><h1>Ball</h1><p><b>Tarif :</b> non communiqué</p>'
    assert.deepEqual(found(page, { tarif: { type: 'number' } }), {})
  })

  it('name a hall with its town', () => {
    const page = '<h1>Antigone</h1><p><strong>Venue:</strong> <a href="/m">Old Mill</a>, Dublin</p>'
    assert.deepEqual(found(page, 'venue'), { venue: 'Old Mill' })
  })

  it('of a part are not labels of the whole', () => {
    const page = '<h2>Courses</h2><p><b>Head of Department:</b> Prof. Ana Roth</p>'
    assert.deepEqual(found(page, 'department'), {})
  })

  it('state a starting date', () => {
    const page =
      '<h1>Ana Roth</h1><dl><dt>Room</dt><dd>B 1</dd><dt>At the institute since</dt><dd>2014</dd></dl>'
    assert.deepEqual(found(page, { joinedYear: { type: 'integer' } }), { joinedYear: 2014 })
  })
})

describe('an item listed in structured data', () => {
  it('is not the subject of the page', () => {
    const item = (name: string) =>
      `<div itemscope itemtype="https://schema.org/Event"><span itemprop="name">${name}</span><meta itemprop="startDate" content="2025-09-06"></div>`
    const page = `<title>Old Mill</title><main><h1>Old Mill</h1><p>Téléphone : 04 72 00 31 10</p>${item('Night Songs')}${item('Day Songs')}</main>`
    assert.deepEqual(found(page, 'nom', 'telephone'), { nom: 'Old Mill', telephone: '04 72 00 31 10' })
  })
})
