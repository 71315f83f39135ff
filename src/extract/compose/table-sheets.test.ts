import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

type Fields = Record<string, 'string' | 'number'>

function listed(markup: string, name: string, fields: Fields): unknown {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/a', false)
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const properties = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }]))
  const items = { type: 'object', properties }
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } }
  return (extractJson(page, { schema }).value as Record<string, unknown>)[name]
}

function rows(...lines: string[][]): string {
  return lines.map((line) => `<tr>${line.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
}

describe('a table with a column per record', () => {
  const expected = [
    { model: 'KR 12', power: 1.1, weight: 14.5 },
    { model: 'KR 20', power: 2.2, weight: 19 },
    { model: 'KR 30', power: 3, weight: 26 },
  ]
  const fields: Fields = { model: 'string', power: 'number', weight: 'number' }
  const values = [
    ['1.1', '2.2', '3.0'],
    ['14.5', '19', '26'],
  ]
  const names = ['KR 12', 'KR 20', 'KR 30']
  const heads = (tag: string) => names.map((name) => `<${tag}>${name}</${tag}>`).join('')
  const line = (tag: string, label: string, at: number) =>
    `<tr><${tag}>${label}</${tag}>${values[at]!.map((value) => `<td>${value}</td>`).join('')}</tr>`
  const made: Record<string, string> = {
    'with heads at both sides': `<table><tr><td></td>${heads('th')}</tr>${line('th', 'Rated power (kW)', 0)}${line('th', 'Net weight [kg]', 1)}</table>`,
    'with a head of its own over the labels': `<table><thead><tr><th>Type</th>${heads('th')}</tr></thead><tbody>${line('td', 'Power, kW', 0)}${line('td', 'Weight in kg', 1)}</tbody></table>`,
    'with labels that are plain cells': `<table><thead><tr><th></th>${heads('th')}</tr></thead><tbody>${line('td', 'Power kW', 0)}${line('td', 'Weight', 1)}</tbody></table>`,
    'with groups of labels': `<table><thead><tr><th></th>${heads('th')}</tr></thead><tbody><tr><th colspan="4">Motor</th></tr>${line('th', 'Power (kW)', 0)}<tr><th colspan="4">Dimensions</th></tr>${line('th', 'Weight (kg)', 1)}</tbody></table>`,
    'by its roles': `<div role="table"><div role="row"><div role="columnheader"></div>${names.map((name) => `<div role="columnheader">${name}</div>`).join('')}</div>${['Power (kW)', 'Weight (kg)'].map((label, at) => `<div role="row"><div role="rowheader">${label}</div>${values[at]!.map((value) => `<div role="cell">${value}</div>`).join('')}</div>`).join('')}</div>`,
  }
  made['of plain elements'] =
    `<div class="cmp"><div class="cmp-head"><div></div>${names.map((name) => `<div>${name}</div>`).join('')}</div>${['Power (kW)', 'Weight (kg)'].map((label, at) => `<div class="cmp-row"><div>${label}</div>${values[at]!.map((value) => `<div>${value}</div>`).join('')}</div>`).join('')}</div>`
  for (const [how, table] of Object.entries(made))
    it(how, () => assert.deepEqual(listed(`<h1>Compressors</h1>${table}`, 'compressors', fields), expected))

  it('is recognised by the units in its head cells', () => {
    const table = `<table><thead><tr><th></th><th>250 ml</th><th>1 l</th></tr></thead><tbody>${rows(['Order code', 'A-17', 'A-18'], ['Price', '€4.20', '€11.00'])}</tbody></table>`
    assert.deepEqual(listed(table, 'sizes', { volume: 'string', order_code: 'string', price: 'number' }), [
      { volume: '250 ml', order_code: 'A-17', price: 4.2 },
      { volume: '1 l', order_code: 'A-18', price: 11 },
    ])
  })
})

describe('a table with a row per record', () => {
  const fields: Fields = { name: 'string', length: 'number', beds: 'number' }
  const expected = [
    { name: 'Alder', length: 7.4, beds: 4 },
    { name: 'Rowan', length: 9.1, beds: 6 },
    { name: 'Hazel', length: 10.2, beds: 8 },
  ]
  const boats = [
    ['Alder', '7.4', '4'],
    ['Rowan', '9.1', '6'],
    ['Hazel', '10.2', '8'],
  ]
  const head = '<thead><tr><th></th><th>Length (m)</th><th>Beds</th></tr></thead>'
  const made: Record<string, string> = {
    'whose first column has no head': `<table>${head}<tbody>${rows(...boats)}</tbody></table>`,
    'with a title over its heads': `<table><thead><tr><th colspan="3">Our fleet in 2026</th></tr><tr><th>Boat</th><th>Length [m]</th><th>Beds</th></tr></thead><tbody>${rows(...boats)}</tbody></table>`,
    'with heads of two levels': `<table><thead><tr><th rowspan="2">Boat</th><th colspan="2">Data</th></tr><tr><th>Length (m)</th><th>Beds</th></tr></thead><tbody>${rows(...boats)}</tbody></table>`,
    'with a note below': `<table>${head}<tbody>${rows(...boats)}<tr><td colspan="3">All lengths without the rudder.</td></tr></tbody></table>`,
    'with heads that are only called so': `<table><tr class="table-header"><td>Boat</td><td>Length (m)</td><td>Beds</td></tr>${rows(...boats)}</table>`,
  }
  const parts = (tag: string, line: string[]) => line.map((text) => `<${tag}>${text}</${tag}>`).join('')
  made['of plain elements'] =
    `<div class="table"><div class="thead">${parts('span', ['Boat', 'Length (m)', 'Beds'])}</div><div class="tbody">${boats.map((boat) => `<div class="tr">${parts('span', boat)}</div>`).join('')}</div></div>`
  made['with bold heads of two levels'] =
    `<table><tr><td rowspan="2"><b>Boat</b></td><td colspan="2"><b>Data</b></td></tr><tr><td><b>Length (m)</b></td><td><b>Beds</b></td></tr>${rows(...boats)}</table>`
  for (const [how, table] of Object.entries(made))
    it(how, () => assert.deepEqual(listed(`<h1>Boats</h1>${table}`, 'boats', fields), expected))

  const sized: Fields = { name: 'string', price: 'number', category: 'string' }
  const priced = [
    { name: 'Tomato', price: 3.2, category: 'Vegetables' },
    { name: 'Leek', price: 2.1, category: 'Vegetables' },
    { name: 'Pear', price: 2.9, category: 'Fruit' },
    { name: 'Quince', price: 4, category: 'Fruit' },
  ]
  const top = '<thead><tr><th>Product</th><th>Price</th></tr></thead>'
  const vegetables = rows(['Tomato', '€3.20'], ['Leek', '€2.10'])
  const fruit = rows(['Pear', '€2.90'], ['Quince', '€4.00'])

  it('takes the title above some rows as their group', () => {
    const table = `<table>${top}<tbody><tr><th colspan="2">Vegetables</th></tr>${vegetables}</tbody><tbody><tr><th colspan="2">Fruit</th></tr>${fruit}</tbody></table>`
    assert.deepEqual(listed(`<h1>Market</h1>${table}`, 'products', sized), priced)
  })

  it('continues in another table with the same head under its own heading', () => {
    const tables = `<h2>Vegetables</h2><table>${top}<tbody>${vegetables}</tbody></table><h2>Fruit</h2><table>${top}<tbody>${fruit}</tbody></table>`
    assert.deepEqual(listed(`<h1>Market</h1>${tables}`, 'products', sized), priced)
  })

  it('includes the row below each record', () => {
    const pair = ([name, date, text]: string[]) =>
      `<tr><td>${name}</td><td>${date}</td></tr><tr class="detail"><td colspan="2">${text}</td></tr>`
    const courses = [
      ['Weaving', '2026-03-04', 'Bring your own yarn.'],
      ['Dyeing', '2026-03-11', 'Old clothes are best.'],
      ['Felting', '2026-03-18', 'For beginners and their children.'],
    ]
    const table = `<table><thead><tr><th>Course</th><th>Date</th></tr></thead><tbody>${courses.map(pair).join('')}</tbody></table>`
    assert.deepEqual(
      listed(table, 'courses', { name: 'string', date: 'string', description: 'string' }),
      courses.map(([name, date, description]) => ({ name, date, description })),
    )
  })
})
