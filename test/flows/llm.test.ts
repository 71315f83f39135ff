import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isFault } from '../support/is-fault.ts'
import { completion, createModelMaker, startModel } from '../support/model.ts'

const SCHEMA = { type: 'object', properties: { count: { type: 'integer' } } }
const STRICT = { ...SCHEMA, required: ['count'], additionalProperties: false }
const QUESTION = { system: 'Be brief.', prompt: 'How many?', schema: SCHEMA, name: 'count' }
const { signal } = new AbortController()

const models = createModelMaker()
after(() => models[Symbol.asyncDispose]())

/** Takes the ways that are named and calls all others bad requests. */
function onlyKnowing(ways: readonly string[], complaint = 'not supported') {
  // oxlint-disable-next-line typescript/no-explicit-any -- the body is whatever was sent.
  return ({ body }: { body: any }) =>
    ways.includes(wayOf(body))
      ? '{"count":3}'
      : { status: 400, body: JSON.stringify({ error: { message: complaint } }) }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the body is whatever was sent.
function wayOf(body: any): string {
  return body.response_format?.type ?? (body.tools ? 'tool' : 'plain')
}

/** A reply that calls the tool with these arguments. */
function called(given: unknown) {
  const call = { id: '1', type: 'function', function: { name: 'count', arguments: given } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  return { status: 200, body: JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }) }
}

describe('the way a model is held to a schema', () => {
  const ladder = ['json_schema', 'tool', 'json_object', 'plain']
  for (const [index, way] of ladder.entries()) {
    it(`is ${way} when nothing stricter is known, and remembered`, async () => {
      await using fake = await startModel(onlyKnowing(ladder.slice(index)))
      const { model } = models.at(fake.url)
      assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
      assert.deepEqual(
        fake.requests.map(({ body }) => wayOf(body)),
        ladder.slice(0, index + 1),
      )
      await model.completeCheckedJson(QUESTION, signal)
      assert.deepEqual(wayOf(fake.requests.at(-1)?.body), way)
      assert.equal(fake.requests.length, index + 2)
    })
  }

  it('is tried again for the next schema when the complaint is about the schema itself', async () => {
    const complaint = "Invalid schema for response_format 'count': In context=()"
    await using fake = await startModel(onlyKnowing(['tool'], complaint))
    const { model } = models.at(fake.url)
    await model.completeCheckedJson(QUESTION, signal)
    await model.completeCheckedJson(QUESTION, signal)
    assert.deepEqual(
      fake.requests.map(({ body }) => wayOf(body)),
      ['json_schema', 'tool', 'json_schema', 'tool'],
    )
  })

  it('is not given up when nothing else is understood either', async () => {
    let isBroken = true
    await using fake = await startModel(() => (isBroken ? { status: 400 } : '{"count":3}'))
    const { model } = models.at(fake.url)
    await assert.rejects(model.completeCheckedJson(QUESTION, signal), isFault('UNAVAILABLE', /status 400\.$/))
    isBroken = false
    await model.completeCheckedJson(QUESTION, signal)
    assert.equal(wayOf(fake.requests.at(-1)?.body), 'json_schema')
  })

  it('is strict only for a schema that fits', async () => {
    await using fake = await startModel(() => '{"count":3}')
    const { model } = models.at(fake.url)
    await model.completeCheckedJson(QUESTION, signal)
    await model.completeCheckedJson({ ...QUESTION, schema: STRICT }, signal)
    assert.deepEqual(
      fake.requests.map(({ body }) => body.response_format.json_schema.strict),
      [false, true],
    )
  })

  it('is a call whose arguments are the answer', async () => {
    await using fake = await startModel(({ body }) => (body.tools ? called('{"count":3}') : { status: 400 }))
    const { model } = models.at(fake.url)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    const { tools, tool_choice: choice } = fake.requests[1]?.body ?? {}
    assert.deepEqual([tools[0].function.name, tools[0].function.parameters], ['count', SCHEMA])
    assert.deepEqual(choice, { type: 'function', function: { name: 'count' } })
  })

  it('is another one when the reply cannot be read, and its tokens are counted', async () => {
    await using fake = await startModel(({ body }) => {
      if (wayOf(body) === 'json_schema') return { status: 400 }
      return body.tools ? called({ count: 3 }) : '{"count":4}'
    })
    const { model } = models.at(fake.url)
    const { value, usage } = await model.completeCheckedJson(QUESTION, signal)
    assert.deepEqual(
      [value, fake.requests.map(({ body }) => wayOf(body))],
      [{ count: 4 }, ['json_schema', 'tool', 'json_object']],
    )
    const again = await model.completeCheckedJson(QUESTION, signal)
    assert.equal(fake.requests.length, 4)
    assert.ok(usage.inputTokens > again.usage.inputTokens, `${usage.inputTokens}`)
  })

  it('is another one when a small server cannot make a grammar of the schema', async () => {
    await using fake = await startModel(({ body }) =>
      body.response_format ? { status: 500, body: '{"error":"failed to parse grammar"}' } : '{"count":3}',
    )
    const { model, pauses } = models.at(fake.url)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.deepEqual([fake.requests.length, pauses.length], [2, 0])
  })
})

