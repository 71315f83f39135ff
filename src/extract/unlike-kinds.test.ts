import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../content/parse/html.ts'
import { extractJson } from './extract-json.ts'

type Property = string | Record<string, unknown>

function valuesIn(markup: string, fields: Record<string, Property>): Record<string, unknown> {
  const page = `<!doctype html><html lang="en"><head><title>Page</title></head><body>${markup}</body></html>`
  const { root, landmarks, base } = parseHtml(page, 'https://site.example/', false)
  const readable = { root, landmarks, base, url: 'https://site.example/', content: () => root.children }
  return extractJson(readable, { schema: objectOf(fields) }).value as Record<string, unknown>
}

function objectOf(fields: Record<string, Property>) {
  const properties = Object.entries(fields).map(([name, property]) => [
    name,
    typeof property === 'string' ? { type: property } : property,
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const PUMPS = `<h1>Well pumps</h1><p>The pumps that we have had in the yard.</p><table>
  <tr><th>Year</th><th>Maker</th><th>Model</th><th>Lift</th></tr>
  <tr><td>1987</td><td>Harrow &amp; Sons</td><td>HS-4</td><td>12 m</td></tr>
  <tr><td>1994</td><td>Brandt</td><td>Quell 30</td><td>30 m</td></tr></table>`

describe('the head of a column', () => {
  for (const [how, markup] of [
    ['by its markup', PUMPS],
    ['in bold', PUMPS.replaceAll('<th>', '<td><b>').replaceAll('</th>', '</b></td>')],
    ['like any other row', PUMPS.replaceAll('th>', 'td>')],
  ] as const)
    it(`is not a value, ${how}`, () => {
      const pump = valuesIn(markup, { maker: 'string', model: 'string', lift: 'string', year: 'integer' })
      const heads = Object.values(pump).filter((value) => /^(?:Year|Maker|Model|Lift)$/.test(String(value)))
      assert.deepEqual(heads, [])
    })

  it('does not name the first cell below the next column', () => {
    const census = `<h1>Elderwick</h1><table><tr><th>Census</th><th>Population</th></tr>
      <tr><td>2011</td><td>13,870</td></tr><tr><td>2021</td><td>14,302</td></tr></table>`
    assert.notEqual(valuesIn(census, { population: 'integer' })['population'], 2011)
  })
})

describe('a line of a name, an e-mail address and a phone number', () => {
  const LINE = 'Petra Oduya, petra@quarryroad.example, 01632 960 118'
  for (const [how, markup] of [
    ['between commas', `<h2>Contact</h2><p>${LINE}</p>`],
    ['between dots', `<h2>Contact</h2><p>${LINE.replaceAll(',', ' ·')}</p>`],
    ['in a cell', `<table><tr><td>Contact</td><td>${LINE}</td></tr></table>`],
    ['behind its label', `<p>Contact: ${LINE.replaceAll(',', ' |')}</p>`],
  ] as const)
    it(`gives each field its part, ${how}`, () => {
      const asked = { contactName: 'string', email: 'string', phone: 'string' }
      const { contactName = 'Petra Oduya', ...rest } = valuesIn(`<h1>Allotments</h1>${markup}`, asked)
      assert.equal(contactName, 'Petra Oduya')
      assert.deepEqual(rest, { email: 'petra@quarryroad.example', phone: '01632 960 118' })
    })
})

describe('the year of a count', () => {
  for (const [how, markup, population] of [
    ['before it', '<table><tr><th>Population</th><td>2021: 14,302</td></tr></table>', 14_302],
    ['in its label', '<dl><dt>Population (2021)</dt><dd>14,302</dd></dl>', 14_302],
    ['where none is given', '<p>The population was last counted in 2021.</p>', undefined],
  ] as const)
    it(`is not the count, ${how}`, () => {
      const town = `<h1>Elderwick</h1><p>Elderwick is a market town on the river Sall.</p>${markup}`
      assert.equal(valuesIn(town, { population: 'integer' })['population'], population)
    })

  it('is the value of a year field', () => {
    const boiler = '<h1>Boiler</h1><dl><dt>Fitted in</dt><dd>2014</dd></dl>'
    assert.equal(valuesIn(boiler, { fittedIn: 'integer' })['fittedIn'], 2014)
  })
})

describe('the URL of a website', () => {
  const page = (value: string) => `<h1>Fell Bakery</h1><dl><dt>Website</dt><dd>${value}</dd></dl>`
  it('has no scheme when the page shows none', () => {
    assert.equal(
      valuesIn(page('www.fellbakery.example'), { website: 'string' })['website'],
      'www.fellbakery.example',
    )
  })

  it('has the scheme of its link', () => {
    const linked = page('<a href="http://www.fellbakery.example/">www.fellbakery.example</a>')
    for (const website of ['string', { type: 'string', format: 'uri' }])
      assert.equal(valuesIn(linked, { website })['website'], 'http://www.fellbakery.example/')
  })
})

describe('the page of an author', () => {
  const story = (head: string, byline: string) =>
    `${head}<article><h1>Why the tern came back</h1>${byline}<p>The tern came back to the marsh last spring, and nobody knows why.</p></article>`
  const URL = 'https://site.example/people/ines-marlow'
  const DESCRIBED = (author: unknown) =>
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: 'Why the tern came back',
      author,
    })}</script>`
  for (const [how, head, byline, author] of [
    ['as JSON-LD has it', DESCRIBED(URL), '<p>By Ines Marlow</p>', 'Ines Marlow'],
    [
      'as JSON-LD has it in an object',
      DESCRIBED({ '@type': 'Person', url: URL }),
      '<p>By Ines Marlow</p>',
      'Ines Marlow',
    ],
    ['as the head has it', `<meta property="article:author" content="${URL}">`, '', undefined],
  ] as const)
    it(`is not an author, ${how}`, () => {
      assert.equal(valuesIn(story(head, byline), { author: 'string', title: 'string' })['author'], author)
    })
})

describe('lists', () => {
  const listIn = (markup: string, name: string, fields: Record<string, Property>) =>
    valuesIn(markup, { [name]: { type: 'array', items: objectOf(fields) } })[name]

  const DAYS = [
    ['Monday', '9:00 – 17:00'],
    ['Tuesday', '9:00 – 19:00'],
    ['Wednesday', 'Closed'],
  ] as const
  const rows = (row: (day: string, hours: string) => string) =>
    DAYS.map(([day, hours]) => row(day, hours)).join('')
  for (const [how, markup] of [
    ['a table', `<table>${rows((day, hours) => `<tr><td>${day}</td><td>${hours}</td></tr>`)}</table>`],
    ['terms', `<dl>${rows((day, hours) => `<dt>${day}</dt><dd>${hours}</dd>`)}</dl>`],
    ['spans', `<ul>${rows((day, hours) => `<li><span>${day}</span><span>${hours}</span></li>`)}</ul>`],
  ] as const)
    it(`never swaps days and hours in ${how}`, () => {
      const library = `<h1>Kiln Street Library</h1><h2>Opening hours</h2>${markup}`
      assert.deepEqual(
        listIn(library, 'openingHours', { day: 'string', hours: 'string' }),
        DAYS.map(([day, hours]) => ({ day, hours })),
      )
    })

  it('reads timetables', () => {
    const timetable = `<h1>Line 8: Harbour to Moss Lane</h1><table><tr><th>Stop</th><th>Mon–Fri</th><th>Sat</th></tr>
      <tr><td>Harbour</td><td>07:10</td><td>08:00</td></tr><tr><td>Town Hall</td><td>07:18</td><td>08:08</td></tr>
      <tr><td>Moss Lane</td><td>07:31</td><td>08:21</td></tr></table>`
    assert.deepEqual(listIn(timetable, 'stops', { stop: 'string', weekday: 'string', saturday: 'string' }), [
      { stop: 'Harbour', weekday: '07:10', saturday: '08:00' },
      { stop: 'Town Hall', weekday: '07:18', saturday: '08:08' },
      { stop: 'Moss Lane', weekday: '07:31', saturday: '08:21' },
    ])
  })

  it('reads tables with one-letter heads', () => {
    const league = `<h1>Northern League table</h1><table><tr><th>Pos</th><th>Team</th><th>P</th><th>W</th><th>D</th><th>L</th><th>Pts</th></tr>
      <tr><td>1</td><td>Garrow Town</td><td>10</td><td>7</td><td>2</td><td>1</td><td>23</td></tr>
      <tr><td>2</td><td>Pell Rovers</td><td>11</td><td>6</td><td>1</td><td>4</td><td>19</td></tr></table>`
    const fields = {
      position: 'integer',
      team: 'string',
      played: 'integer',
      won: 'integer',
      drawn: 'integer',
      lost: 'integer',
      points: 'integer',
    }
    assert.deepEqual(listIn(league, 'teams', fields), [
      { position: 1, team: 'Garrow Town', played: 10, won: 7, drawn: 2, lost: 1, points: 23 },
      { position: 2, team: 'Pell Rovers', played: 11, won: 6, drawn: 1, lost: 4, points: 19 },
    ])
  })

  it('does not take a width for a length', () => {
    const table = `<h1>Halden table</h1><dl><dt>Width</dt><dd>90 cm</dd><dt>Top</dt><dd>Solid oak</dd></dl>`
    assert.deepEqual(valuesIn(table, { maxLengthCm: 'number' }), {})
  })
})
