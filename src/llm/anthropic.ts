import { declined } from './declined.ts'
import { countOf, listOf, loose, textOf } from './provider.ts'
import type { Loose, Message, Provider, Reply } from './provider.ts'

/** The wire demands a limit. */
const OUTPUT_TOKENS = 8192
/** What every model of the family can do. */
const SMALL_OUTPUT_TOKENS = 4096

/** The Messages API of Anthropic. */
export const anthropic: Provider = {
  ways: ['tool', 'plain'],

  address(root, { model }) {
    if (model === undefined) return undefined
    const url = new URL(root)
    const path = url.pathname.replace(/\/+$/, '')
    if (!path.endsWith('/messages')) url.pathname = `${path.endsWith('/v1') ? path : `${path}/v1`}/messages`
    return url
  },

  lookups(root, model) {
    const messages = this.address(root, { model })
    return messages === undefined
      ? []
      : [{ url: new URL(messages.href.replace(/\/messages(?=$|\?)/, `/models/${model}`)) }]
  },

  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    ...(key !== undefined && { 'x-api-key': key }),
  }),

  body: ({ model, system, messages, shape, temperature, outputTokens, isStreamed, quirks }) => ({
    model,
    max_tokens: quirks.has('no-limit') ? SMALL_OUTPUT_TOKENS : (outputTokens ?? OUTPUT_TOKENS),
    system: messages.some(({ history }) => history) ? [{ type: 'text', text: system, ...CACHED }] : system,
    messages: messages.map(messageOf),
    ...(shape?.way === 'tool' && {
      tools: [{ name: shape.name, description: 'Gives the answer.', input_schema: shape.schema }],
      tool_choice: { type: 'tool', name: shape.name },
    }),
    ...(temperature !== undefined && { temperature }),
    ...(isStreamed && { stream: true }),
  }),

  assemble(events) {
    const kinds = events.map(loose)
    const end = kinds.findLast(({ type }) => textOf(type) === 'message_delta')
    if (end === undefined) return undefined
    const start = loose(kinds.find(({ type }) => textOf(type) === 'message_start')?.['message'])
    const blocks = new Map<unknown, { block: Loose; pieces: string[] }>()
    for (const { type, index, content_block: block, delta } of kinds) {
      if (textOf(type) === 'content_block_start') blocks.set(index, { block: loose(block), pieces: [] })
      const { text, partial_json: json } = loose(delta)
      blocks.get(index)?.pieces.push(textOf(text), textOf(json))
    }
    return {
      type: 'message',
      content: [...blocks.values()].map(({ block, pieces }) => ({ ...block, streamed: pieces.join('') })),
      stop_reason: loose(end['delta'])['stop_reason'],
      usage: { ...start['usage'], ...end['usage'] },
    }
  },

  read(answer) {
    const { content, stop_reason: stop, usage } = loose(answer)
    if (!Array.isArray(content)) return undefined
    if (textOf(stop) === 'refusal') throw declined('its endpoint stopped it (refusal)')
    const blocks = listOf(content)
    const call = blocks.find(({ type }) => textOf(type) === 'tool_use')
    const streamedCall = textOf(call?.['streamed'])
    const text = blocks
      .filter(({ type }) => textOf(type) === 'text')
      .map((block) => textOf(block['text']) + textOf(block['streamed']))
      .join('')
    return {
      text: streamedCall || text,
      ...(call && streamedCall === '' && { object: call['input'] }),
      isCut: textOf(stop) === 'max_tokens' || textOf(stop) === 'model_context_window_exceeded',
      usage: usageOf(loose(usage)),
    }
  },
}

/** Ends a part of the prompt that is the same in the next question. */
const CACHED = { cache_control: { type: 'ephemeral' } }

function messageOf({ role, content, history = [], images = [] }: Message): object {
  if (history.length === 0 && images.length === 0) return { role, content }
  return {
    role,
    content: [
      ...history.map((text, at) => ({ type: 'text', text, ...(at === history.length - 1 && CACHED) })),
      { type: 'text', text: content },
      ...images.map(({ type, base64 }) => ({
        type: 'image',
        source: { type: 'base64', media_type: type, data: base64 },
      })),
    ],
  }
}

function usageOf(usage: Loose): Reply['usage'] {
  const input = countOf(usage['input_tokens'])
  const output = countOf(usage['output_tokens'])
  const cachedTokens = countOf(usage['cache_read_input_tokens']) ?? 0
  const written = countOf(usage['cache_creation_input_tokens']) ?? 0
  return {
    ...(input !== undefined && { inputTokens: input + written + cachedTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(output !== undefined && { outputTokens: output }),
  }
}
