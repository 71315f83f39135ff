import {
  fenceData,
  injectionIn,
  isObject,
  leavesOf,
  joinShortened,
  positionOf,
  pointerTo,
  MODEL_CONFIDENCE,
  readPageWords,
  unknownNumbers,
  unsupportedIn,
  withContextLimit,
} from '../../extract/extract.ts'
import type { PageWords } from '../../extract/extract.ts'
import type { Model } from '../../llm/llm.ts'
import type { Assignment } from '../agent-strategy.ts'
import type { FieldEvidence, PageObservation } from '../step.ts'
import { computeAll, FORMULAS, addComputedValues } from './calculator.ts'
import { taskQuery, excerptsOf, taskText } from './excerpts.ts'
import type { Excerpt } from './excerpts.ts'
import type { Composition } from './thought.ts'

/** Data without a schema. What stands on no page is left out. */
export async function composeData(
  model: Model,
  assignment: Assignment,
  pages: readonly PageObservation[],
  signal: AbortSignal,
): Promise<Composition> {
  const { value, gathered } = await withContextLimit(model, async (room) => {
    const { question, gathered } = await promptFor(DATA_INSTRUCTIONS, assignment, pages, room)
    const issuesIn = (said: unknown) => {
      const unsupported = unsupportedValuesIn(draftIn(said), gathered.words, assignment.prompt)
      return unsupported.length === 0
        ? []
        : [`These values stand on none of the pages: ${joinShortened(unsupported)}.`]
    }
    const asked = { ...question, schema: ANY_OBJECT, name: 'data', isLong: true, complaints: issuesIn }
    return { ...(await model.completeCheckedJson(asked, signal)), gathered }
  })
  const draft = draftIn(value)
  const unsupported = expandToRecords(unsupportedValuesIn(draft, gathered.words, assignment.prompt), draft)
  const found = removePointers(draft, new Set(unsupported))
  const left =
    unsupported.length === 0
      ? []
      : [`Values of the model that stand on no visited page were left out: ${joinShortened(unsupported)}.`]
  const warnings = [...injectionWarnings(pages), ...left]
  if (found === undefined) return { kind: 'composition', warnings }
  const evidence = evidenceFor(found, gathered)
  const results = computeAll(isObject(value) ? value['compute'] : undefined, found)
  return { kind: 'composition', ...addComputedValues(found, evidence, results), missing: [], warnings }
}

function draftIn(value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'compute'))
    : value
}

/** An answer in words. Sentences with numbers or addresses that stand on no page are left out. */
export async function composeMessage(
  model: Model,
  assignment: Assignment,
  pages: readonly PageObservation[],
  signal: AbortSignal,
): Promise<Composition> {
  const { prompt } = assignment
  const { value, words } = await withContextLimit(model, async (room) => {
    const { question, gathered } = await promptFor(MESSAGE_INSTRUCTIONS, assignment, pages, room)
    const issuesIn = (said: unknown) => {
      const unsupported = unsupportedTextIn(messageIn(said), gathered.words, prompt)
      return unsupported.length === 0
        ? []
        : [`These stand on none of the pages: ${joinShortened(unsupported)}.`]
    }
    const asked = { ...question, schema: MESSAGE_SCHEMA, name: 'answer', complaints: issuesIn }
    return { ...(await model.completeCheckedJson(asked, signal)), words: gathered.words }
  })
  const said = messageIn(value)
  const results = resultsIn(value, words, prompt)
  const isSound = (sentence: string) =>
    unsupportedTextIn(sentence, words, prompt).length === 0 &&
    placeholdersIn(sentence).every((name) => results.has(name))
  const unsupported = [
    ...unsupportedTextIn(said, words, prompt),
    ...placeholdersIn(said).filter((name) => !results.has(name)),
  ]
  const message = sentencesOf(said)
    .filter(isSound)
    .join('')
    .trim()
    .replaceAll(PLACEHOLDER, (_, name: string) => results.get(name)!)
  const left =
    unsupported.length === 0
      ? []
      : [
          `Sentences of the model were left out because of what stands on no visited page: ${joinShortened(unsupported)}.`,
        ]
  return {
    kind: 'composition',
    ...(message !== '' && { message }),
    warnings: [...injectionWarnings(pages), ...left],
  }
}

const PLACEHOLDER = /\{(\w{1,40})\}/g

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}

function resultsIn(value: unknown, words: PageWords, prompt: string): Map<string, string> {
  const { records, compute } = isObject(value) ? value : {}
  const draft = { records }
  const sound = removePointers(
    draft,
    new Set(expandToRecords(unsupportedValuesIn(draft, words, prompt), draft)),
  )
  return new Map(
    computeAll(compute, sound).map(({ as, value: result }) => [
      as,
      typeof result === 'number' ? String(result) : JSON.stringify(result),
    ]),
  )
}

const DATA_INSTRUCTIONS = `You put together data from web pages that a program has visited for a task. You answer with one JSON object and nothing else.

Rules:
- Choose names and structure that suit the task: an object for one thing, a list of objects under one name for several.
- Take values from the pages alone, as they stand there. Do not guess, calculate, translate or complete them from what you know. Leave out what the pages do not tell.
- Never count or calculate yourself. Where the task asks for it, add "compute": a list of formulas over lists of your answer, such as {"as":"/total","operation":"sum","list":"/lamps","field":"price"}. The operations are count, sum, min, max, average, sort (with order and most) and filter; "where" is a list of {field, is, value} with is one of equals, contains, less, more, missing. The program puts the result where "as" points.
- Heed the conditions of the task: leave out what does not fulfil them.`

