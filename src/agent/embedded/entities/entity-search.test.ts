import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assignment,
  linkCandidate,
  nav,
  number,
  page,
  text,
  objectSchema,
  runEmbeddedStrategy,
} from '../../../../test/support/seen-pages.ts'
import type { SeenSite } from '../../../../test/support/seen-pages.ts'

describe('one of the things of a site', () => {
  const PROFILE = objectSchema({ room: text, colour: text })
  const person = (path: string, name: string, room: string) =>
    page(path, name, { value: { room, colour: `Blue ${room}` } })

  const described: Record<string, { prompt: string; names: string[]; meant: string }> = {
    'by a lower-case word, beside one that belongs to the field': {
      prompt: 'What are the IP room and colour of lorvenite?',
      names: ['Quarlite', 'Lorvenite', 'Hollinite', 'Askerite'],
      meant: 'Lorvenite',
    },
    'with the name of the site in its own': {
      prompt: 'Room and colour for the crossing from Dunbrae to Shop',
      names: ['Dunbrae – Oronsholm', 'Dunbrae – Shop'],
      meant: 'Dunbrae – Shop',
    },
    'without the number at the end of its name': {
      prompt: 'Room y colour del ático de la avenida del Puerto en Costamar',
      names: ['Piso en avenida del Puerto, 15', 'Ático en avenida del Puerto, 88'],
      meant: 'Ático en avenida del Puerto, 88',
    },
    'by some words of its headline': {
      prompt: 'Which room and colour are in the article about the rowing gig found in a barn?',
      names: [
        'Harbour wall repairs to cost more',
        'Rowing club finds 1921 gig in a barn',
        'Library to open on Sundays',
        'Choir sings in the fish market',
      ],
      meant: 'Rowing club finds 1921 gig in a barn',
    },
    'in quotes, beside other words with capitals': {
      prompt: 'Shop Wesertal, Boot "Rattenfänger": Room und Colour',
      names: ['Alte Liebe', 'Rattenfänger'],
      meant: 'Rattenfänger',
    },
  }
  for (const [what, { prompt, names, meant }] of Object.entries(described)) {
    it(`is known ${what}`, async () => {
      const paths = names.map((_, at) => `/items/${at + 100}`)
      const world: SeenSite = {
        '/': page('/', 'All of them', { leads: names.map((name, at) => linkCandidate(paths[at]!, name)) }),
        ...Object.fromEntries(names.map((name, at) => [paths[at]!, person(paths[at]!, name, `R${at}`)])),
      }
      const { visits, outcome } = await runEmbeddedStrategy(assignment({ prompt, schema: PROFILE }), world)
      const at = names.indexOf(meant)
      assert.deepEqual(outcome.data, { room: `R${at}`, colour: `Blue R${at}` })
      assert.deepEqual(visits, ['/', paths[at]])
    })
  }

  it('is not the page of another that mentions it in a heading', async () => {
    const world: SeenSite = {
      '/': page('/', 'All of them', {
        leads: [
          linkCandidate('/items/1', 'Loft mit Elbblick'),
          linkCandidate('/items/2', 'Penthouse mit Dachterrasse'),
        ],
      }),
      '/items/1': {
        ...person('/items/1', 'Loft mit Elbblick', 'L'),
        headings: ['Loft mit Elbblick', 'Penthouse mit Dachterrasse'],
      },
    }
    const prompt = 'Room and colour of "Penthouse mit Dachterrasse"'
    const { outcome } = await runEmbeddedStrategy(assignment({ prompt, schema: PROFILE }), world)
    assert.equal(outcome.data, undefined)
    world['/items/2'] = person('/items/2', 'Penthouse mit Dachterrasse', 'P')
    const { outcome: found } = await runEmbeddedStrategy(assignment({ prompt, schema: PROFILE }), world)
    assert.deepEqual(found.data, { room: 'P', colour: 'Blue P' })
  })

  it('is looked for on the page above those of its kind', async () => {
    const names = ['Kazernestraat 40', 'Havendam 7', 'Akkerwinde 77']
    const world: SeenSite = {
      '/': page('/', 'Welcome', {
        leads: [
          ...names.map((name, at) => linkCandidate(`/koop/place-${'abc'[at]}/house`, name)),
          ...nav(['/koop', 'Kopen']),
        ],
      }),
      '/koop': page('/koop', 'Te koop', {
        leads: [linkCandidate('/koop/aagten/veerstoep-2', 'Veerstoep 2')],
      }),
      '/koop/aagten/veerstoep-2': person('/koop/aagten/veerstoep-2', 'Veerstoep 2', 'V'),
    }
    const { visits } = await runEmbeddedStrategy(
      assignment({ prompt: 'Room and colour of Veerstoep 2', schema: PROFILE }),
      world,
    )
    assert.deepEqual(visits, ['/', '/koop', '/koop/aagten/veerstoep-2'])
  })

  it('is believed on its own page, whatever lists say', async () => {
    const listed_records = [{ name: 'Aurora 300', room: 'old', colour: 'Add to basket' }]
    const list = (path: string) =>
      page(path, 'Lamps', {
        value: { listed_records },
        leads: [linkCandidate('/l/300', 'Aurora 300'), linkCandidate('/2', 'Next')],
      })
    const world: SeenSite = {
      '/': list('/'),
      '/2': list('/2'),
      '/l/300': page('/l/300', 'Aurora 300', { value: { room: 'new' } }),
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'Room of the Aurora 300', schema: PROFILE }),
      world,
    )
    assert.equal((outcome.data as { room: string }).room, 'new')
  })

  it('is not whom a row names beside something else', async () => {
    const listed_records = [
      { name: 'Health and pests', room: 'Petra_B', colour: '13' },
      { name: 'Hives', room: 'Mel', colour: '7' },
    ]
    const world: SeenSite = {
      '/': page('/', 'Forums', {
        value: { listed_records },
        leads: [linkCandidate('/members/52', 'Petra_B')],
      }),
      '/members/52': page('/members/52', 'Petra_B', { value: { colour: '388' } }),
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'Room and colour of Petra_B', schema: PROFILE }),
      world,
    )
    assert.deepEqual(outcome.data, { colour: '388' })
  })
})

