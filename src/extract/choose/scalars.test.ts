import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import type { ReadablePage } from '../page.ts'
import { readContextOf } from '../compose/scope.ts'
import type { Field } from './similarity.ts'
import { shippedModel, chooseScalars } from './choose.ts'
import { viewOf } from './page-view.ts'
import { siteKnowledge, similarTraces } from './site-knowledge.ts'
import type { PageTrace } from './site-knowledge.ts'

function pageOf(markup: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/a/b', false)
  return { root, landmarks, base, url: base, content: () => root.children }
}

function field(name: string, more: Partial<Field> = {}): Field {
  return { name, type: 'string', ...more }
}

/** What is sure enough to be given, by the name of its field. */
function matchFields(page: ReadablePage, fields: readonly Field[], siblings: readonly PageTrace[] = []) {
  const { chosen, trace } = chooseScalars(page, fields, {
    readContext: readContextOf(page),
    model: shippedModel(),
    siblings,
  })
  const sure = [...chosen].filter(([, { confidence }]) => confidence >= 0.5)
  return { trace, found: new Map(sure.map(([{ name }, one]) => [name, one])) }
}

/** What stands on any page. */
const HEAD =
  '<div class="nav"><a href="/">Home</a> <a href="/all">Browse all</a> <a href="/help">Help</a></div>'
const FOOT =
  '<div class="foot"><a href="/terms">Terms of use</a> <a href="/privacy">Privacy</a> © 2011 Site Example</div>'

function document(title: string, body: string): string {
  return `<html><head><title>${title} - Site Example</title></head><body>${HEAD}<div id="main">${body}</div>${FOOT}</body></html>`
}

const FILM = document(
  'The Long Harbour',
  `<h1>The Long Harbour</h1><ul class="facts">
   <li><b>Directed by:</b> <a href="/person/12">Maria Lindqvist</a></li>
   <li><b>Genre:</b> <a href="/genre/3">Drama</a></li>
   <li><b>MPAA Rating:</b> PG-13</li><li><b>Runtime:</b> 112 minutes</li></ul>
   <p>A harbour pilot comes home after twenty years and finds the town changed beyond what she can bear.</p>`,
)
const PLAYER = document(
  'Darnell Whitcombe',
  `<h1>Darnell Whitcombe</h1><table>
   <tr><td>Team</td><td>Springfield Comets</td></tr><tr><td>Height</td><td>6-9</td></tr>
   <tr><td>Weight</td><td>240 lbs</td></tr><tr><td>Born</td><td>March 3, 1985</td></tr></table>`,
)
const RESTAURANT = document(
  'Casa Verde',
  `<h1>Casa Verde</h1><div class="vcard"><span class="street-address">214 Juniper St, Portland, OR 97204</span>
   <span class="tel">(503) 555-0148</span></div><dl><dt>Cuisine</dt><dd>Mexican</dd>
   <dt>Hours</dt><dd>11 am to 10 pm</dd></dl>`,
)
const UNIVERSITY = document(
  'Northfield State University',
  `<h1>Northfield State University</h1><p><strong>Type:</strong> Public, four-year</p>
   <p><strong>Phone:</strong> 507-555-0199</p><p><strong>Website:</strong> <a href="http://www.nsu.example">www.nsu.example</a></p>`,
)

