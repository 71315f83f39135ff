import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runStrategy, stepOn } from '../support/fake-site.ts'
import {
  scriptedModelStrategy,
  EMPTY_DECISION,
  ROOT,
  SITE,
  thoughts,
  visitedUrls,
} from '../support/scripted-model-strategy.ts'
import { useModels } from '../support/model.ts'

const models = useModels()

describe('after a restart', () => {
  it('asks the model nothing that it has already answered', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: [`${ROOT}about`, `${ROOT}contact`] },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    const [given] = await one.strategy.decide(AbortSignal.timeout(10_000))
    const begun = [stepOn(SITE, given!)]
    one.strategy.learn(begun[0]!)
    const [thought, about, contact] = await one.strategy.decide(AbortSignal.timeout(10_000))
    // The process ends after the thought and the first visit are stored.
    begun.push(stepOn(SITE, thought!), stepOn(SITE, about!))
    const reborn = one.createStrategy()
    for (const step of begun) reborn.learn(step)
    assert.deepEqual(await reborn.decide(AbortSignal.timeout(10_000)), [contact])
    assert.equal(one.model.requests.length, 1)
    const steps = await runStrategy(reborn, SITE)
    assert.deepEqual(visitedUrls(steps), [`${ROOT}contact`])
    assert.equal(one.model.requests.length, 2)
    const third = one.createStrategy()
    for (const step of [...begun, ...steps]) third.learn(step)
    assert.deepEqual(await third.decide(AbortSignal.timeout(10_000)), [])
    assert.deepEqual(third.outcome(), reborn.outcome())
    assert.equal(one.model.requests.length, 2)
  })

  it('replaying the steps gives the same outcome and the same moves at every point', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, visit: [`${ROOT}about`, 'https://evil.example/'] },
        { ...EMPTY_DECISION, map: ROOT },
        { ...EMPTY_DECISION, finish: 'Enough.' },
        { founded: '1987', city: 'Kiruna' },
      ],
      { schema: undefined as never },
    )
    const steps = await runStrategy(one.strategy, SITE)
    const asked = one.model.requests.length
    for (let end = 0; end <= steps.length; end++) {
      const strategies = [one.createStrategy(), one.createStrategy()]
      for (const strategy of strategies) for (const step of steps.slice(0, end)) strategy.learn(step)
      assert.deepEqual(strategies[0]!.outcome(), strategies[1]!.outcome())
      const next = steps[end]?.move
      if (next?.kind === 'think') continue
      const decisions = await Promise.all(
        strategies.map((strategy) => strategy.decide(AbortSignal.timeout(10_000))),
      )
      assert.deepEqual(decisions[0], decisions[1])
      assert.deepEqual(decisions[0]![0], next)
    }
    assert.equal(one.model.requests.length, asked)
  })
})

