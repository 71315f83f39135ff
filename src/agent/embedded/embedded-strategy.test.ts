import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assignment,
  linkCandidate,
  ORIGIN,
  page,
  runEmbeddedStrategy,
} from '../../../test/support/seen-pages.ts'
import type { SeenSite } from '../../../test/support/seen-pages.ts'
import type { LinkCandidate } from '../../extract/extract.ts'
import type { PageObservation, Step } from '../step.ts'
import { EmbeddedStrategy } from './embedded-strategy.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const PRODUCTS = {
  type: 'object',
  properties: {
    products: {
      type: 'array',
      items: { type: 'object', properties: { name: text, price: number, sku: text } },
    },
  },
}
const PRODUCT = {
  type: 'object',
  properties: { price: { type: ['number', 'null'] }, sku: { type: ['string', 'null'] } },
  required: ['price', 'sku'],
}

function listed(path: string, names: readonly string[], more: LinkCandidate[] = []): PageObservation {
  const products = names.map((name, index) => ({ name: `Kettle ${name}`, price: 10 + index }))
  return page(path, 'Products', {
    value: { products },
    leads: [...names.map((name) => linkCandidate(`/kettles/${name}`, `Kettle ${name}`)), ...more],
    records: names.map((name, index) => ({ record: `/products/${index}`, url: `${ORIGIN}/kettles/${name}` })),
  })
}

function detail(name: string, value: object): PageObservation {
  return page(`/kettles/${name}`, `Kettle ${name}`, { value })
}

