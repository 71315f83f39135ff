import { sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { asData } from './as-data.ts'
import type { PageWords } from './page-words.ts'
import { prepareReading, readParts, withRoom } from './reading.ts'
import type { Material, ModelAnswer, Part } from './reading.ts'
import { isObject } from './schema-part.ts'
import { warningAboutText } from './unsupported.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: ['string', 'null'], description: 'The answer, or null when the page does not give it.' },
    quotes: {
      type: 'array',
      items: { type: 'string' },
      description: 'The sentences of the page that the answer rests on, letter by letter.',
    },
  },
  required: ['answer', 'quotes'],
  additionalProperties: false,
}

/** What a page answers to a question; undefined when it does not. */
export function answerWithModel(
  model: Model,
  material: Material,
  question: string,
  embedded: { answer?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string | undefined>> {
  const ask = async ({ rule, prompt }: Part, over: AbortSignal, more = '') => {
    const system = systemOf(rule, question) + more
    const asked = { system, prompt, schema: SCHEMA, name: 'answer', temperature: 0 }
    const { value, usage } = await model.answerJson(asked, over)
    return { ...replyIn(value), usage }
  }
  return withRoom(model, async (room) => {
    const reading = prepareReading(material, {
      narrows: true,
      room,
      about: question,
      candidates: embedded.answer ?? '',
    })
    const read = await readParts(reading, ask, signal, ({ answer }) => answer !== undefined)
    const told = read.filter(({ answer }) => answer !== undefined)
    const parts = asData({ parts: told.map(({ answer }) => answer).join('\n\n') })
    const last = told.length > 1 ? [await ask(parts, signal, OF_PARTS)] : []
    const value = [...told.slice(0, 1), ...last].at(-1)?.answer
    const quotes = told.flatMap((one) => one.quotes)
    const warning =
      value === undefined
        ? 'The page does not answer the question.'
        : warningAbout(value, quotes, question, reading.words)
    return {
      value,
      warnings: [...reading.warnings, ...(warning === undefined ? [] : [warning])],
      usage: sumOfUsage(...[...read, ...last].map((one) => one.usage)),
      unsupported: value === undefined || warning === undefined ? [] : [''],
    }
  })
}

const OF_PARTS = '\n\nWhat you get are answers from the parts of one page, in order. Make one answer of them.'

function warningAbout(
  value: string,
  quotes: readonly string[],
  question: string,
  words: PageWords,
): string | undefined {
  const isQuoted = [value, ...quotes].some((text) => words.find(text) !== undefined)
  return (
    warningAboutText(value, words, question) ??
    (isQuoted ? undefined : 'The model quotes nothing of the page for its answer.')
  )
}

interface Reply {
  answer: string | undefined
  quotes: string[]
}

function replyIn(value: unknown): Reply {
  const { answer, quotes } = isObject(value) ? value : {}
  const text = typeof answer === 'string' || typeof answer === 'number' ? String(answer).trim() : ''
  return {
    answer: text === '' || /^(null|n\/a|unknown)\.?$/i.test(text) ? undefined : text,
    quotes: Array.isArray(quotes) ? quotes.filter((quote) => typeof quote === 'string') : [],
  }
}

function systemOf(rule: string, question: string): string {
  return `You answer questions about web pages, from what stands on the page and nothing else.

${rule}

Rules:
- The answer is null when the page does not give it. Do not guess, and do not use what you know.
- Answer shortly and completely in the language of the question. Names, numbers and dates stand as they do on the page.
- Quote the sentences of the page that your answer rests on, letter by letter.
- There may be a candidate that a program found. Use it only where it answers the question.

The question:
${question}`
}
