import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isFault } from '../support/is-fault.ts'
import { createModelMaker, MODEL_KEY, startModel } from '../support/model.ts'

const SCHEMA = {
  type: 'object',
  properties: { count: { type: ['integer', 'null'], exclusiveMinimum: 0 } },
  required: ['count'],
  additionalProperties: false,
}
const QUESTION = { system: 'Be brief.', prompt: 'How many?', schema: SCHEMA, name: 'count', temperature: 0 }
const { signal } = new AbortController()

const models = createModelMaker()
after(() => models[Symbol.asyncDispose]())

function answered(body: object) {
  return { status: 200, body: JSON.stringify(body) }
}

describe('the Messages API', () => {
  const message = (content: object[], stop = 'end_turn') =>
    answered({
      type: 'message',
      content,
      stop_reason: stop,
      usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 4 },
    })

  it('is asked with a tool', async () => {
    await using fake = await startModel(() =>
      message(
        [
          { type: 'text', text: 'Sure.' },
          { type: 'tool_use', id: 't', name: 'json', input: { count: 3 } },
        ],
        'tool_use',
      ),
    )
    const { model } = models.at(`${fake.url}/messages`)
    assert.deepEqual(await model.completeCheckedJson(QUESTION, signal), {
      value: { count: 3 },
      usage: { inputTokens: 15, outputTokens: 4, cachedTokens: 5 },
      isCut: false,
    })
    const [{ path, headers, body } = assert.fail()] = fake.requests
    assert.deepEqual(
      [path, headers['x-api-key'], headers['anthropic-version'], headers.authorization],
      ['/v1/messages', MODEL_KEY, '2023-06-01', undefined],
    )
    const { system, ...rest } = body
    assert.match(system[0].text, /^Be brief\./)
    assert.deepEqual(rest, {
      model: 'small',
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'How many?' }] }],
      tools: [{ name: 'json', description: 'Respond with a JSON object.', input_schema: SCHEMA }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      temperature: 0,
    })
  })

  it('is asked with a tool for small things too', async () => {
    await using fake = await startModel(() =>
      message([{ type: 'tool_use', id: 't', name: 'json', input: { count: 3 } }]),
    )
    const { model } = models.at(`${fake.url}/messages`)
    assert.deepEqual(await model.completeJson(QUESTION, signal), { count: 3 })
    assert.equal(fake.requests[0]?.body.tools.length, 1)
  })

  it('is asked in words when it takes no tool', async () => {
    await using fake = await startModel(({ body }) =>
      body.tools
        ? { status: 400, body: '{"type":"error","error":{"message":"tool_choice forces tool use"}}' }
        : message([{ type: 'text', text: '{"count":3}' }]),
    )
    const { model } = models.at(`${fake.url}/messages`)
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
  })

  it('is understood in a stream', async () => {
    const events = [
      { type: 'message_start', message: { type: 'message', usage: { input_tokens: 9, output_tokens: 1 } } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'json', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"cou' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: 'nt":3}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 8 } },
      { type: 'message_stop' },
    ]
    await using fake = await startModel(() => ({ events, isLeftOpen: true }))
    const { model } = models.at(`${fake.url}/messages`)
    const { value, usage } = await model.completeCheckedJson({ ...QUESTION, isLong: true }, signal)
    assert.deepEqual([value, usage], [{ count: 3 }, { inputTokens: 9, outputTokens: 8 }])
    assert.equal(fake.requests[0]?.body.stream, true)
  })

  it('gives texts, asked for again when they were cut off', async () => {
    await using fake = await startModel(({ body }) =>
      message([{ type: 'text', text: 'Three.' }], body.max_tokens > 8192 ? 'end_turn' : 'max_tokens'),
    )
    const { value, isCut } = await models
      .at(`${fake.url}/messages`)
      .model.completeText({ system: 's', prompt: 'p', outputTokens: 8192 }, signal)
    assert.deepEqual([value, isCut, fake.requests.length], ['Three.', false, 2])
  })

  it('declines', async () => {
    await using fake = await startModel(() => message([], 'refusal'))
    await assert.rejects(
      models.at(`${fake.url}/messages`).model.completeCheckedJson(QUESTION, signal),
      isFault('UNAVAILABLE', /declined to answer.*refusal/),
    )
  })

  it('needs the name of a model', async () => {
    await using fake = await startModel(() => message([]))
    await assert.rejects(
      models.at(`${fake.url}/messages`, { model: undefined }).model.completeCheckedJson(QUESTION, signal),
      isFault('UNAVAILABLE', /WINNOW_LLM_MODEL/),
    )
    assert.equal(fake.requests.length, 0)
  })
})