describe('what an endpoint does not take', () => {
  const wishes = { ...QUESTION, temperature: 0, outputTokens: 100, isLong: true }
  const refusals: [name: string, complaint: string, isWrong: (body: Record<string, unknown>) => boolean][] = [
    ['a temperature', "'temperature' does not support 0 with this model", (body) => 'temperature' in body],
    ['max_tokens', "Use 'max_completion_tokens' instead", (body) => 'max_tokens' in body],
    [
      'any limit',
      'max_tokens or max_completion_tokens is too large',
      (body) => 'max_tokens' in body || 'max_completion_tokens' in body,
    ],
    ['stream_options', 'unknown field stream_options', (body) => 'stream_options' in body],
    ['streaming', 'this model cannot stream', (body) => 'stream' in body],
  ]
  for (const [name, complaint, isWrong] of refusals) {
    it(`such as ${name} is left out, and not sent again`, async () => {
      await using fake = await startModel(({ body }) =>
        isWrong(body)
          ? { status: 400, body: JSON.stringify({ error: { message: complaint } }) }
          : '{"count":3}',
      )
      const { model } = models.at(fake.url)
      assert.deepEqual((await model.completeCheckedJson(wishes, signal)).value, { count: 3 })
      const times = fake.requests.length
      await model.completeCheckedJson(wishes, signal)
      assert.deepEqual([fake.requests.length, wayOf(fake.requests.at(-1)?.body)], [times + 1, 'json_schema'])
    })
  }

  it('is learned once by questions that are put together', async () => {
    const isAsked = Promise.withResolvers<void>()
    await using fake = await startModel(async ({ body }) => {
      if (fake.requests.length === 2) isAsked.resolve()
      await isAsked.promise
      return 'temperature' in body ? { status: 400, body: '{"error":"no temperature"}' } : '{"count":3}'
    })
    const { model } = models.at(fake.url)
    const question = { ...QUESTION, temperature: 0 }
    await Promise.all([
      model.completeCheckedJson(question, signal),
      model.completeCheckedJson(question, signal),
    ])
    assert.deepEqual(
      fake.requests.map(({ body }) => wayOf(body)),
      Array(4).fill('json_schema'),
    )
  })

  it('such as answers in one piece is asked for otherwise', async () => {
    await using fake = await startModel(({ body }) =>
      body.stream
        ? { events: [{ choices: [{ delta: { content: '{"count":3}' }, finish_reason: 'stop' }] }, '[DONE]'] }
        : { status: 400, body: '{"error":"This model only supports stream mode"}' },
    )
    assert.deepEqual((await models.at(fake.url).model.completeCheckedJson(QUESTION, signal)).value, {
      count: 3,
    })
  })
})

