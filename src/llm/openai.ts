import { declined } from './declined.ts'
import { DONE } from './event-stream.ts'
import { countOf, listOf, loose, textOf } from './provider.ts'
import type { Loose, Message, Provider, Reply, Wish } from './provider.ts'
import { fitsStrict } from './strict-schema.ts'

/** Chat completions, as OpenAI defined them and most others have them. */
export const openai: Provider = {
  ways: ['schema', 'tool', 'object', 'plain'],

  address(root) {
    const url = new URL(root)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
    return url
  },

  // Ollama tells the context of a model at a path of its own.
  lookups: (root, model) => [
    { url: new URL(`${root.pathname.replace(/\/+$/, '')}/models`, root) },
    ...(model === undefined ? [] : [{ url: new URL('/api/show', root), body: { model } }]),
  ],

  headers: (key) => ({ ...(key !== undefined && { authorization: `Bearer ${key}` }) }),

  body: (wish) => ({
    ...(wish.model !== undefined && { model: wish.model }),
    messages: [{ role: 'system', content: wish.system }, ...wish.messages.map(messageOf)],
    ...shapeOf(wish),
    ...(wish.temperature !== undefined && { temperature: wish.temperature }),
    ...limitOf(wish),
    ...(wish.isStreamed && { stream: true }),
    ...(wish.isStreamed &&
      !wish.quirks.has('no-stream-options') && { stream_options: { include_usage: true } }),
  }),

  assemble(events) {
    const choices = events.flatMap((event) => listOf(loose(event)['choices']).slice(0, 1))
    const finish = choices.findLast(({ finish_reason: reason }) => reason)?.['finish_reason']
    if (finish === undefined && !events.includes(DONE)) return undefined
    const deltas = choices.map(({ delta }) => loose(delta))
    const calls = deltas.flatMap(({ tool_calls: calls }) => listOf(calls))
    // A second tool would be another answer; the first is the one that was asked for.
    const first = calls.filter(({ index }) => (countOf(index) ?? 0) === 0)
    return {
      choices: [
        {
          message: {
            content: deltas.map(({ content }) => contentOf(content)).join(''),
            refusal: deltas.map(({ refusal }) => textOf(refusal)).join(''),
            ...(first.length > 0 && {
              tool_calls: [{ function: { arguments: first.map(argumentsOf).join('') } }],
            }),
          },
          finish_reason: finish,
        },
      ],
      usage: events.map(loose).findLast(({ usage }) => usage)?.['usage'],
    }
  },

  read(answer) {
    const [choice] = listOf(loose(answer)['choices'])
    if (choice === undefined) return undefined
    const message = loose(choice['message'])
    const finish = textOf(choice['finish_reason'])
    const refusal = textOf(message['refusal'])
    if (refusal !== '') throw declined(refusal)
    if (finish === 'content_filter') throw declined('its endpoint filtered the content')
    const [call] = [...listOf(message['tool_calls']), loose({ function: message['function_call'] })]
    const given = argumentsOf(loose(call))
    if (given === '' && !('content' in message)) return undefined
    return {
      text: given === '' ? contentOf(message['content']) : given,
      isCut: finish === 'length',
      usage: usageOf(loose(loose(answer)['usage'])),
    }
  },
}

/** One text where that is enough: not every endpoint takes content in parts. */
function messageOf({ role, content, history = [], images = [] }: Message): object {
  const text = [...history, content].join('\n\n')
  if (images.length === 0) return { role, content: text }
  const shown = images.map(({ type, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${type};base64,${base64}` },
  }))
  return { role, content: [{ type: 'text', text }, ...shown] }
}

function shapeOf({ shape, quirks }: Wish): object {
  if (shape === undefined) return {}
  const { way, schema, name } = shape
  const strict = !quirks.has('no-strict') && fitsStrict(schema)
  const shapes: Record<typeof way, object> = {
    schema: { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } },
    tool: {
      tools: [
        {
          type: 'function',
          function: { name, description: 'Gives the answer.', parameters: schema, ...(strict && { strict }) },
        },
      ],
      tool_choice: { type: 'function', function: { name } },
    },
    object: { response_format: { type: 'json_object' } },
    plain: {},
  }
  return shapes[way]
}

function limitOf({ outputTokens, quirks }: Wish): object {
  if (outputTokens === undefined || quirks.has('no-limit')) return {}
  return quirks.has('completion-limit')
    ? { max_completion_tokens: outputTokens }
    : { max_tokens: outputTokens }
}

/** Some endpoints answer in parts, or with nothing beside a call. */
function contentOf(content: unknown): string {
  return Array.isArray(content)
    ? listOf(content)
        .map(({ text }) => textOf(text))
        .join('')
    : textOf(content)
}

/** Some endpoints give the arguments as an object instead of its text. */
function argumentsOf(call: Loose): string {
  const given: unknown = loose(call['function'])['arguments']
  return typeof given === 'object' && given !== null ? JSON.stringify(given) : textOf(given)
}

function usageOf(usage: Loose): Reply['usage'] {
  const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = usage
  const cachedTokens = countOf(loose(details)['cached_tokens'])
  const inputTokens = countOf(input)
  const outputTokens = countOf(output)
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedTokens && { cachedTokens }),
  }
}