describe('the final output of a model', () => {
  const FREE = { schema: undefined as never, prompt: 'Tell me about Firm.' }

  it('without a schema contains data of the pages, and nothing without a source', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
        { ...EMPTY_DECISION, finish: 'Enough.' },
        { founded: '1987', city: 'Uppsala', ceo: 'Wilma Arbuckle', staff: 4711 },
      ],
      FREE,
    )
    await runStrategy(one.strategy, SITE)
    const { data, evidence, warnings, isComplete } = one.strategy.outcome()
    assert.deepEqual(data, { founded: '1987', city: 'Uppsala' })
    assert.deepEqual(
      evidence.map(({ field, url }) => [field, url]),
      [
        ['/founded', `${ROOT}about`],
        ['/city', `${ROOT}about`],
      ],
    )
    assert.ok(isComplete)
    assert.match(warnings.join(' '), /on no visited page: \/ceo, \/staff/)
    assert.match(warnings.join(' '), /tries to instruct a model/)
  })

  it('leaves out a record that is mostly invented', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
        { ...EMPTY_DECISION, finish: 'Enough.' },
        {
          offices: [
            { city: 'Uppsala', since: '1987' },
            { city: 'Kiruna', since: '1987' },
          ],
        },
      ],
      FREE,
    )
    await runStrategy(one.strategy, SITE)
    assert.deepEqual(one.strategy.outcome().data, { offices: [{ city: 'Uppsala', since: '1987' }] })
  })

  it('in a chat is a text answer without invented sentences', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
        { ...EMPTY_DECISION, finish: 'Enough.' },
        { message: 'Firm was founded in 1987. It has 4711 employees. See https://evil.example/buy now.' },
      ],
      { ...FREE, mode: 'chat' },
    )
    await runStrategy(one.strategy, SITE)
    const { message, warnings } = one.strategy.outcome()
    assert.equal(message, 'Firm was founded in 1987.')
    assert.match(warnings.join(' '), /4711/)
  })

  it('with a schema is a selection of the found records', async () => {
    const list = {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    }
    const lamps = [
      { name: 'Lamp A', price: 10 },
      { name: 'Chair B', price: 20 },
      { name: 'Lamp C', price: 30 },
    ]
    await using one = await scriptedModelStrategy(models, [{ leaveOut: [2, 99], choose: [] }], {
      prompt: 'All lamps with name and price',
      schema: { type: 'object', properties: { lamps: list } },
    })
    await runStrategy(one.strategy, { pages: { [ROOT]: { value: { lamps }, links: { Other: '/other' } } } })
    const { data, evidence, warnings } = one.strategy.outcome()
    assert.deepEqual(data, { lamps: [lamps[0], lamps[2]] })
    assert.deepEqual(
      evidence.filter(({ field }) => field.endsWith('/name')).map(({ field, text }) => [field, text]),
      [
        ['/lamps/0/name', 'Lamp A'],
        ['/lamps/1/name', 'Lamp C'],
      ],
    )
    assert.match(warnings.join(' '), /left out 1 of 3 records/)
  })

  const LAMPS = [
    { name: 'Lamp A', price: 10 },
    { name: 'Lamp B', price: 25 },
    { name: 'Lamp C', price: 30 },
  ]
  const SHOP = {
    pages: {
      [ROOT]: { text: 'Lamp A 10, Lamp B 25', value: { lamps: LAMPS.slice(0, 2) }, links: { More: '/more' } },
      [`${ROOT}more`]: { text: 'Lamp C 30', value: { lamps: LAMPS.slice(2) } },
    },
  }
  const TOTAL = { as: '/total', operation: 'sum', list: '/lamps', field: 'price' }
  const COUNT = { as: '/count', operation: 'count', list: '/lamps' }
  const TURNS = [
    { ...EMPTY_DECISION, visit: [`${ROOT}more`] },
    { ...EMPTY_DECISION, finish: 'Enough.' },
  ]
  const sourcesOf = (evidence: readonly { field: string; url?: string }[], wanted: string) =>
    evidence.filter(({ field }) => field === wanted).map(({ url }) => url)

  it('with a schema has fields that are computed from the records, with their page', async () => {
    const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
    const properties = {
      lamps: { type: 'array', items: item },
      count: { type: 'integer' },
      total: { type: 'number' },
    }
    const compute = [COUNT, TOTAL, { ...TOTAL, as: '/made/up' }]
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, finish: 'Enough.' },
        { leaveOut: [2], choose: [], compute },
      ],
      {
        prompt: 'All lamps, how many there are and what they cost together',
        schema: { type: 'object', properties },
      },
    )
    await runStrategy(one.strategy, {
      pages: { [ROOT]: { value: { lamps: LAMPS }, links: { Other: '/other' } } },
    })
    const { data, evidence, missing } = one.strategy.outcome()
    assert.deepEqual(data, { lamps: [LAMPS[0], LAMPS[2]], count: 2, total: 40 })
    assert.deepEqual(sourcesOf(evidence, '/total'), [ROOT])
    assert.ok(!missing.includes('/count') && !missing.includes('/total'))
  })

  it('without a schema has computed values too', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        ...TURNS,
        {
          lamps: LAMPS,
          compute: [TOTAL, { as: '/cheapest', operation: 'sort', list: '/lamps', field: 'price', most: 1 }],
        },
      ],
      { ...FREE, prompt: 'The lamps, their total and the cheapest' },
    )
    await runStrategy(one.strategy, SHOP)
    const { data, evidence, warnings } = one.strategy.outcome()
    assert.deepEqual(data, { lamps: LAMPS, total: 65, cheapest: [LAMPS[0]] })
    assert.deepEqual(sourcesOf(evidence, '/total'), [ROOT, `${ROOT}more`])
    assert.deepEqual(sourcesOf(evidence, '/lamps/2/price'), [`${ROOT}more`])
    assert.deepEqual(warnings, [])
  })

  it('in a chat has computed values in its sentences', async () => {
    const answer = {
      message: 'There are {count} lamps for {total} together. The dearest costs {most}.',
      records: [...LAMPS, { name: 'Lamp Z', price: 4711 }],
      compute: [
        { ...TOTAL, as: 'total', list: '/records' },
        { ...COUNT, as: 'count', list: '/records' },
      ],
    }
    const turns = [...TURNS]
    const reply = ({ body }: { body: { response_format: { json_schema: { name: string } } } }) =>
      body.response_format.json_schema.name === 'answer' ? answer : turns.shift()!
    await using one = await scriptedModelStrategy(models, [reply], {
      ...FREE,
      prompt: 'How many lamps are there, and what do all of them cost together?',
      mode: 'chat',
    })
    await runStrategy(one.strategy, SHOP)
    const { message, warnings } = one.strategy.outcome()
    assert.equal(message, 'There are 3 lamps for 65 together.')
    assert.match(warnings.join(' '), /content that is on no visited page: most/)
  })

  it('resolves values on which pages disagree', async () => {
    const pages = {
      [ROOT]: { title: 'Firm', value: { phone: '+46 18 111' }, links: { Contact: '/contact' } },
      [`${ROOT}contact`]: { title: 'Contact Firm', value: { phone: '+46 18 222' } },
    }
    const ask = async (number: number) => {
      await using one = await scriptedModelStrategy(models, [
        { ...EMPTY_DECISION, visit: [`${ROOT}contact`] },
        { ...EMPTY_DECISION, finish: 'Enough.' },
        { leaveOut: [], choose: [number] },
      ])
      await runStrategy(one.strategy, { pages })
      const { data, evidence } = one.strategy.outcome()
      return [data, evidence.find(({ field }) => field === '/phone')?.url]
    }
    assert.deepEqual(await ask(1), [{ phone: '+46 18 111' }, ROOT])
    assert.deepEqual(await ask(2), [{ phone: '+46 18 222' }, `${ROOT}contact`])
  })

  it('comes from the embedded strategy when the model fails', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [{ ...EMPTY_DECISION, visit: [`${ROOT}about`] }, { ...EMPTY_DECISION, finish: 'Enough.' }, 'No.'],
      { prompt: 'Firm: founded, phone', schema: undefined as never },
    )
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(thoughts(steps), ['choice', 'choice', 'composition'])
    assert.match(one.strategy.outcome().warnings.join(' '), /could not compose/)
  })
})
