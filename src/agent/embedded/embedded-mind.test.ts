import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Lead } from '../../extract/extract.ts'
import type { Assignment } from '../mind.ts'
import type { FieldEvidence, Move, Seen, SeenPage, Step } from '../step.ts'
import { createEmbeddedMind } from './embedded-mind.ts'

const ORIGIN = 'http://shop.example'
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

function assignment(given: Partial<Assignment>): Assignment {
  return {
    prompt: 'List all products',
    urls: [ORIGIN],
    isStrict: false,
    mode: 'extract',
    effort: 'medium',
    ...given,
  }
}

function lead(path: string, said: string, more: Partial<Lead> = {}): Lead {
  return {
    url: ORIGIN + path,
    text: said,
    context: '',
    area: 'content',
    isNext: false,
    isUnfollowed: false,
    ...more,
  }
}

/** A page as it is seen: each value of it has its evidence. */
function page(path: string, title: string, more: Partial<SeenPage> = {}): SeenPage {
  return {
    kind: 'visit',
    url: ORIGIN + path,
    status: 200,
    title: `${title} | Shop`,
    headings: [title],
    leads: [],
    evidence: evidenceOf(more.value, ''),
    missing: [],
    records: [],
    engine: 'embedded',
    ...more,
  }
}

function evidenceOf(value: unknown, field: string): FieldEvidence[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => evidenceOf(inner, `${field}/${key}`))
  return value === undefined ? [] : [{ field, text: String(value), source: 'text', confidence: 0.9 }]
}

interface World {
  [path: string]: SeenPage | undefined
}

/** Lets a mind go on until it wants nothing more, and gives what it did. */
async function worked(given: Assignment, world: World) {
  const mind = createEmbeddedMind(given)
  const steps: Step[] = []
  for (let moves = await next(); moves.length > 0; moves = await next()) {
    for (const move of moves) {
      const step = { move, seen: seenBy(world, move), credits: 1 }
      steps.push(step)
      mind.learn(step)
    }
    assert.ok(steps.length < 300, 'it does not end')
  }
  const visits = steps.flatMap(({ move }) =>
    move.kind === 'visit' ? [move.url.slice(ORIGIN.length) || '/'] : [],
  )
  return { visits, steps, outcome: mind.outcome() }

  function next(): Promise<Move[]> {
    return mind.decide(AbortSignal.any([]))
  }
}

function seenBy(world: World, move: Move): Seen {
  if (move.kind === 'map') return { kind: 'map', links: [] }
  if (move.kind === 'search') return { kind: 'search', hits: [{ url: `${ORIGIN}/a`, title: 'Kettle A' }] }
  const seen =
    move.kind === 'visit' ? world[new URL(move.url).pathname + new URL(move.url).search] : undefined
  return seen ?? { kind: 'failure', code: 'NOT_FOUND', message: 'There is no such page.' }
}

function listed(path: string, names: readonly string[], more: Lead[] = []): SeenPage {
  const products = names.map((name, index) => ({ name: `Kettle ${name}`, price: 10 + index }))
  return page(path, 'Products', {
    value: { products },
    leads: [...names.map((name) => lead(`/kettles/${name}`, `Kettle ${name}`)), ...more],
    records: names.map((name, index) => ({ record: `/products/${index}`, url: `${ORIGIN}/kettles/${name}` })),
  })
}

function detail(name: string, value: object): SeenPage {
  return page(`/kettles/${name}`, `Kettle ${name}`, { value })
}

