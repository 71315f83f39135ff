import { sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { fenceData, preparePagePrompt, readParts, withContextLimit } from './page-prompt.ts'
import type { PageWords } from './page-words.ts'
import type { Material, ModelAnswer, PromptPart } from './page-prompt.ts'
import { isObject } from '../schema/json-schema.ts'
import { textWarning } from './evidence.ts'

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

export function answerWithModel(
  model: Model,
  material: Material,
  question: string,
  embedded: { answer?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string | undefined>> {
  const ask = async ({ rule, prompt }: PromptPart, over: AbortSignal, more = '') => {
    const system = systemOf(rule, question) + more
    const asked = { system, prompt, schema: SCHEMA, name: 'answer', temperature: 0 }
    const { value, usage } = await model.completeCheckedJson(asked, over)
    return { ...parseAnswer(value), usage }
  }
  return withContextLimit(model, async (room) => {
    const readContext = preparePagePrompt(material, {
      narrows: true,
      room,
      about: question,
      candidates: embedded.answer ?? '',
    })
    const read = await readParts(readContext, ask, signal, ({ answer }) => answer !== undefined)
    const told = read.filter(({ answer }) => answer !== undefined)
    const parts = fenceData({ parts: told.map(({ answer }) => answer).join('\n\n') })
    const last = told.length > 1 ? [await ask(parts, signal, OF_PARTS)] : []
    const value = [...told.slice(0, 1), ...last].at(-1)?.answer
    const quotes = told.flatMap((one) => one.quotes)
    const warning =
      value === undefined
        ? 'The page does not answer the question.'
        : warningAbout(value, quotes, question, readContext.words)
    return {
      value,
      warnings: [...readContext.warnings, ...(warning === undefined ? [] : [warning])],
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
    textWarning(value, words, question) ??
    (isQuoted ? undefined : 'The model quotes nothing of the page for its answer.')
  )
}

function parseAnswer(value: unknown) {
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

export function summarizeWithModel(
  model: Model,
  material: Material,
  embedded: { summary?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string>> {
  const ask = ({ rule, prompt }: PromptPart, over: AbortSignal, more = '') =>
    model.completeText({ system: systemOfSummary(rule, material) + more, prompt, temperature: 0 }, over)
  return withContextLimit(model, async (room) => {
    const about = material.title ?? ''
    const readContext = preparePagePrompt(material, { room, about, candidates: embedded.summary ?? '' })
    const drafts = await readParts(readContext, ask, signal)
    const parts = fenceData({ parts: drafts.map((draft) => draft.value).join('\n\n') })
    const answers = drafts.length === 1 ? drafts : [...drafts, await ask(parts, signal, OF_DRAFTS)]
    const { value } = answers.at(-1)!
    const warning = textWarning(value, readContext.words, `${material.title} ${material.url}`)
    return {
      value,
      warnings: [...readContext.warnings, ...(warning === undefined ? [] : [warning])],
      usage: sumOfUsage(...answers.map(({ usage }) => usage)),
      unsupported: warning === undefined ? [] : [''],
    }
  })
}

const OF_DRAFTS =
  '\n\nWhat you get are summaries of the parts of one page, in order. Make one summary of the whole page of them.'

function systemOfSummary(rule: string, { language }: Material): string {
  return `You summarize web pages.

${rule}

Rules:
- Say what the page is about and what it tells, the most important first, in three to six sentences of plain text.
- Say only what the page says, in its own words where possible. Names, numbers and dates stand as they do on the page. No opinion, no advice, nothing from what you know.
- Write in the language of the page${language === undefined ? '' : ` (${language})`}. No heading, no list, no introduction such as "This page".`
}

const MOST_HIGHLIGHTS = 50

const HIGHLIGHTS_SCHEMA = {
  type: 'object',
  properties: {
    highlights: {
      type: 'array',
      items: { type: 'string' },
      description: 'Whole sentences of the page, letter by letter, the most important first.',
    },
  },
  required: ['highlights'],
  additionalProperties: false,
}

/** The sentences of a page that matter for a query. Only what stands on the page survives, as it stands there. */
export function highlightsWithModel(
  model: Model,
  material: Material,
  query: string,
  embedded: { highlights?: readonly string[] },
  signal: AbortSignal,
): Promise<ModelAnswer<string[]>> {
  return withContextLimit(model, async (room) => {
    const candidates = embedded.highlights?.join('\n') ?? ''
    const readContext = preparePagePrompt(material, { narrows: true, room, about: query, candidates })
    const answers = await readParts(
      readContext,
      ({ rule, prompt }, over) => {
        const system = systemOfHighlights(rule, query)
        return model.completeCheckedJson(
          { system, prompt, schema: HIGHLIGHTS_SCHEMA, name: 'highlights', temperature: 0 },
          over,
        )
      },
      signal,
    )
    const said = answers.flatMap(({ value }) => sentencesIn(value))
    const found = said.map((sentence) => readContext.words.find(sentence)).filter((one) => one !== undefined)
    const dropped = said.length - found.length
    const left = `${dropped} of the model's ${said.length} sentences do not stand on the page and were left out.`
    return {
      value: [...new Set(found)].slice(0, MOST_HIGHLIGHTS),
      warnings: [...readContext.warnings, ...(dropped === 0 ? [] : [left])],
      usage: sumOfUsage(...answers.map(({ usage }) => usage)),
      unsupported: [],
    }
  })
}

function sentencesIn(value: unknown): string[] {
  const { highlights } = isObject(value) ? value : {}
  return Array.isArray(highlights)
    ? highlights.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : []
}

function systemOfHighlights(rule: string, query: string): string {
  return `You find the sentences of a web page that matter for a query.

${rule}

Rules:
- Copy whole sentences, or whole entries of lists and rows of tables, letter by letter. Change, shorten and join nothing.
- The most important first, no sentence twice, at most ten. None when none matters.
- There may be candidates that a program found. Use those that matter.

The query:
${query}`
}