const MESSAGE_INSTRUCTIONS = `You answer a request in words, from web pages that a program has visited for it and nothing else.

Rules:
- Answer shortly and completely, in the language of the request. Names, numbers and dates stand as they do on the pages.
- Say so where the pages do not give an answer. Do not guess, and do not use what you know.
- Never count or calculate yourself. Where the request asks for it, give the records of the pages that it is about, and in "compute" formulas over the list /records; write the name "as" of a formula in braces where its result belongs in the message, such as {total}.
- Name the address of the page that something important is from.`

const ANY_OBJECT = { type: 'object', additionalProperties: true }

const MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'The answer to the request.' },
    records: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'What is counted or computed with; otherwise empty.',
    },
    compute: FORMULAS,
  },
  required: ['message', 'records', 'compute'],
  additionalProperties: false,
}

const SHARE_OF_PAGES = 0.55

async function promptFor(
  role: string,
  assignment: Assignment,
  pages: readonly PageObservation[],
  room: number,
) {
  const excerpts = await excerptsOf(pages, taskQuery(assignment), room * SHARE_OF_PAGES)
  const shown = excerpts.map(({ text }, index) => `Page ${index + 1}\n${text}`)
  const { rule, prompt } = fenceData({ page: shown.join('\n\n') })
  const system = [role, rule, taskText(assignment, room)].join('\n\n')
  return { question: { system, prompt, temperature: 0 }, gathered: readExcerptWords(excerpts) }
}

function unsupportedValuesIn(data: unknown, words: PageWords, prompt: string): string[] {
  const isStrange = (name: string) =>
    unknownNumbers(name, words, prompt).length > 0 ||
    (name.length > LONGEST_NAME && words.find(name) === undefined)
  return [...unsupportedIn(data, {}, words), ...pointersByName(data, isStrange)]
}

const LONGEST_NAME = 60

function pointersByName(data: unknown, isWanted: (name: string) => boolean, pointer = ''): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, inner]) => {
    const at = pointerTo(pointer, name)
    return !Array.isArray(data) && isWanted(name) ? [at] : pointersByName(inner, isWanted, at)
  })
}

function unsupportedTextIn(text: string, words: PageWords, prompt: string): string[] {
  const addresses = (text.match(URL_PATTERN) ?? []).map((found) => found.replace(/[.,;:!?]+$/, ''))
  return [
    ...unknownNumbers(text, words, prompt),
    ...addresses.filter(
      (address) =>
        words.urlAt(address.replace(/^(?:https?:)?\/{0,2}/i, 'http://')) === undefined &&
        !prompt.includes(address),
    ),
    ...(text.match(EMAIL_PATTERN) ?? []).filter(
      (mailbox) => words.find(mailbox) === undefined && !prompt.includes(mailbox),
    ),
  ]
}

const URL_PATTERN = /(?:(?:https?:)?\/\/|\bwww\.)[^\s<>()"'\]]+/gi
const EMAIL_PATTERN = /[\p{L}\d._+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63})+/gu

function messageIn(value: unknown): string {
  const { message } = isObject(value) ? value : {}
  return typeof message === 'string' ? message.trim() : ''
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?。！？\n]+(?:[.!?。！？](?=\S)[^.!?。！？\n]*)*[.!?。！？]*\s*|\s+/gu) ?? []
}

function evidenceFor(data: unknown, { placeOf }: ExcerptWords): FieldEvidence[] {
  return leavesOf(data).flatMap(({ pointer, value }) => {
    const place = typeof value === 'string' || typeof value === 'number' ? placeOf(value) : undefined
    return place === undefined
      ? []
      : [{ field: pointer, ...place, source: 'text', confidence: MODEL_CONFIDENCE }]
  })
}

/** A record of which half is made up is made up. */
function expandToRecords(strange: readonly string[], data: unknown): string[] {
  const isStrange = new Set(strange)
  const records = Map.groupBy(leavesOf(data), ({ pointer }) => recordOf(pointer))
  const isMadeUp = (record: string) => {
    const leaves = records.get(record) ?? []
    return record !== '' && leaves.filter(({ pointer }) => isStrange.has(pointer)).length * 2 >= leaves.length
  }
  return [...new Set(strange.map((pointer) => (isMadeUp(recordOf(pointer)) ? recordOf(pointer) : pointer)))]
}

function recordOf(pointer: string): string {
  return /^.*\/\d+(?=\/)/.exec(pointer)?.[0] ?? ''
}

function removePointers(value: unknown, gone: ReadonlySet<string>, pointer = ''): unknown {
  if (gone.has(pointer)) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, place) => removePointers(item, gone, pointerTo(pointer, place)))
    const kept = items.filter((item) => item !== undefined)
    return kept.length > 0 ? kept : undefined
  }
  if (!isObject(value)) return value ?? undefined
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, removePointers(inner, gone, pointerTo(pointer, name))] as const,
  )
  const kept = entries.filter(([, inner]) => inner !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function injectionWarnings(pages: readonly PageObservation[]): string[] {
  const found = pages.find(({ text = '' }) => injectionIn(text) !== undefined)
  return found
    ? [`The page ${found.url} holds text that tries to instruct a model; it was read as text.`]
    : []
}

type ExcerptWords = ReturnType<typeof readExcerptWords>

function readExcerptWords(excerpts: readonly Excerpt[]) {
  const apart = excerpts.map(({ url, text }) => ({ url, words: readPageWords(text, url) }))
  return {
    words: readPageWords(excerpts.map(({ text }) => text).join('\n\n'), undefined),
    placeOf(value: string | number) {
      for (const { url, words } of apart) {
        const place = positionOf(value, words)
        if (place !== undefined) return { url, ...words.quote(place) }
      }
      return undefined
    },
  }
}
