import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { inspect } from 'node:util'
import { isFault } from '../support/is-fault.ts'
import { createModelMaker, MODEL_KEY, startModel } from '../support/model.ts'
import type { ScriptedResponse } from '../support/model.ts'

const SCHEMA = { type: 'object', properties: { count: { type: 'integer' } } }
const QUESTION = { system: 'Be brief.', prompt: 'How many?', schema: SCHEMA, name: 'count' }
const { signal } = new AbortController()

const models = createModelMaker()
after(() => models[Symbol.asyncDispose]())

describe('a stream', () => {
  const delta = (content: string, finish: string | null = null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })

  it('is asked for by a long question, and joined', async () => {
    await using fake = await startModel(() => ({
      events: [
        delta('{"cou'),
        delta('nt":3'),
        delta('}', 'stop'),
        { choices: [], usage: { prompt_tokens: 5, completion_tokens: 6 } },
        '[DONE]',
      ],
      isLeftOpen: true,
    }))
    const { value, usage } = await models
      .at(fake.url)
      .model.completeCheckedJson({ ...QUESTION, isLong: true }, signal)
    assert.deepEqual([value, usage], [{ count: 3 }, { inputTokens: 5, outputTokens: 6 }])
    assert.deepEqual(
      [fake.requests[0]?.body.stream, fake.requests[0]?.body.stream_options],
      [true, { include_usage: true }],
    )
  })

  it('is understood by whoever did not ask for it, with a call in pieces', async () => {
    const call = (given: string, more: object = {}) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: given, ...more } }] } }],
    })
    await using fake = await startModel(() => ({
      events: [
        call('{"count"', { name: 'count' }),
        call(':3}'),
        { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ],
    }))
    assert.deepEqual(await models.at(fake.url).model.completeJson(QUESTION, signal), { count: 3 })
    assert.equal('stream' in fake.requests[0]!.body, false)
  })

  it('that ends without a reason is whole all the same', async () => {
    await using fake = await startModel(() => ({ events: [delta('{"count":3}'), '[DONE]'] }))
    assert.deepEqual((await models.at(fake.url).model.completeCheckedJson(QUESTION, signal)).value, {
      count: 3,
    })
    assert.equal(fake.requests.length, 1)
  })

  it('that breaks off is asked for again', async () => {
    const said = [{ events: [delta('{"count":1')] }, '{"count":3}']
    await using fake = await startModel(() => said.shift()!)
    const { model, pauses } = models.at(fake.url)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.equal(pauses.length, 1)
  })

  it('that reports trouble is asked for again', async () => {
    const said = [{ events: [delta('{"c'), { error: { message: 'overloaded', code: 529 } }] }, '{"count":3}']
    await using fake = await startModel(() => said.shift()!)
    assert.deepEqual((await models.at(fake.url).model.completeCheckedJson(QUESTION, signal)).value, {
      count: 3,
    })
  })
})

describe('an endpoint in trouble', () => {
  it('is left alone for as long as it says', async () => {
    const said: ScriptedResponse[] = [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after-ms': '120' } },
      '{"count":3}',
    ]
    await using fake = await startModel(() => said.shift()!)
    const { model, pauses } = models.at(fake.url)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.deepEqual(pauses, [7000, 120])
  })

  for (const status of [408, 429, 500, 502, 503, 529]) {
    it(`is asked four times in all when it answers ${status}, with pauses that grow`, async () => {
      await using fake = await startModel(() => ({ status, body: `for ${MODEL_KEY}` }))
      const { model, pauses } = models.at(fake.url)
      const failure: unknown = await model
        .completeCheckedJson(QUESTION, signal)
        .catch((error: unknown) => error)
      isFault('UNAVAILABLE', new RegExp(`status ${status}\\.$`))(failure)
      assert.doesNotMatch(inspect(failure, { depth: 10 }), new RegExp(MODEL_KEY))
      assert.equal(fake.requests.length, 4)
      for (const [index, pause] of pauses.entries()) {
        assert.ok(pause >= 250 * 2 ** index && pause <= 500 * 2 ** index, `${pause}`)
      }
    })
  }

  it('is asked again when the connection is cut, before or within the answer', async () => {
    const said = [{ beginning: '' }, { beginning: '{"choices":[' }, '{"count":3}']
    await using fake = await startModel(() => said.shift()!)
    const { model, pauses } = models.at(fake.url)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.equal(pauses.length, 2)
  })

  it('is not waited for when it wants longer than there is time', async () => {
    await using fake = await startModel(() => ({ status: 429, headers: { 'retry-after': '50' } }))
    const { model, pauses } = models.at(fake.url, { totalMs: 30_000 })
    await assert.rejects(model.completeCheckedJson(QUESTION, signal), (failure: unknown) => {
      assert.equal((failure as { retryAfterSeconds: number }).retryAfterSeconds, 50)
      return isFault('UNAVAILABLE', /status 429\.$/)(failure)
    })
    assert.deepEqual([fake.requests.length, pauses.length], [1, 0])
  })

  const settings: [status: number, body: string, message: RegExp][] = [
    [401, `Wrong key ${MODEL_KEY}`, /does not accept its key \(WINNOW_LLM_KEY\).*status 401\.$/],
    [403, '', /WINNOW_LLM_KEY.*status 403\.$/],
    [404, '', /WINNOW_LLM_MODEL, WINNOW_LLM_URL.*status 404\.$/],
    [400, '{"error":{"message":"API key not valid."}}', /WINNOW_LLM_KEY.*status 400\.$/],
    [400, '{"error":{"message":"maximum context length is 4096 tokens"}}', /too long for the model.*400\.$/],
  ]
  for (const [status, body, message] of settings) {
    it(`tells at once what is wrong with ${body || status}`, async () => {
      await using fake = await startModel(() => ({ status, body }))
      const { model, pauses } = models.at(fake.url)
      const failure: unknown = await model
        .completeCheckedJson(QUESTION, signal)
        .catch((error: unknown) => error)
      isFault('UNAVAILABLE', message)(failure)
      assert.doesNotMatch(inspect(failure, { depth: 10 }), new RegExp(MODEL_KEY))
      assert.deepEqual([fake.requests.length, pauses.length], [1, 0])
    })
  }

  it('that hides its trouble in a good status is asked again', async () => {
    const said = [{ status: 200, body: '{"error":{"code":502,"message":"upstream"}}' }, '{"count":3}']
    await using fake = await startModel(() => said.shift()!)
    assert.deepEqual((await models.at(fake.url).model.completeCheckedJson(QUESTION, signal)).value, {
      count: 3,
    })
  })
})