describe('chooseScalars', () => {
  const cases = [
    [FILM, 'title', 'The Long Harbour'],
    [FILM, 'director', 'Maria Lindqvist'],
    [FILM, 'genre', 'Drama'],
    [FILM, 'mpaa_rating', 'PG-13'],
    [PLAYER, 'name', 'Darnell Whitcombe'],
    [PLAYER, 'team', 'Springfield Comets'],
    [PLAYER, 'height', '6-9'],
    [PLAYER, 'weight', '240 lbs'],
    [RESTAURANT, 'name', 'Casa Verde'],
    [RESTAURANT, 'address', '214 Juniper St, Portland, OR 97204'],
    [RESTAURANT, 'phone', '(503) 555-0148'],
    [RESTAURANT, 'cuisine', 'Mexican'],
    [UNIVERSITY, 'name', 'Northfield State University'],
    [UNIVERSITY, 'phone', '507-555-0199'],
    [UNIVERSITY, 'type', 'Public, four-year'],
    [UNIVERSITY, 'website', 'www.nsu.example'],
  ] as const
  const asked = new Map<string, Field[]>()
  for (const [page, name] of cases) asked.set(page, [...(asked.get(page) ?? []), field(name)])
  for (const [page, name, text] of cases) {
    it(`finds ${name}: ${text}`, () => {
      const match = matchFields(pageOf(page), asked.get(page)!).found.get(name)
      assert.equal(match?.finding.text, text)
    })
  }

  const absent = [
    [FILM, 'isbn'],
    [PLAYER, 'fuel_economy'],
    [RESTAURANT, 'engine'],
    [UNIVERSITY, 'horsepower'],
  ] as const
  for (const [page, name] of absent) {
    it(`finds no ${name} where there is none`, () => {
      assert.equal(matchFields(pageOf(page), [...asked.get(page)!, field(name)]).found.get(name), undefined)
    })
  }

  it('goes by what is said about a field besides its name', () => {
    const match = matchFields(pageOf(PLAYER), [field('x1', { words: 'Weight' })]).found.get('x1')
    assert.equal(match?.finding.text, '240 lbs')
  })

  it('takes only a number where one is wanted', () => {
    const page = document('Pump', '<h1>Pump</h1><p><b>Weight:</b> heavy</p><p><b>Weight:</b> 12 kg</p>')
    const match = matchFields(pageOf(page), [field('weight', { type: 'number' })]).found.get('weight')
    assert.equal(match?.finding.text, '12 kg')
  })

  it('takes only one of the allowed values', () => {
    const page = document('Pump', '<h1>Pump</h1><p><b>Size:</b> see below</p><p><b>Size:</b> Large</p>')
    const match = matchFields(pageOf(page), [field('size', { enum: ['small', 'large'] })]).found.get('size')
    assert.equal(match?.finding.text, 'Large')
  })

  it('gives the address of a link where an address is wanted', () => {
    const page = document('Pump', '<h1>Pump</h1><p><a href="http://pumps.example/x">Website</a></p>')
    const match = matchFields(pageOf(page), [field('website', { format: 'uri' })]).found.get('website')
    assert.equal(match?.finding.text, 'http://pumps.example/x')
  })

  it('says how sure it is', () => {
    for (const { confidence } of matchFields(pageOf(FILM), asked.get(FILM)!).found.values()) {
      assert.ok(confidence >= 0.5 && confidence <= 1)
    }
  })
})

describe('siteKnowledge', () => {
  const player = (name: string, height: string) =>
    pageOf(
      document(
        name,
        `<h1>${name}</h1><p class="slogan">Follow all players here</p><p><b>Height:</b> ${height}</p>`,
      ),
    )
  const names = [
    ['Ann Berg', '5-11'],
    ['Lou Castle', '6-3'],
    ['Kim Dorset', '6-0'],
    ['Ray Ellery', '6-7'],
  ] as const
  const fields = [field('name'), field('height')]
  const traces = names.map(([name, height]) => {
    const page = player(name, height)
    return matchFields(page, fields).trace
  })

  it('is made of plain data', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(traces)), traces)
    assert.ok(JSON.stringify(traces[0]).length < 8000)
  })

  it('knows what most pages say at the same place', () => {
    const { pages, texts } = siteKnowledge(traces)
    assert.equal(pages, 4)
    assert.ok([...texts.values()].filter((count) => count === 4).length >= 5)
  })

  it('finds on a further page of the same template what was found on others', () => {
    const { found } = matchFields(player('Max Farrow', '6-5'), fields, traces)
    assert.equal(found.get('height')?.finding.text, '6-5')
  })

  it('is made of pages of the same template alone', () => {
    const contact = pageOf(
      document(
        'Contact',
        '<h1>Contact</h1><p class="slogan">Follow all players here</p><table><tr><th>Phone</th><td>01632 960 210</td></tr><tr><th>Office</th><td>Pier 3</td></tr></table>',
      ),
    )
    assert.equal(similarTraces(viewOf(player('Max Farrow', '6-5')), traces).length, traces.length)
    assert.deepEqual(similarTraces(viewOf(contact), traces), [])
    assert.deepEqual(matchFields(contact, fields, traces), matchFields(contact, fields))
  })
})