describe('EmbeddedMind', () => {
  const shelves: SeenSite = {
    '/shop': listed('/shop', ['a', 'b'], [linkCandidate('/shop?page=2', 'Next', { isNext: true })]),
    '/shop?page=2': listed('/shop?page=2', ['c']),
    '/kettles/a': detail('a', { name: 'Kettle a', sku: 'A-1' }),
    '/kettles/b': detail('b', { name: 'Kettle b', sku: 'B-1' }),
    '/kettles/c': detail('c', { name: 'Kettle c' }),
  }

  it('collects a list over its pages, and what it lacks from the pages of its records', async () => {
    const { outcome } = await runEmbeddedStrategy(
      assignment({ urls: [`${ORIGIN}/shop`], schema: PRODUCTS }),
      shelves,
    )
    assert.deepEqual(outcome.data, {
      products: [
        { name: 'Kettle a', price: 10, sku: 'A-1' },
        { name: 'Kettle b', price: 11, sku: 'B-1' },
        { name: 'Kettle c', price: 10 },
      ],
    })
    assert.deepEqual(outcome.missing, ['/products/2/sku'])
    const evidence = outcome.evidence.find(({ field }) => field === '/products/1/sku')
    assert.equal(evidence?.url, `${ORIGIN}/kettles/b`)
  })

  it('visits no more pages than as many records need as are asked for', async () => {
    const prompt = 'the first 2 products with name and price'
    const schema = {
      properties: { products: { type: 'array', items: { properties: { name: text, price: number } } } },
    }
    const { visits } = await runEmbeddedStrategy(
      assignment({ prompt, urls: [`${ORIGIN}/shop`], schema }),
      shelves,
    )
    assert.deepEqual(visits, ['/shop'])
  })

  it('keeps the records that a condition in the request means', async () => {
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'products with a price under 11', urls: [`${ORIGIN}/shop`], schema: PRODUCTS }),
      { '/shop': listed('/shop', ['a', 'b', 'c']) },
    )
    assert.deepEqual(
      (outcome.data as { products: { name: string }[] }).products.map(({ name }) => name),
      ['Kettle a', 'Kettle b'],
    )
  })

  it('says that the only record of a list may be no record where it is the page itself', async () => {
    const tariffs = page('/', 'Tariffs compared', {
      value: { products: [{ name: 'Tariffs compared', price: 8 }], name: 'Tariffs compared', price: 8 },
    })
    const alone = await runEmbeddedStrategy(assignment({ schema: PRODUCTS }), { '/': tariffs })
    assert.match(alone.outcome.warnings.join(' '), /Only one record/)
    const listed = await runEmbeddedStrategy(
      assignment({ urls: [`${ORIGIN}/shop`], schema: PRODUCTS }),
      shelves,
    )
    assert.deepEqual(listed.outcome.warnings, [])
  })

  it('names values that may be wrong', async () => {
    const evidence = [{ field: '/price', text: '7', source: 'text', confidence: 0.72 }]
    const world = { '/': page('/', 'Aurora 300', { value: { price: 7 }, evidence }) }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price of the Aurora 300', schema: PRODUCT }),
      world,
    )
    assert.deepEqual(outcome.warnings, ['These values may be wrong: /price.'])
  })

  it('collects a list whose pages do not all tell as much, though the first page links it beside others', async () => {
    const shelf = (
      path: string,
      names: string[],
      more: LinkCandidate[],
      products?: object[],
    ): PageObservation => ({
      ...page(path, 'Nos produits', {
        value: {
          listed_names: names.map((name) => ({ name: `Kettle ${name}` })),
          ...(products && { products }),
        },
      }),
      leads: [...names.map((name) => linkCandidate(`/kettles/${name}`, `Kettle ${name}`)), ...more],
      records: names.map((name, at) => ({ record: `/listed_names/${at}`, url: `${ORIGIN}/kettles/${name}` })),
    })
    const world: SeenSite = {
      '/': page('/', 'Welcome', {
        leads: [
          linkCandidate('/shelf', 'Nos produits'),
          linkCandidate('/visit', 'Come to us'),
          linkCandidate('/write', 'Write to us'),
        ],
      }),
      '/shelf': shelf('/shelf', ['a', 'b'], [linkCandidate('/shelf/part-2', 'More products')]),
      '/shelf/part-2': shelf(
        '/shelf/part-2',
        ['c', 'd'],
        [],
        [
          { name: 'Kettle c', price: 3 },
          { name: 'Kettle d', price: 4 },
        ],
      ),
    }
    const { outcome } = await runEmbeddedStrategy(assignment({ schema: PRODUCTS }), world)
    assert.deepEqual(
      (outcome.data as { products: { name: string }[] }).products.map(({ name }) => name),
      ['Kettle a', 'Kettle b', 'Kettle c', 'Kettle d'],
    )
  })

  it('takes a link to the whole list for none of its records', async () => {
    const world: SeenSite = {
      '/': page('/', 'Fresh kettles from the coast', {
        value: { products: [{ name: 'Kettle b' }, { name: 'All our products' }] },
        leads: [linkCandidate('/kettles/b', 'Kettle b'), linkCandidate('/shop', 'All our products')],
        records: [
          { record: '/products/0', url: `${ORIGIN}/kettles/b` },
          { record: '/products/1', url: `${ORIGIN}/shop` },
        ],
      }),
      ...shelves,
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'All products', schema: PRODUCTS }),
      world,
    )
    assert.deepEqual(
      (outcome.data as { products: { name: string }[] }).products.map(({ name }) => name).toSorted(),
      ['Kettle a', 'Kettle b', 'Kettle c'],
    )
  })

  describe('compares', () => {
    const weighed = (path: string, names: readonly string[], more: LinkCandidate[] = []) =>
      page(path, 'Boats', {
        value: { boats: names.map((name) => ({ name: `Boat ${name}` })) },
        leads: [...names.map((name) => linkCandidate(`/boats/${name}`, `Boat ${name}`)), ...more],
        records: names.map((name, index) => ({ record: `/boats/${index}`, url: `${ORIGIN}/boats/${name}` })),
      })
    const boat = (name: string, weight?: string) =>
      page(`/boats/${name}`, `Boat ${name}`, { value: { name: `Boat ${name}`, ...(weight && { weight }) } })
    const world: SeenSite = {
      '/': weighed('/', ['a', 'b'], [linkCandidate('/?page=2', 'Next', { isNext: true })]),
      '/?page=2': weighed('/?page=2', ['c', 'd']),
      '/boats/a': boat('a', '95 kg'),
      '/boats/b': boat('b', '1.2 t'),
      '/boats/c': boat('c', '60 kg'),
      '/boats/d': boat('d', '900 kg'),
    }
    const schema = { type: 'object', properties: { boat: text, weight: text } }
    const prompt = 'Which boat is the lightest, and what does it weigh?'

    it('all things of a list over its pages and their own pages to name one', async () => {
      const { outcome } = await runEmbeddedStrategy(assignment({ prompt, schema }), world)
      assert.deepEqual([outcome.data, outcome.warnings], [{ boat: 'Boat c', weight: '60 kg' }, []])
      assert.equal(outcome.evidence[0]?.field, '/boat')
    })

    it('and says so where not all of them tell what they are compared by', async () => {
      const { outcome } = await runEmbeddedStrategy(assignment({ prompt, schema }), {
        ...world,
        '/boats/d': boat('d'),
      })
      assert.equal((outcome.data as { boat: string }).boat, 'Boat c')
      assert.match(outcome.warnings.join(' '), /3 of 4/)
    })

    it('without a schema too', async () => {
      const { outcome } = await runEmbeddedStrategy(
        assignment({ prompt: 'Which boat is the heaviest?' }),
        world,
      )
      assert.deepEqual(outcome.data, { boat: 'Boat b', weight: '1.2 t' })
    })

    it('nothing where none of them does', async () => {
      const bare = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/boats/${name}`, boat(name)]))
      const { outcome } = await runEmbeddedStrategy(assignment({ prompt, schema }), { ...world, ...bare })
      assert.equal(outcome.data, undefined)
    })
  })

  const things: SeenSite = {
    '/': page('/', 'Welcome', {
      leads: [linkCandidate('/kettles/a2', 'Aurora 200'), linkCandidate('/kettles/a3', 'Aurora 300')],
    }),
    '/kettles/a2': page('/kettles/a2', 'Aurora 200', { value: { price: 20, sku: 'A-200' } }),
    '/kettles/a3': page('/kettles/a3', 'Aurora 300', { value: { price: 30 } }),
  }

  it('takes values of a thing from pages about it, and from no other', async () => {
    const { visits, outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price and SKU of the Aurora 300', schema: PRODUCT }),
      things,
    )
    assert.deepEqual(visits.slice(0, 2), ['/', '/kettles/a3'])
    assert.deepEqual([outcome.data, outcome.missing], [{ price: 30, sku: null }, ['/sku']])
    assert.equal(outcome.isComplete, false)
  })

  it('gives nothing of a thing that there is not', async () => {
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price and SKU of the Borealis 9', schema: PRODUCT }),
      things,
    )
    assert.deepEqual([outcome.data, outcome.evidence, outcome.missing], [undefined, [], ['/price', '/sku']])
  })

  it('finds a thing behind links that say nothing of it', async () => {
    const world = {
      '/': page('/', 'Welcome', {
        leads: [linkCandidate('/x', 'Region North'), linkCandidate('/y', 'Region South')],
      }),
      '/x': page('/x', 'Region North', { leads: [linkCandidate('/x/a', 'Kettle A')] }),
      '/y': page('/y', 'Region South', { leads: [linkCandidate('/y/b', 'Kettle B')] }),
      '/x/a': page('/x/a', 'Kettle A', { value: { price: 1, sku: 'A1' } }),
      '/y/b': page('/y/b', 'Kettle B', { value: { price: 2, sku: 'B1' } }),
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price and sku of Kettle B', schema: PRODUCT }),
      world,
    )
    assert.deepEqual(outcome.data, { price: 2, sku: 'B1' })
  })

  it('believes the page of a thing rather than a list that has it', async () => {
    const listed_records = [
      { name: 'Kettle A', price: 5, sku: 'A1' },
      { name: 'Kettle B', price: 6, sku: 'B1' },
    ]
    const leads = [linkCandidate('/a', 'Kettle A'), linkCandidate('/b', 'Kettle B')]
    const world = {
      '/': page('/', 'All kettles', { value: { listed_records }, leads }),
      '/b': page('/b', 'Kettle B', { value: { price: 7, sku: 'B1' } }),
    }
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price and sku of Kettle B', schema: PRODUCT }),
      world,
    )
    assert.deepEqual(outcome.data, { price: 7, sku: 'B1' })
  })

  it('visits exactly what was given where nothing else may be', async () => {
    const urls = [`${ORIGIN}/`, `${ORIGIN}/kettles/gone`]
    const { steps, outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'price and SKU of the Aurora 300', urls, isStrict: true, schema: PRODUCT }),
      things,
    )
    assert.deepEqual(
      steps.map(({ move }) => move.kind === 'visit' && move.url),
      urls,
    )
    assert.equal(outcome.data, undefined)
    assert.match(outcome.warnings[0] ?? '', /gone could not be read/)
  })

  it('searches where no address is given', async () => {
    const { steps } = await runEmbeddedStrategy(
      assignment({ prompt: 'price of the "Kettle A"', urls: [], schema: PRODUCT }),
      {
        '/a': page('/a', 'Kettle A', { value: { price: 5, sku: 'K' } }),
      },
    )
    assert.deepEqual(
      steps.map(({ move }) => move.kind),
      ['search', 'visit'],
    )
  })

  it('knows the same after a restart', async () => {
    const given = assignment({ urls: [`${ORIGIN}/shop`], schema: PRODUCTS })
    const { steps, outcome } = await runEmbeddedStrategy(given, shelves)
    const again = new EmbeddedStrategy(given)
    // The database keeps plain data, and no order of keys.
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([key, inner]) => [key, turned(inner)]),
            )
          : value
    for (const step of steps) again.learn(turned(JSON.parse(JSON.stringify(step))) as Step)
    assert.deepEqual(again.outcome(), outcome)
    assert.deepEqual(await again.decide(), [])
  })

  it('answers in words in a chat', async () => {
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'Until when is version 3 supported?', mode: 'chat' }),
      {
        '/': page('/', 'Support', { value: {}, text: '# Support\n\nVersion 3 is supported until May 2031.' }),
      },
    )
    assert.equal(outcome.message, 'Version 3 is supported until May 2031.')
  })

  it('ends on thousands of links and wishes', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => linkCandidate(`/p/${at}`, `Aurora thing ${at}`))
    const world = Object.fromEntries(
      many.map(({ url, text: name }) => [
        new URL(url).pathname,
        page(new URL(url).pathname, name, { leads: many }),
      ]),
    )
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, text]))
    const prompt = `everything about the Aurora ${'and so on '.repeat(1000)}`
    const { visits } = await runEmbeddedStrategy(
      assignment({ prompt, schema: { type: 'object', properties } }),
      {
        ...world,
        '/': page('/', 'Welcome', { leads: many }),
      },
    )
    assert.ok(visits.length <= 60)
  })
})

const ROOM = { type: 'object', properties: { room: text } }

describe('where a search leads', () => {
  it('is gone to in its order, what is called like the thing first, and to no other site', async () => {
    const world: SeenSite = {
      '/boats/otter': page('/boats/otter', 'Otter', { value: { room: 'O' } }),
      '/boats/ratcatcher': page('/boats/ratcatcher', 'Ratcatcher', {
        leads: [{ ...linkCandidate('', 'Ratcatcher sponsor'), url: 'http://elsewhere.example/ratcatcher' }],
      }),
    }
    const hits = ['otter', 'ratcatcher'].map((name) => ({
      url: `${ORIGIN}/boats/${name}`,
      title: `Rowing club – ${name}`,
    }))
    const { steps } = await runEmbeddedStrategy(
      assignment({
        prompt: 'Rowing club, boat "Ratcatcher": room',
        urls: [],
        schema: ROOM,
      }),
      world,
      hits,
    )
    const visited = steps.flatMap(({ move }) => (move.kind === 'visit' ? [move.url] : []))
    assert.equal(visited[0], `${ORIGIN}/boats/ratcatcher`)
    assert.ok(!visited.some((url) => url.includes('elsewhere')))
  })

  it('is asked for in the words of the request', async () => {
    const { steps } = await runEmbeddedStrategy(
      assignment({
        prompt: 'What is the warranty on Dreyling pumps, and which is the "service hotline"?',
        urls: [],
      }),
      {},
      [],
    )
    assert.equal(
      steps[0]?.move.kind === 'search' && steps[0].move.query,
      'service hotline Dreyling warranty pumps',
    )
  })
})

describe('a given address', () => {
  it('that cannot be read leads to the first page of its site', async () => {
    const world: SeenSite = { '/': page('/', 'Lamps', { leads: [linkCandidate('/l/300', 'Aurora 300')] }) }
    const given = {
      prompt: 'Room of the Aurora 300',
      urls: [`${ORIGIN}/gone`],
      schema: ROOM,
    }
    const { visits } = await runEmbeddedStrategy(assignment(given), world)
    assert.deepEqual(visits.slice(0, 3), ['/gone', '/', '/l/300'])
    assert.deepEqual((await runEmbeddedStrategy(assignment({ ...given, isStrict: true }), world)).visits, [
      '/gone',
    ])
  })
})

describe('a schema that is no object', () => {
  const site: SeenSite = {
    '/': page('/', 'Welcome', { leads: [linkCandidate('/about', 'About us', { area: 'navigation' })] }),
    '/about': page('/about', 'About us', {
      text: 'Halden Optics was founded in 1987. It employs 143 people. The founder is Ingrid Moe.',
      value: {
        founder: 'Ingrid Moe',
        people: 143,
        certifications: [{ name: 'ISO 9001' }, { name: 'ISO 14001' }],
        offices: [{ city: 'Oslo' }, { city: 'Bergen' }],
      },
    }),
  }
  const office = { type: 'object', properties: { city: text } }
  const wanted: Record<
    string,
    { prompt: string; schema: Record<string, unknown>; gives: unknown; at: string[] }
  > = {
    text: { prompt: 'Who founded the company?', schema: text, gives: 'Ingrid Moe', at: [''] },
    'text or nothing': {
      prompt: 'Who founded the company?',
      schema: { type: ['string', 'null'] },
      gives: 'Ingrid Moe',
      at: [''],
    },
    'a number': { prompt: 'How many people does the company employ?', schema: number, gives: 143, at: [''] },
    'a list of texts': {
      prompt: 'Which certifications does the company have?',
      schema: { type: 'array', items: text },
      gives: ['ISO 9001', 'ISO 14001'],
      at: ['/0', '/1'],
    },
    'a list of records': {
      prompt: 'List all offices',
      schema: { type: 'array', items: { $ref: '#/$defs/office' }, $defs: { office } },
      gives: [{ city: 'Oslo' }, { city: 'Bergen' }],
      at: ['/0/city', '/1/city'],
    },
    'anything at all': {
      prompt: 'Who founded the company?',
      schema: {},
      gives: { founder: 'Ingrid Moe' },
      at: ['/founder'],
    },
    'any object': {
      prompt: 'Who founded the company?',
      schema: { type: 'object' },
      gives: { founder: 'Ingrid Moe' },
      at: ['/founder'],
    },
  }
  for (const [kind, { prompt, schema, gives, at }] of Object.entries(wanted)) {
    it(`is answered where it is ${kind}`, async () => {
      const { outcome } = await runEmbeddedStrategy(assignment({ prompt, schema }), site)
      assert.deepEqual(outcome.data, gives)
      assert.deepEqual(
        outcome.evidence.map(({ field }) => field),
        at,
      )
      assert.ok(outcome.isComplete)
    })
  }

  it('gives nothing where nothing is found, and says that the whole is missing', async () => {
    const { outcome } = await runEmbeddedStrategy(
      assignment({ prompt: 'What is the VAT number?', schema: text }),
      site,
    )
    assert.equal(outcome.data, undefined)
    assert.deepEqual(outcome.missing, [''])
  })
})
