import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

function listed(markup: string, name: string, fields: string): unknown {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/a', false)
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const properties = Object.fromEntries(fields.split(' ').map((field) => [field, { type: 'string' }]))
  const items = { type: 'object', properties }
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } }
  return (extractJson(page, { schema }).value as Record<string, unknown>)[name]
}

const NAV = '<nav><ul><li><a href="/">Home</a></li><li><a href="/people">People</a></li></ul></nav>'
const FOOTER = '<footer><p>Harbour Street 4</p><a href="/imprint">Imprint</a></footer>'

describe('a list requested from a page about one item', () => {
  const person = [
    { name: 'Dr. Ines Vahl', email: 'ines.vahl@site.example', phone: '+49 30 771-205', room: 'A 3.05' },
  ]
  const pages: Record<string, string> = {
    'with terms': `<main><div class="frame"><div class="row"><div class="col"><h1>Dr. Ines Vahl</h1><dl><dt>Telefon</dt><dd>+49 30 771-205</dd><dt>E-Mail</dt><dd>ines.vahl@site.example</dd><dt>Raum</dt><dd>A 3.05</dd></dl></div></div></div><div class="frame"><h3>In the same field</h3><ul><li><a href="/p/1">Karl Moor</a></li><li><a href="/p/2">Ada Beck</a></li></ul></div></main>`,
    'with a table': `<main><h1>Dr. Ines Vahl</h1><table><tr><th>Phone</th><td>+49 30 771-205</td></tr><tr><th>Email</th><td>ines.vahl@site.example</td></tr><tr><th>Room</th><td>A 3.05</td></tr></table></main>`,
    'with labels in bold': `<main><h1>Dr. Ines Vahl</h1><p><strong>Phone:</strong> +49 30 771-205</p><p><strong>E-mail:</strong> ines.vahl@site.example</p><p><strong>Room:</strong> A 3.05</p></main>`,
  }
  for (const [how, main] of Object.entries(pages))
    it(`contains that item, ${how}`, () =>
      assert.deepEqual(
        listed(`<body>${NAV}${main}${FOOTER}</body>`, 'contacts', 'name email phone room'),
        person,
      ))

  it('contains a product', () =>
    assert.deepEqual(
      listed(
        `<body>${NAV}<main><h1>Oak stool</h1><p>A stool for the kitchen.</p><ul><li>Material: Oak</li><li>Colour: Natural</li><li>Weight: 4.2 kg</li></ul></main>${FOOTER}</body>`,
        'products',
        'name material color weight',
      ),
      [{ name: 'Oak stool', material: 'Oak', color: 'Natural', weight: '4.2 kg' }],
    ))

  it('stays empty when the page has hardly any of its fields', () =>
    assert.deepEqual(
      listed(
        `<body>${NAV}<main><h1>Our people</h1><p>Phone: +49 30 771-0</p></main>${FOOTER}</body>`,
        'contacts',
        'name email phone room',
      ) ?? [],
      [],
    ))
})