describe('generateContent', () => {
  const content = (parts: object[], finishReason = 'STOP') =>
    answered({
      candidates: [{ content: { role: 'model', parts }, finishReason }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3 },
    })
  const rootOf = ({ url }: { url: string }) => url.replace('/v1', '/v1beta')

  it('is asked with the schema', async () => {
    await using fake = await startModel(() =>
      content([{ text: 'hm', thought: true }, { text: '{"count":3}' }]),
    )
    const { model } = models.at(rootOf(fake))
    assert.deepEqual(await model.completeCheckedJson({ ...QUESTION, outputTokens: 50 }, signal), {
      value: { count: 3 },
      usage: { inputTokens: 10, outputTokens: 7 },
      isCut: false,
    })
    const [{ path, headers, body } = assert.fail()] = fake.requests
    assert.deepEqual([path, headers['x-goog-api-key']], ['/v1beta/models/small:generateContent', MODEL_KEY])
    assert.match(body.systemInstruction.parts[0].text, /^Be brief\./)
    assert.deepEqual(body.contents, [{ role: 'user', parts: [{ text: 'How many?' }] }])
    assert.deepEqual(body.generationConfig, {
      responseMimeType: 'application/json',
      responseJsonSchema: SCHEMA,
      temperature: 0,
      maxOutputTokens: 50,
    })
  })

  it('is asked with a tool, then without a schema, and for what it cannot be told with words alone', async () => {
    await using fake = await startModel(({ body }) => {
      if (body.generationConfig.responseJsonSchema) return { status: 400, body: '{"error":{"message":"no"}}' }
      return content([
        body.tools ? { functionCall: { name: 'count', args: { count: 3 } } } : { text: '{"count":4}' },
      ])
    })
    const { model } = models.at(rootOf(fake))
    assert.deepEqual((await model.completeCheckedJson(QUESTION, signal)).value, { count: 3 })
    assert.deepEqual(fake.requests[1]?.body.toolConfig.functionCallingConfig.allowedFunctionNames, ['count'])
    const open = { ...QUESTION, schema: { type: 'object' } }
    assert.deepEqual((await model.completeCheckedJson(open, signal)).value, { count: 4 })
    assert.deepEqual(fake.requests[2]?.body.generationConfig.responseMimeType, 'application/json')
    assert.equal(fake.requests.length, 3)
  })

  it('is told what was wrong as a turn of its own', async () => {
    const said = ['{"count":"x"}', '{"count":3}']
    await using fake = await startModel(() => content([{ text: said.shift() }]))
    const complaints = (value: unknown) =>
      typeof (value as { count: unknown }).count === 'number' ? [] : ['no']
    await models.at(rootOf(fake)).model.completeCheckedJson({ ...QUESTION, issuesIn: complaints }, signal)
    assert.deepEqual(
      fake.requests[1]?.body.contents.map(({ role }: { role: string }) => role),
      ['user', 'model', 'user'],
    )
  })

  it('is understood in a stream', async () => {
    const events = [
      { candidates: [{ content: { parts: [{ text: '{"cou' }] } }] },
      {
        candidates: [{ content: { parts: [{ text: 'nt":3}' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 3 },
      },
    ]
    await using fake = await startModel(() => ({ events }))
    const { value, usage } = await models
      .at(rootOf(fake))
      .model.completeCheckedJson({ ...QUESTION, isLong: true }, signal)
    assert.deepEqual([value, usage], [{ count: 3 }, { inputTokens: 2, outputTokens: 3 }])
    assert.equal(fake.requests[0]?.path, '/v1beta/models/small:streamGenerateContent?alt=sse')
  })

  const refusals: [name: string, body: object, message: RegExp][] = [
    [
      'a blocked prompt',
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      /stopped it \(PROHIBITED_CONTENT\)/,
    ],
    ['unsafe content', { candidates: [{ finishReason: 'SAFETY' }] }, /stopped it \(SAFETY\)/],
  ]
  for (const [name, body, message] of refusals) {
    it(`declines ${name}`, async () => {
      await using fake = await startModel(() => answered(body))
      await assert.rejects(
        models.at(rootOf(fake)).model.completeCheckedJson(QUESTION, signal),
        isFault('UNAVAILABLE', message),
      )
    })
  }

  it('may stand in the address with its model', async () => {
    await using fake = await startModel(() => content([{ text: 'Three.' }]))
    const url = `${rootOf(fake)}/models/own:generateContent`
    await models.at(url, { model: undefined }).model.completeText({ system: 's', prompt: 'p' }, signal)
    assert.equal(fake.requests[0]?.path, '/v1beta/models/own:generateContent')
  })
})
