import { sumOfUsage } from '../../llm/llm.ts'
import type { Answer, Model } from '../../llm/llm.ts'
import { asData } from './as-data.ts'
import type { Material, ModelAnswer } from './material.ts'
import { warningAboutText } from './own-words.ts'
import { prepareReading, withRoom } from './reading.ts'
import type { Part } from './reading.ts'
import { readParts, readUntil } from './read-parts.ts'
import { isObject } from './schema-part.ts'

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
  return withRoom(model, (room) => answerInRoom({ model, material, room }, question, embedded, signal))
}

async function answerInRoom(
  { model, material, room }: { model: Model; material: Material; room: number },
  question: string,
  embedded: { answer?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string | undefined>> {
  const { parts, isNarrowed, words, warnings } = prepareReading(material, {
    narrows: true,
    room,
    about: question,
    candidates: embedded.answer ?? '',
  })
  const askPart = ({ rule, prompt }: Part, over: AbortSignal) => ask(systemOf(rule, question), prompt, over)
  const read = isNarrowed
    ? await readUntil(
        parts,
        (part) => askPart(part, signal),
        ({ value }) => replyIn(value).answer !== undefined,
      )
    : await readParts(parts, (part, _, over) => askPart(part, over), signal)
  const told = read.map(({ value }) => replyIn(value)).filter(({ answer }) => answer !== undefined)
  const last = told.length > 1 ? await combined(told.map(({ answer }) => answer!)) : undefined
  const value = last === undefined ? told[0]?.answer : replyIn(last.value).answer
  const usage = sumOfUsage(...[...read, ...(last ? [last] : [])].map((one) => one.usage))
  if (value === undefined) {
    return {
      value,
      warnings: [...warnings, 'The page does not answer the question.'],
      usage,
      unsupported: [],
    }
  }
  const quotes = told.flatMap((one) => one.quotes)
  const isQuoted = words.find(value) !== undefined || quotes.some((quote) => words.find(quote) !== undefined)
  const warning =
    warningAboutText(value, words, question) ??
    (isQuoted ? undefined : 'The model quotes nothing of the page for its answer.')
  return {
    value,
    warnings: [...warnings, ...(warning === undefined ? [] : [warning])],
    usage,
    unsupported: warning === undefined ? [] : [''],
  }

  function ask(system: string, prompt: string, over: AbortSignal): Promise<Answer<unknown>> {
    return model.answerJson({ system, prompt, schema: SCHEMA, name: 'answer', temperature: 0 }, over)
  }

  function combined(answers: readonly string[]): Promise<Answer<unknown>> {
    const { rule, prompt } = asData({ parts: answers.join('\n\n') })
    const system = `${systemOf(rule, question)}\n\nWhat you get are answers from the parts of one page, in order. Make one answer of them.`
    return ask(system, prompt, signal)
  }
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
