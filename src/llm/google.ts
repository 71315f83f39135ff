import { declined } from './declined.ts'
import { toGoogleSchema } from './google-schema.ts'
import { countOf, listOf, loose, textOf } from './provider.ts'
import type { Loose, Provider, Reply, Wish } from './provider.ts'

/** Ends of an answer that are neither its end nor its limit. */
const DECLINED =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT)$/

/** `generateContent` of Google. */
export const google: Provider = {
  ways: ['schema', 'tool', 'object', 'plain'],

  address(root, { model, isStreamed }) {
    const url = new URL(root)
    const path = url.pathname.replace(/\/+$/, '').replace(/:(stream)?generateContent$/i, '')
    const verb = isStreamed ? 'streamGenerateContent' : 'generateContent'
    if (isStreamed) url.searchParams.set('alt', 'sse')
    if (/\/models\/[^/]+$/.test(path)) {
      url.pathname = `${path}:${verb}`
      return url
    }
    if (model === undefined) return undefined
    const version = path === '' ? '/v1beta' : path
    const name = model.includes('/') ? model : `models/${model}`
    url.pathname = `${version.replace(/\/models$/, '')}/${name}:${verb}`
    return url
  },

  lookups(root, model) {
    const url = this.address(root, { model, isStreamed: false })
    return url === undefined ? [] : [{ url: new URL(url.href.replace(/:generateContent$/, '')) }]
  },

  headers: (key) => ({ ...(key !== undefined && { 'x-goog-api-key': key }) }),

  fits: (schema, way) => (way !== 'schema' && way !== 'tool') || toGoogleSchema(schema) !== undefined,

  body: (wish) => ({
    systemInstruction: { parts: [{ text: wish.system }] },
    contents: wish.messages.map(({ role, content, history = [], images = [] }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [
        ...[...history, content].map((text) => ({ text })),
        ...images.map(({ type, base64 }) => ({ inlineData: { mimeType: type, data: base64 } })),
      ],
    })),
    ...toolOf(wish),
    generationConfig: {
      ...formatOf(wish),
      ...(wish.temperature !== undefined && { temperature: wish.temperature }),
      ...(wish.outputTokens !== undefined &&
        !wish.quirks.has('no-limit') && { maxOutputTokens: wish.outputTokens }),
    },
  }),

  assemble(events) {
    const pieces = events.map(loose)
    const candidates = pieces.flatMap(({ candidates }) => listOf(candidates).slice(0, 1))
    const finish = candidates.findLast(({ finishReason }) => finishReason)?.['finishReason']
    const feedback = pieces.find(({ promptFeedback }) => promptFeedback)?.['promptFeedback']
    if (finish === undefined && feedback === undefined) return undefined
    return {
      candidates: [
        {
          content: { parts: candidates.flatMap(({ content }) => listOf(loose(content)['parts'])) },
          finishReason: finish,
        },
      ],
      promptFeedback: feedback,
      usageMetadata: pieces.findLast(({ usageMetadata }) => usageMetadata)?.['usageMetadata'],
    }
  },

  read(answer) {
    const { candidates, promptFeedback, usageMetadata } = loose(answer)
    const blocked = textOf(loose(promptFeedback)['blockReason'])
    if (blocked !== '') throw declined(`the prompt was blocked (${blocked})`)
    const [candidate] = listOf(candidates)
    if (candidate === undefined) return undefined
    const finish = textOf(candidate['finishReason'])
    if (DECLINED.test(finish)) throw declined(`its endpoint stopped it (${finish})`)
    const parts = listOf(loose(candidate['content'])['parts']).filter(({ thought }) => !thought)
    const call = parts.find(({ functionCall }) => functionCall)?.['functionCall']
    return {
      text: parts.map(({ text }) => textOf(text)).join(''),
      ...(call && { object: loose(call)['args'] }),
      isCut: finish === 'MAX_TOKENS',
      usage: usageOf(loose(usageMetadata)),
    }
  },
}

function formatOf({ shape }: Wish): object {
  if (shape?.way === 'schema') {
    return { responseMimeType: 'application/json', responseSchema: toGoogleSchema(shape.schema) }
  }
  return shape?.way === 'object' ? { responseMimeType: 'application/json' } : {}
}

function toolOf({ shape }: Wish): object {
  if (shape?.way !== 'tool') return {}
  const { name, schema } = shape
  return {
    tools: [
      {
        functionDeclarations: [
          { name, description: 'Gives the answer.', parameters: toGoogleSchema(schema) },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] } },
  }
}

function usageOf(usage: Loose): Reply['usage'] {
  const input = countOf(usage['promptTokenCount'])
  const cached = countOf(usage['cachedContentTokenCount'])
  const output = countOf(usage['candidatesTokenCount'])
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(cached && { cachedTokens: cached }),
    ...(output !== undefined && { outputTokens: output + (countOf(usage['thoughtsTokenCount']) ?? 0) }),
  }
}
