import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }

function listed(markup: string, list: string, fields: Record<string, object>): unknown {
  const { root, landmarks, base } = parseHtml(
    `<html><body>${markup}</body></html>`,
    'https://a.example/',
    false,
  )
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const items = { type: 'object', properties: fields }
  const schema = { type: 'object', properties: { [list]: { type: 'array', items } } }
  return (extractJson(page, { schema }).value as Record<string, unknown>)[list]
}

describe('values of a list without names', () => {
  it('are the text after the link of a line', () => {
    const page =
      '<h1>Staff</h1><ul><li><a href="/1">Ana Roth</a>, Senior Engineer</li><li><a href="/2">Ben Cole</a>, Designer</li><li><a href="/3">Cy Dahl</a>, Accountant</li></ul>'
    assert.deepEqual(listed(page, 'staff', { name: TEXT, role: TEXT }), [
      { name: 'Ana Roth', role: 'Senior Engineer' },
      { name: 'Ben Cole', role: 'Designer' },
      { name: 'Cy Dahl', role: 'Accountant' },
    ])
  })

  it('are found by their look when lines repeat one class', () => {
    const card = (name: string, role: string, city: string) =>
      `<div class="p"><div class="n">${name}</div><div class="s">${role}</div><div class="s">${city}</div></div>`
    const page = `<h1>Team</h1>${card('Ana Roth', 'Engineer', 'Lisbon')}${card('Ben Cole', 'Designer', 'Berlin')}${card('Cy Dahl', 'Director', 'Dublin')}`
    assert.deepEqual(listed(page, 'people', { name: TEXT, jobTitle: TEXT, location: TEXT }), [
      { name: 'Ana Roth', jobTitle: 'Engineer', location: 'Lisbon' },
      { name: 'Ben Cole', jobTitle: 'Designer', location: 'Berlin' },
      { name: 'Cy Dahl', jobTitle: 'Director', location: 'Dublin' },
    ])
  })

  it('are named by units and words beside numbers, on any line', () => {
    const card = (name: string, lines: string[]) =>
      `<article><h2><a href="/${name}">${name}</a></h2><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></article>`
    const page = `<main>${card('Altbau', ['3 Zimmer', 'ca. 84 m²', '1.320 € kalt'])}${card('Loft', ['2 Zimmer', 'ca. 71,5 m²', '990 € kalt'])}</main>`
    assert.deepEqual(
      listed(page, 'angebote', { titel: TEXT, zimmer: NUMBER, wohnflaeche: NUMBER, kaltmiete: NUMBER }),
      [
        { titel: 'Altbau', zimmer: 3, wohnflaeche: 84, kaltmiete: 1320 },
        { titel: 'Loft', zimmer: 2, wohnflaeche: 71.5, kaltmiete: 990 },
      ],
    )
  })

  it('follow the order of the fields when the list has the right name and as many columns', () => {
    const page =
      '<h2>Opening hours</h2><table><tr><td>Monday to Friday</td><td>9.00–18.00</td></tr><tr><td>Saturday</td><td>9.00–13.00</td></tr><tr><td>Sunday</td><td>closed</td></tr></table>'
    assert.deepEqual(listed(page, 'openingHours', { days: TEXT, hours: TEXT }), [
      { days: 'Monday to Friday', hours: '9.00–18.00' },
      { days: 'Saturday', hours: '9.00–13.00' },
      { days: 'Sunday', hours: 'closed' },
    ])
  })

  it('are not used when a head cell names them', () => {
    const page =
      '<table><tr><th>Team</th><th>Points</th></tr><tr><td><a href="/1">Harrow Rovers</a></td><td>12</td></tr><tr><td><a href="/2">Pinner Town</a></td><td>9</td></tr></table>'
    assert.deepEqual(listed(page, 'standings', { team: TEXT, points: NUMBER, manager: TEXT }), [
      { team: 'Harrow Rovers', points: 12 },
      { team: 'Pinner Town', points: 9 },
    ])
  })

  it('are not texts that all records have in common', () => {
    const card = (name: string) =>
      `<article><h2><a href="/${name}">${name}</a></h2><p>$12</p><a href="/${name}">View Details</a></article>`
    assert.deepEqual(
      listed(`<main>${card('Vase')}${card('Bowl')}${card('Jug')}</main>`, 'things', {
        name: TEXT,
        price: NUMBER,
        artist: TEXT,
      }),
      [
        { name: 'Vase', price: 12 },
        { name: 'Bowl', price: 12 },
        { name: 'Jug', price: 12 },
      ],
    )
  })
})

describe('a list with names only', () => {
  const list = (heading: string) =>
    `<h1>${heading}</h1><ul><li><a href="/1">Sun room</a></li><li><a href="/2">Box room</a></li></ul>`
  const fields = { title: TEXT, size: NUMBER, reference: TEXT }

  it('is accepted when the page uses its name', () => {
    assert.deepEqual(listed(list('Rooms to let'), 'rooms', fields), [
      { title: 'Sun room' },
      { title: 'Box room' },
    ])
  })

  it('is not accepted under another name', () => {
    assert.deepEqual(listed(list('Related pages'), 'rooms', fields) ?? [], [])
  })

  it('has titles under the noun of its records', () => {
    const page =
      '<table><tr><th>Code</th><th>Course</th><th>Credits</th></tr><tr><td>LIN1</td><td>Sounds</td><td>15</td></tr><tr><td>LIN2</td><td>Words</td><td>20</td></tr></table>'
    assert.deepEqual(listed(page, 'courses', { code: TEXT, title: TEXT, credits: NUMBER }), [
      { code: 'LIN1', title: 'Sounds', credits: 15 },
      { code: 'LIN2', title: 'Words', credits: 20 },
    ])
  })
})