describe('what a model says', () => {
  it('is a text with what it took, told or estimated', async () => {
    const bodies = [
      JSON.stringify({
        ...completion('<think>hm</think> Three.'),
        usage: { prompt_tokens: 7, completion_tokens: 2 },
      }),
      JSON.stringify(completion('Three, I think.')),
    ]
    await using fake = await startModel(() => ({ status: 200, body: bodies.shift()! }))
    const { model } = models.at(fake.url)
    const question = { system: 'Be brief.', prompt: '一二三四五六' }
    assert.deepEqual(await model.completeText(question, signal), {
      value: 'Three.',
      usage: { inputTokens: 7, outputTokens: 2 },
      isCut: false,
    })
    const { usage } = await model.completeText(question, signal)
    assert.deepEqual(usage, { inputTokens: 3 + 4, outputTokens: 4 })
  })

  it('is repaired when it is nearly JSON', async () => {
    await using fake = await startModel(() => "Here:\n```json\n{count: 3, // three\n 'of': [1,2,],}\n```")
    const { value } = await models.at(fake.url).model.completeCheckedJson(QUESTION, signal)
    assert.deepEqual([value, fake.requests.length], [{ count: 3, of: [1, 2] }, 1])
  })

  it('is asked for again with the complaints about it', async () => {
    const said = ['{"count":"three"}', '{"count":3}']
    await using fake = await startModel(() => said.shift()!)
    const complaints = (value: unknown) =>
      Number.isInteger((value as { count: unknown }).count) ? [] : ['/count: is no integer']
    const { value, usage } = await models
      .at(fake.url)
      .model.completeCheckedJson({ ...QUESTION, issuesIn: complaints }, signal)
    assert.deepEqual(value, { count: 3 })
    const [, , wrong, correction] = fake.requests[1]?.body.messages ?? []
    assert.deepEqual(wrong, { role: 'assistant', content: '{"count":"three"}' })
    assert.match(correction.content, /\/count: is no integer/)
    assert.ok(usage.inputTokens > fake.requests[0]!.body.messages[0].content.length / 4)
  })

  it('is asked for again when there is no object in it, and no third time', async () => {
    await using fake = await startModel(() => 'I would rather not.')
    await assert.rejects(
      models.at(fake.url).model.completeCheckedJson(QUESTION, signal),
      isFault('UNAVAILABLE', /without a JSON object/),
    )
    assert.equal(fake.requests.length, 2)
  })

  it('stays when the second answer is no better or does not come', async () => {
    const complaints = (value: unknown) => ('count' in (value as object) ? ['one'] : ['one', 'two'])
    for (const second of ['{"worse":true}', 'nothing', { status: 401 }]) {
      const said = ['{"count":1}', second]
      await using fake = await startModel(() => said.shift()!)
      const { value } = await models
        .at(fake.url)
        .model.completeCheckedJson({ ...QUESTION, issuesIn: complaints }, signal)
      assert.deepEqual([value, fake.requests.length], [{ count: 1 }, 2])
    }
  })

  it('is asked for once more with a larger limit when it was cut off', async () => {
    const cut = {
      status: 200,
      body: JSON.stringify(completion('{"count":1,"of":[1,2', { finish_reason: 'length' })),
    }
    await using fake = await startModel(({ body }) => (body.max_tokens === 400 ? '{"count":3}' : cut))
    const { model } = models.at(fake.url)
    const whole = await model.completeCheckedJson({ ...QUESTION, outputTokens: 100 }, signal)
    assert.deepEqual([whole.value, whole.isCut], [{ count: 3 }, false])
    const part = await model.completeCheckedJson({ ...QUESTION, outputTokens: 200 }, signal)
    assert.deepEqual([part.value, part.isCut], [{ count: 1, of: [1] }, true])
  })

  const refusals: [name: string, choice: object, message: RegExp][] = [
    [
      'a refusal',
      { message: { content: null, refusal: "I can't help." }, finish_reason: 'stop' },
      /declined to answer: I can't help\./,
    ],
    ['a filter', { message: { content: '' }, finish_reason: 'content_filter' }, /declined.*content_filter/],
  ]
  for (const [name, choice, message] of refusals) {
    it(`is a fault with its reason when it is ${name}`, async () => {
      await using fake = await startModel(() => ({
        status: 200,
        body: JSON.stringify({ choices: [choice] }),
      }))
      await assert.rejects(
        models.at(fake.url).model.completeCheckedJson(QUESTION, signal),
        isFault('UNAVAILABLE', message),
      )
      assert.equal(fake.requests.length, 1)
    })
  }

  it('is not read beyond 4 MB', async () => {
    await using fake = await startModel(() => 'x'.repeat(4 * 1024 * 1024))
    await assert.rejects(
      models.at(fake.url).model.completeText(QUESTION, signal),
      isFault('UNAVAILABLE', /more than 4 MB\.$/),
    )
  })
})
