import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startModel, useModels } from '../support/model.ts'
import type { ScriptedResponse } from '../support/model.ts'

const SCHEMA = { type: 'object', properties: { count: { type: 'integer' } } }
const QUESTION = { system: 'Be brief.', prompt: 'How many?', schema: SCHEMA, name: 'count' }
const PICTURE = { type: 'image/jpeg' as const, base64: 'AAAA' }
const { signal } = new AbortController()
const models = useModels()

describe('the context of a model', () => {
  const told: [name: string, about: Record<string, object>, room: number, takesImages: boolean][] = [
    ['is 32,000 tokens when nobody tells it', {}, 24_000, false],
    [
      'is told by a list of models, with what they read',
      {
        '/v1/models': {
          data: [
            { id: 'other', context_length: 1 },
            { id: 'small', context_length: 64_000, architecture: { input_modalities: ['text', 'image'] } },
          ],
        },
      },
      48_000,
      true,
    ],
    [
      'is told as vLLM tells it',
      { '/v1/models': { data: [{ id: 'small', max_model_len: 16_000 }] } },
      12_000,
      false,
    ],
    [
      'is told as Groq tells it',
      { '/v1/models': { data: [{ id: 'small', context_window: 8192 }] } },
      6144,
      false,
    ],
    [
      'is used up to 128,000 tokens unless the operator asks for more',
      { '/v1/models': { data: [{ id: 'small', context_length: 2_000_000 }] } },
      96_000,
      false,
    ],
    [
      'is the one that Ollama runs the model with, not the largest one',
      {
        '/v1/models': { data: [{ id: 'small' }] },
        '/api/show': {
          parameters: 'stop "x"\nnum_ctx 8000',
          model_info: { 'llama.context_length': 131_072 },
          capabilities: ['completion', 'vision'],
        },
      },
      6000,
      true,
    ],
    [
      'is never more than Ollama says the model has',
      { '/v1/models': { data: [] }, '/api/show': { model_info: { 'llama.context_length': 4000 } } },
      3000,
      false,
    ],
  ]
  for (const [name, about, room, takesImages] of told) {
    it(name, async () => {
      await using fake = await startModel(() => '{}', about)
      const { model } = models.at(fake.url)
      assert.deepEqual([await model.maxPromptTokens(), await model.supportsImages()], [room, takesImages])
    })
  }

  it('is asked for once, and not at all when the operator sets it', async () => {
    await using fake = await startModel(() => '{}', {
      '/v1/models': { data: [{ id: 'small', context_length: 64_000 }] },
    })
    const { model } = models.at(fake.url, { contextTokens: 400_000, vision: 'off' })
    assert.deepEqual([await model.maxPromptTokens(), await model.supportsImages()], [300_000, false])
    assert.deepEqual(fake.lookups, [])
    const asking = models.at(fake.url).model
    await Promise.all([asking.maxPromptTokens(), asking.maxPromptTokens(), asking.supportsImages()])
    assert.deepEqual(fake.lookups, ['/v1/models'])
  })

  it('is told by Google', async () => {
    await using fake = await startModel(() => '{}', {
      '/v1beta/models/small': { inputTokenLimit: 40_000 },
    })
    const { model } = models.at(fake.url.replace('/v1', '/v1beta'))
    assert.equal(await model.maxPromptTokens(), 30_000)
  })

  it('is told by Anthropic', async () => {
    await using fake = await startModel(() => '{}', { '/v1/models/small': { max_input_tokens: 100_000 } })
    assert.equal(await models.at(`${fake.url}/messages`).model.maxPromptTokens(), 75_000)
  })

  it('gets smaller when the endpoint calls a text too long', async () => {
    await using fake = await startModel(() => ({
      status: 400,
      body: '{"error":{"message":"maximum context length"}}',
    }))
    const { model } = models.at(fake.url)
    await assert.rejects(model.completeCheckedJson({ ...QUESTION, prompt: 'word '.repeat(40_000) }, signal))
    assert.equal(await model.maxPromptTokens(), 12_500)
  })

  it('takes images by the name of the model when the endpoint does not tell', async () => {
    await using fake = await startModel(() => '{}')
    const takes = (model: string) => models.at(fake.url, { model }).model.supportsImages()
    const names = ['gpt-5-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'qwen2.5-vl-7b', 'llama3.1:8b']
    assert.deepEqual(await Promise.all(names.map(takes)), [true, true, true, true, false])
  })
})

describe('a question with history and images', () => {
  const question = { ...QUESTION, history: ['first', 'second'], images: [PICTURE] }

  it('has its history before its prompt, and its images last', async () => {
    await using fake = await startModel(() => '{"count":3}')
    await models.at(fake.url).model.completeCheckedJson(question, signal)
    assert.deepEqual(fake.requests[0]!.body.messages.at(-1), {
      role: 'user',
      content: [
        { type: 'text', text: 'first\n\nsecond\n\nHow many?' },
        { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AAAA' } },
      ],
    })
  })

  it('is one text where there are no images', async () => {
    await using fake = await startModel(() => '{"count":3}')
    await models.at(fake.url).model.completeCheckedJson({ ...question, images: [] }, signal)
    assert.equal(fake.requests[0]!.body.messages.at(-1).content, 'first\n\nsecond\n\nHow many?')
  })

  it('marks for Anthropic where the part ends that stays the same', async () => {
    await using fake = await startModel(() => ({
      status: 200,
      body: JSON.stringify({
        type: 'message',
        content: [{ type: 'tool_use', id: 't', name: 'json', input: { count: 3 } }],
        usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 4 },
      }),
    }))
    const { usage } = await models.at(`${fake.url}/messages`).model.completeCheckedJson(question, signal)
    const { system, messages } = fake.requests[0]!.body
    const mark = { cache_control: { type: 'ephemeral' } }
    assert.deepEqual([system[0].type, system[0].cache_control], ['text', mark.cache_control])
    assert.deepEqual(messages[0].content, [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second', ...mark },
      { type: 'text', text: 'How many?' },
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } },
    ])
    assert.deepEqual(usage, { inputTokens: 100, outputTokens: 4, cachedTokens: 90 })
  })

  it('goes to Google in parts', async () => {
    await using fake = await startModel(() => ({
      status: 200,
      body: JSON.stringify({ candidates: [{ content: { parts: [{ text: '{"count":3}' }] } }] }),
    }))
    await models.at(fake.url.replace('/v1', '/v1beta')).model.completeCheckedJson(question, signal)
    assert.deepEqual(fake.requests[0]!.body.contents[0].parts, [
      { text: 'first' },
      { text: 'second' },
      { text: 'How many?' },
      { inlineData: { mimeType: 'image/jpeg', data: 'AAAA' } },
    ])
  })

  for (const status of [400, 404]) {
    it(`is asked without images when the endpoint refuses them with ${status}, from then on too`, async () => {
      const refusing = ({ body }: { body: unknown }): ScriptedResponse =>
        JSON.stringify(body).includes('image_url')
          ? { status, body: '{"error":{"message":"No endpoints found that support image input"}}' }
          : '{"count":3}'
      await using fake = await startModel(refusing)
      const { model } = models.at(fake.url, { model: 'gpt-5' })
      assert.equal(await model.supportsImages(), true)
      assert.deepEqual((await model.completeCheckedJson(question, signal)).value, { count: 3 })
      assert.equal(await model.supportsImages(), false)
      await model.completeCheckedJson(question, signal)
      assert.equal(fake.requests.length, 3)
    })
  }
})