describe('what every page of a site says', () => {
  it('is believed no more for being said again', async () => {
    const footer = (path: string, title: string, more: object = {}) =>
      page(path, title, {
        evidence: [{ field: '/postcode', text: '1983', selector: 'footer', source: 'text', confidence: 0.8 }],
        value: { postcode: '1983' },
        ...more,
      })
    const pages = ['/pitches', '/facilities', '/rules']
    const world: SeenSite = {
      '/': footer('/', 'Welcome', {
        leads: nav(...[...pages, '/way'].map((path) => [path, path] as [string, string])),
      }),
      ...Object.fromEntries(pages.map((path) => [path, footer(path, path)])),
      '/way': page('/way', 'Getting here', { value: { postcode: 'KW14 9QQ', fee: 3 } }),
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({
        prompt: 'The postcode and the fee',
        schema: objectSchema({ postcode: text, fee: number }),
      }),
      world,
    )
    assert.deepEqual(outcome.data, { postcode: 'KW14 9QQ', fee: 3 })
  })
})

describe('pages of which nothing is known', () => {
  it('are visited in the order in which the site links them', async () => {
    const world: SeenSite = {
      '/': page('/', 'Welcome', { leads: nav(['/zeta', 'Zeta'], ['/eta', 'Eta'], ['/alpha', 'Alpha']) }),
      '/zeta': page('/zeta', 'Zeta', { value: { price: 3 } }),
    }
    const { visits } = await runEmbeddedStrategy(
      assignment({ prompt: 'Price', schema: objectSchema({ price: number }) }),
      world,
    )
    assert.deepEqual(visits, ['/', '/zeta'])
  })
})