describe('createEmbeddedMind', () => {
  const shelves: World = {
    '/shop': listed('/shop', ['a', 'b'], [lead('/shop?page=2', 'Next', { isNext: true })]),
    '/shop?page=2': listed('/shop?page=2', ['c']),
    '/kettles/a': detail('a', { name: 'Kettle a', sku: 'A-1' }),
    '/kettles/b': detail('b', { name: 'Kettle b', sku: 'B-1' }),
    '/kettles/c': detail('c', { name: 'Kettle c' }),
  }

  it('collects a list over its pages, and what it lacks from the pages of its records', async () => {
    const { outcome } = await worked(assignment({ urls: [`${ORIGIN}/shop`], schema: PRODUCTS }), shelves)
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
    const { visits } = await worked(assignment({ prompt, urls: [`${ORIGIN}/shop`], schema }), shelves)
    assert.deepEqual(visits, ['/shop'])
  })

  it('keeps the records that a condition in the request means', async () => {
    const { outcome } = await worked(
      assignment({ prompt: 'products with a price under 11', urls: [`${ORIGIN}/shop`], schema: PRODUCTS }),
      { '/shop': listed('/shop', ['a', 'b', 'c']) },
    )
    assert.deepEqual(
      (outcome.data as { products: { name: string }[] }).products.map(({ name }) => name),
      ['Kettle a', 'Kettle b'],
    )
  })

  const things: World = {
    '/': page('/', 'Welcome', {
      leads: [lead('/kettles/a2', 'Aurora 200'), lead('/kettles/a3', 'Aurora 300')],
    }),
    '/kettles/a2': page('/kettles/a2', 'Aurora 200', { value: { price: 20, sku: 'A-200' } }),
    '/kettles/a3': page('/kettles/a3', 'Aurora 300', { value: { price: 30 } }),
  }

  it('takes values of a thing from pages about it, and from no other', async () => {
    const { visits, outcome } = await worked(
      assignment({ prompt: 'price and SKU of the Aurora 300', schema: PRODUCT }),
      things,
    )
    assert.deepEqual(visits.slice(0, 2), ['/', '/kettles/a3'])
    assert.deepEqual([outcome.data, outcome.missing], [{ price: 30, sku: null }, ['/sku']])
    assert.equal(outcome.isComplete, false)
  })

  it('gives nothing of a thing that there is not', async () => {
    const { outcome } = await worked(
      assignment({ prompt: 'price and SKU of the Borealis 9', schema: PRODUCT }),
      things,
    )
    assert.deepEqual([outcome.data, outcome.evidence, outcome.missing], [undefined, [], ['/price', '/sku']])
  })

  it('finds a thing behind links that say nothing of it', async () => {
    const world = {
      '/': page('/', 'Welcome', { leads: [lead('/x', 'Region North'), lead('/y', 'Region South')] }),
      '/x': page('/x', 'Region North', { leads: [lead('/x/a', 'Kettle A')] }),
      '/y': page('/y', 'Region South', { leads: [lead('/y/b', 'Kettle B')] }),
      '/x/a': page('/x/a', 'Kettle A', { value: { price: 1, sku: 'A1' } }),
      '/y/b': page('/y/b', 'Kettle B', { value: { price: 2, sku: 'B1' } }),
    }
    const { outcome } = await worked(
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
    const leads = [lead('/a', 'Kettle A'), lead('/b', 'Kettle B')]
    const world = {
      '/': page('/', 'All kettles', { value: { listed_records }, leads }),
      '/b': page('/b', 'Kettle B', { value: { price: 7, sku: 'B1' } }),
    }
    const { outcome } = await worked(
      assignment({ prompt: 'price and sku of Kettle B', schema: PRODUCT }),
      world,
    )
    assert.deepEqual(outcome.data, { price: 7, sku: 'B1' })
  })

  it('collects a list that is parted, from the pages of its parts', async () => {
    const detail = (path: string, name: string, sku: string) =>
      page(path, name, { value: { name, price: 9, sku } })
    const world = {
      '/places/': page('/places/', 'Places', {
        leads: [lead('/places/north', 'North'), lead('/places/south', 'South')],
      }),
      '/places/north': page('/places/north', 'North', {
        leads: [lead('/places/north/a', 'Kettle A'), lead('/places/north/b', 'Kettle B')],
      }),
      '/places/south': page('/places/south', 'South', { leads: [lead('/places/south/c', 'Kettle C')] }),
      '/places/north/a': detail('/places/north/a', 'Kettle A', 'A1'),
      '/places/north/b': detail('/places/north/b', 'Kettle B', 'B1'),
      '/places/south/c': detail('/places/south/c', 'Kettle C', 'C1'),
    }
    const { outcome } = await worked(
      assignment({
        prompt: 'All products with name, price and sku',
        urls: [`${ORIGIN}/places/`],
        schema: PRODUCTS,
      }),
      world,
    )
    const { products } = outcome.data as { products: { name: string; sku: string }[] }
    assert.deepEqual(products.map(({ sku }) => sku).toSorted(), ['A1', 'B1', 'C1'])
  })

  it('visits exactly what was given where nothing else may be', async () => {
    const urls = [`${ORIGIN}/`, `${ORIGIN}/kettles/gone`]
    const { steps, outcome } = await worked(
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
    const { steps } = await worked(
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
    const { steps, outcome } = await worked(given, shelves)
    const again = createEmbeddedMind(given)
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
    assert.deepEqual(await again.decide(AbortSignal.any([])), [])
  })

  it('answers in words in a chat', async () => {
    const { outcome } = await worked(
      assignment({ prompt: 'Until when is version 3 supported?', mode: 'chat' }),
      {
        '/': page('/', 'Support', { value: {}, text: '# Support\n\nVersion 3 is supported until May 2031.' }),
      },
    )
    assert.equal(outcome.message, 'Version 3 is supported until May 2031.')
  })

  it('ends on thousands of links and wishes', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => lead(`/p/${at}`, `Aurora thing ${at}`))
    const world = Object.fromEntries(
      many.map(({ url, text: name }) => [
        new URL(url).pathname,
        page(new URL(url).pathname, name, { leads: many }),
      ]),
    )
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, text]))
    const prompt = `everything about the Aurora ${'and so on '.repeat(1000)}`
    const { visits } = await worked(assignment({ prompt, schema: { type: 'object', properties } }), {
      ...world,
      '/': page('/', 'Welcome', { leads: many }),
    })
    assert.ok(visits.length <= 60)
  })
})