describe('time', () => {
  it('of one attempt is over before that of all', async () => {
    let isSlow = true
    await using fake = await startModel(async ({ left }) => {
      if (isSlow) await left
      return '{"count":3}'
    })
    const { model, pauses } = models.at(fake.url, {
      attemptMs: 30,
      wait: async () => void (isSlow = false),
    })
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.deepEqual([fake.requests.length, pauses.length], [2, 0])
  })

  it('in total is over although attempts are left', async () => {
    await using fake = await startModel(async ({ left }) => {
      await left
      return ''
    })
    const { model } = models.at(fake.url, { totalMs: 40 })
    await assert.rejects(
      model.completeCheckedJson(QUESTION, signal),
      isFault('UNAVAILABLE', /^The model did not answer within 0\.04 seconds\.$/),
    )
    await fake.requests[0]?.left
  })

  it("of the caller ends a question, a pause and the wait for one's turn", async () => {
    const leaving = new AbortController()
    await using fake = await startModel(async ({ left }) => {
      await left
      return ''
    })
    const { model } = models.at(fake.url, { maxConcurrency: 1 })
    const all = Promise.allSettled([
      model.completeCheckedJson(QUESTION, leaving.signal),
      model.completeCheckedJson(QUESTION, leaving.signal),
    ])
    while (fake.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    for (const { status, ...settled } of await all) {
      assert.equal(status, 'rejected')
      isFault('SCRAPE_JOB_CANCELLED')((settled as { reason: unknown }).reason)
    }
    await fake.requests[0]?.left
    assert.equal(fake.requests.length, 1)
    await using failing = await startModel(() => ({ status: 503 }))
    const pausing = new AbortController()
    const wait = (_: number, signal: AbortSignal) => {
      pausing.abort()
      return Promise.reject(signal.reason as Error)
    }
    await assert.rejects(
      models.at(failing.url, { wait }).model.completeCheckedJson(QUESTION, pausing.signal),
      isFault('SCRAPE_JOB_CANCELLED'),
    )
  })
})

describe('the waiting line of an endpoint', () => {
  it('lets so many in at once, in the order in which they came, whatever model they ask', async () => {
    const held: (() => void)[] = []
    await using fake = await startModel(async ({ body }) => {
      if (body.messages[1].content === 'probe') return 'Here.'
      const hold = Promise.withResolvers<void>()
      held.push(hold.resolve)
      await hold.promise
      return 'Yes.'
    })
    const { model } = models.at(fake.url, { maxConcurrency: 2 })
    const other = model.withName('large')
    assert.deepEqual([model.name, other.name], ['small', 'large'])
    const asking = ['0', '1', '2', '3', '4'].map((prompt, index) =>
      (index % 2 === 0 ? model : other).completeText({ system: '', prompt }, signal),
    )
    for (let answered = 0; answered < 5; answered++) {
      const expected = Math.min(answered + 2, 5)
      while (held.length < expected) await new Promise((resolve) => setImmediate(resolve))
      // Whoever came in beside them would be there before somebody who asks only now.
      await models.at(fake.url).model.completeText({ system: '', prompt: 'probe' }, signal)
      assert.equal(held.length, expected)
      held[answered]?.()
      await asking[answered]
    }
    const order = fake.requests.map(({ body }) => body.messages[1].content).filter((one) => one !== 'probe')
    assert.deepEqual(
      [order.slice(0, 2).sort(), order.slice(2)],
      [
        ['0', '1'],
        ['2', '3', '4'],
      ],
    )
  })
})
