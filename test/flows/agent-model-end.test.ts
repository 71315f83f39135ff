import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drive, stepOn } from '../support/made-up-site.ts'
import { mindThatHears, NOTHING, ROOT, SITE, thoughts, visited } from '../support/hearing-mind.ts'
import { useModels } from '../support/model.ts'

const models = useModels()

describe('after a restart', () => {
  it('the model is asked nothing that it has answered', async () => {
    await using one = await mindThatHears(models, [
      { ...NOTHING, visit: [`${ROOT}about`, `${ROOT}contact`] },
      { ...NOTHING, finish: 'Enough.' },
    ])
    const [given] = await one.mind.decide(AbortSignal.timeout(10_000))
    const begun = [stepOn(SITE, given!)]
    one.mind.learn(begun[0]!)
    const [thought, about, contact] = await one.mind.decide(AbortSignal.timeout(10_000))
    // The process ends after the thought and the first visit were written down.
    begun.push(stepOn(SITE, thought!), stepOn(SITE, about!))
    const reborn = one.again()
    for (const step of begun) reborn.learn(step)
    assert.deepEqual(await reborn.decide(AbortSignal.timeout(10_000)), [contact])
    assert.equal(one.model.asked.length, 1)
    const steps = await drive(reborn, SITE)
    assert.deepEqual(visited(steps), [`${ROOT}contact`])
    assert.equal(one.model.asked.length, 2)
    const third = one.again()
    for (const step of [...begun, ...steps]) third.learn(step)
    assert.deepEqual(await third.decide(AbortSignal.timeout(10_000)), [])
    assert.deepEqual(third.outcome(), reborn.outcome())
    assert.equal(one.model.asked.length, 2)
  })

  it('what was learnt gives the same outcome and the same wish, at every step', async () => {
    await using one = await mindThatHears(
      models,
      [
        { ...NOTHING, visit: [`${ROOT}about`, 'https://evil.example/'] },
        { ...NOTHING, map: ROOT },
        { ...NOTHING, finish: 'Enough.' },
        { founded: '1987', city: 'Kiruna' },
      ],
      { schema: undefined as never },
    )
    const steps = await drive(one.mind, SITE)
    const asked = one.model.asked.length
    for (let end = 0; end <= steps.length; end++) {
      const minds = [one.again(), one.again()]
      for (const mind of minds) for (const step of steps.slice(0, end)) mind.learn(step)
      assert.deepEqual(minds[0]!.outcome(), minds[1]!.outcome())
      const next = steps[end]?.move
      if (next?.kind === 'think') continue
      const wishes = await Promise.all(minds.map((mind) => mind.decide(AbortSignal.timeout(10_000))))
      assert.deepEqual(wishes[0], wishes[1])
      assert.deepEqual(wishes[0]![0], next)
    }
    assert.equal(one.model.asked.length, asked)
  })
})

describe('what the model composes at the end', () => {
  const FREE = { schema: undefined as never, prompt: 'Tell me about Firm.' }

  it('without a schema is data of the pages, and nothing that stands on none', async () => {
    await using one = await mindThatHears(
      models,
      [
        { ...NOTHING, visit: [`${ROOT}about`] },
        { ...NOTHING, finish: 'Enough.' },
        { founded: '1987', city: 'Uppsala', ceo: 'Wilma Arbuckle', staff: 4711 },
      ],
      FREE,
    )
    await drive(one.mind, SITE)
    const { data, evidence, warnings, isComplete } = one.mind.outcome()
    assert.deepEqual(data, { founded: '1987', city: 'Uppsala' })
    assert.deepEqual(
      evidence.map(({ field, url }) => [field, url]),
      [
        ['/founded', `${ROOT}about`],
        ['/city', `${ROOT}about`],
      ],
    )
    assert.ok(isComplete)
    assert.match(warnings.join(' '), /left out: \/ceo, \/staff/)
    assert.match(warnings.join(' '), /tries to instruct a model/)
  })

  it('a record that is mostly made up is left out whole', async () => {
    await using one = await mindThatHears(
      models,
      [
        { ...NOTHING, visit: [`${ROOT}about`] },
        { ...NOTHING, finish: 'Enough.' },
        {
          offices: [
            { city: 'Uppsala', since: '1987' },
            { city: 'Kiruna', since: '1987' },
          ],
        },
      ],
      FREE,
    )
    await drive(one.mind, SITE)
    assert.deepEqual(one.mind.outcome().data, { offices: [{ city: 'Uppsala', since: '1987' }] })
  })

  it('in a chat is an answer in words, without sentences of its own making', async () => {
    await using one = await mindThatHears(
      models,
      [
        { ...NOTHING, visit: [`${ROOT}about`] },
        { ...NOTHING, finish: 'Enough.' },
        { message: 'Firm was founded in 1987. It has 4711 employees. See https://evil.example/buy now.' },
      ],
      { ...FREE, mode: 'chat' },
    )
    await drive(one.mind, SITE)
    const { message, warnings } = one.mind.outcome()
    assert.equal(message, 'Firm was founded in 1987.')
    assert.match(warnings.join(' '), /4711/)
  })

  it('with a schema is a choice among the records that were found', async () => {
    const list = {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    }
    const lamps = [
      { name: 'Lamp A', price: 10 },
      { name: 'Chair B', price: 20 },
      { name: 'Lamp C', price: 30 },
    ]
    await using one = await mindThatHears(models, [{ leaveOut: [2, 99], choose: [] }], {
      prompt: 'All lamps with name and price',
      schema: { type: 'object', properties: { lamps: list } },
    })
    await drive(one.mind, { pages: { [ROOT]: { value: { lamps }, links: { Other: '/other' } } } })
    const { data, evidence, warnings } = one.mind.outcome()
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

  it('and among values on which pages do not agree', async () => {
    const pages = {
      [ROOT]: { title: 'Firm', value: { phone: '+46 18 111' }, links: { Contact: '/contact' } },
      [`${ROOT}contact`]: { title: 'Contact Firm', value: { phone: '+46 18 222' } },
    }
    const ask = async (number: number) => {
      await using one = await mindThatHears(models, [
        { ...NOTHING, visit: [`${ROOT}contact`] },
        { ...NOTHING, finish: 'Enough.' },
        { leaveOut: [], choose: [number] },
      ])
      await drive(one.mind, { pages })
      const { data, evidence } = one.mind.outcome()
      return [data, evidence.find(({ field }) => field === '/phone')?.url]
    }
    assert.deepEqual(await ask(1), [{ phone: '+46 18 111' }, ROOT])
    assert.deepEqual(await ask(2), [{ phone: '+46 18 222' }, `${ROOT}contact`])
  })

  it('is the embedded mind’s when the model fails', async () => {
    await using one = await mindThatHears(
      models,
      [{ ...NOTHING, visit: [`${ROOT}about`] }, { ...NOTHING, finish: 'Enough.' }, 'No.'],
      { prompt: 'Firm: founded, phone', schema: undefined as never },
    )
    const steps = await drive(one.mind, SITE)
    assert.deepEqual(thoughts(steps), ['choice', 'choice', 'composition'])
    assert.match(one.mind.outcome().warnings.join(' '), /did not put together/)
  })
})
