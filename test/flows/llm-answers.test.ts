import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  answerWithModel,
  highlightsWithModel,
  summarizeWithModel,
} from '../../src/extract/with-model/answer-with-model.ts'
import { isFault } from '../support/is-fault.ts'
import { chairPage } from '../support/material.ts'
import { startModel, useModels } from '../support/model.ts'

const { signal } = new AbortController()
const models = useModels()

const PAGE = chairPage(
  '# Blue Chair\n\nThe **chair** costs €1,299.00. It ships in 14 days! Made of [oak](/oak).',
)
const LONG = {
  ...PAGE,
  markdown: Array.from(
    { length: 6 },
    (_, at) => `## Part ${at}\n\nThing${at} is here. ${'Words without any meaning. '.repeat(1500)}`,
  ).join('\n\n'),
}

function json(value: object) {
  return JSON.stringify(value)
}

describe('an answer with a model', () => {
  it('comes from the page', async () => {
    await using fake = await startModel(() =>
      json({ answer: 'It costs €1,299.00.', quotes: ['The chair costs €1,299.00.'] }),
    )
    const { model } = models.at(fake.url)
    const { usage, ...answer } = await answerWithModel(
      model,
      PAGE,
      'How much?',
      { answer: 'costs €1,299' },
      signal,
    )
    assert.deepEqual(answer, { value: 'It costs €1,299.00.', warnings: [], unsupported: [] })
    assert.ok(usage.inputTokens > 0)
    const [system, user] = fake.requests[0]!.body.messages.map(({ content }: { content: string }) => content)
    assert.ok(system.endsWith('How much?') || /How much\?\n\nAnswer with one JSON/.test(system))
    assert.ok(!user.includes('How much?') && user.includes('costs €1,299'))
  })

  it('is none when the page does not tell', async () => {
    for (const answer of [null, '', 'null']) {
      await using fake = await startModel(() => json({ answer, quotes: [] }))
      const { value, warnings } = await answerWithModel(models.at(fake.url).model, PAGE, 'Who?', {}, signal)
      assert.deepEqual([value, warnings], [undefined, ['The page does not answer the question.']])
    }
  })

  const suspicious: [name: string, reply: object, warning: RegExp][] = [
    [
      'has numbers of its own',
      { answer: 'The chair costs 1500.', quotes: ['The chair costs'] },
      /numbers.*1500/,
    ],
    [
      'speaks of something else',
      { answer: 'Foxes jump over lazy dogs.', quotes: ['The chair costs'] },
      /Most words/,
    ],
    ['quotes nothing', { answer: 'The oak chair ships.', quotes: ['It is free.'] }, /quotes nothing/],
  ]
  for (const [name, reply, warning] of suspicious) {
    it(`that ${name} is pointed at`, async () => {
      await using fake = await startModel(() => json(reply))
      const { unsupported, warnings } = await answerWithModel(
        models.at(fake.url).model,
        PAGE,
        'What?',
        {},
        signal,
      )
      assert.deepEqual(unsupported, [''])
      assert.match(warnings[0]!, warning)
    })
  }

  it('from several parts of a page is made one', async () => {
    await using fake = await startModel(({ body }) => {
      const [system, user] = body.messages.map(({ content }: { content: string }) => content)
      if (/Make one answer/.test(system)) {
        assert.match(user, /Thing1[^]*Thing4/)
        return json({ answer: 'Thing1 and Thing4', quotes: [] })
      }
      const at = [1, 4].find((one) => user.includes(`Thing${one}`))
      return json({ answer: at ? `Thing${at}` : null, quotes: [`Thing${at} is here.`] })
    })
    const { value, unsupported } = await answerWithModel(
      models.at(fake.url).model,
      LONG,
      'Which?',
      {},
      signal,
    )
    assert.deepEqual([value, unsupported], ['Thing1 and Thing4', []])
  })

  it('is asked for once where a long page speaks of it', async () => {
    await using fake = await startModel(() => json({ answer: 'Thing4', quotes: ['Thing4 is here.'] }))
    const { value } = await answerWithModel(models.at(fake.url).model, LONG, 'Where is thing4?', {}, signal)
    assert.deepEqual([value, fake.requests.length], ['Thing4', 1])
    assert.ok(fake.requests[0]!.body.messages[1].content.length < 10_000)
  })

  it('fails with its model', async () => {
    await using fake = await startModel(() => ({ status: 401 }))
    await assert.rejects(
      answerWithModel(models.at(fake.url).model, PAGE, 'What?', {}, signal),
      isFault('UNAVAILABLE'),
    )
  })
})

describe('highlights with a model', () => {
  it('stand on the page, as they stand there', async () => {
    await using fake = await startModel(() =>
      json({
        highlights: [
          'it ships in 14 days',
          'The chair costs €1,299.00.',
          'The chair is free.',
          'The chair costs €1,299.00.',
          5,
        ],
      }),
    )
    const { value, warnings } = await highlightsWithModel(
      models.at(fake.url).model,
      PAGE,
      'shipping',
      {},
      signal,
    )
    assert.deepEqual(value, ['It ships in 14 days!', 'The chair costs €1,299.00.'])
    assert.match(warnings[0]!, /^1 of the model's 4 sentences do not stand on the page/)
  })

  it('are none when the model finds none', async () => {
    await using fake = await startModel(() => json({ highlights: [] }))
    const { value, warnings } = await highlightsWithModel(models.at(fake.url).model, PAGE, 'x', {}, signal)
    assert.deepEqual([value, warnings], [[], []])
  })
})

describe('a summary with a model', () => {
  it('is its text', async () => {
    await using fake = await startModel(() => 'The blue chair is made of oak and ships in 14 days.')
    const { usage, ...answer } = await summarizeWithModel(models.at(fake.url).model, PAGE, {}, signal)
    assert.deepEqual(answer, {
      value: 'The blue chair is made of oak and ships in 14 days.',
      warnings: [],
      unsupported: [],
    })
    assert.ok(usage.outputTokens > 0)
    assert.match(fake.requests[0]?.body.messages[0].content, /language of the page \(en\)/)
    assert.equal('response_format' in fake.requests[0]!.body, false)
  })

  it('with numbers of its own is pointed at', async () => {
    await using fake = await startModel(() => 'The blue chair ships in 30 days and costs €1,299.00.')
    const { unsupported, warnings } = await summarizeWithModel(models.at(fake.url).model, PAGE, {}, signal)
    assert.deepEqual([unsupported, warnings.length], [[''], 1])
    assert.match(warnings[0]!, /numbers.*: 30\.$/)
  })

  it('of a long page is made of those of its parts', async () => {
    await using fake = await startModel(({ body }) => {
      const [system, user] = body.messages.map(({ content }: { content: string }) => content)
      if (/Make one summary/.test(system)) {
        assert.match(user, /Thing0 is here\.[^]*Thing5 is here\./)
        return 'Thing0 and Thing5 is here.'
      }
      return `${/Thing\d/.exec(user)?.[0]} is here.${user.includes('Thing5') ? ' Thing5 is here.' : ''}`
    })
    const { value } = await summarizeWithModel(models.at(fake.url).model, LONG, {}, signal)
    assert.equal(value, 'Thing0 and Thing5 is here.')
    assert.ok(fake.requests.length > 2)
  })
})
