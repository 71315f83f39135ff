import { readFileSync, readdirSync } from 'node:fs'
import { findPii } from '../../src/redact/find.ts'
import { shippedLexicon } from '../../src/language/lexicon.ts'
import { readWeights, shippedTagger, createTagger } from '../../src/redact/names/tagger.ts'
import type { Tagger } from '../../src/redact/names/tagger.ts'
import type { Entity } from '../../src/redact/span.ts'
import { printRows, timedCpu } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { createRandom, learn, readCorpora, readOwnTexts, readSentences, store } from './train-names.ts'
import type { Sentence } from './train-names.ts'

const ENTITIES: Entity[] = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']
const ACCURATE = { mode: 'accurate', entities: ENTITIES } as const
const FOLDS = 5

/**
 * Strict recall per type, over-redaction and speed. With a folder of published corpora the tagger is also trained without
 * the sentences it is then tested on; otherwise only the shipped one is measured. `--misses` prints each miss.
 */
export function benchPii(folder: string, ...words: string[]): void {
  const sentences = readSentences(folder)
  const corpora = words.find((word) => !word.startsWith('--'))
  const showsMisses = words.includes('--misses')
  if (corpora !== undefined) {
    const others = [...readCorpora(corpora), ...readOwnTexts(), ...readOwnTexts()]
    const byTemplate = crossValidate(sentences, others, true)
    report('cross-validated, no template on both sides', byTemplate, showsMisses)
    report('cross-validated, random folds', crossValidate(sentences, others, false), showsMisses)
  }
  report('shipped model', measure(sentences, shippedTagger), showsMisses)
  reportPages(showsMisses)
  reportSpeed(sentences)
}

interface Counts {
  labelled: Map<string, number>
  redacted: Map<string, number>
  missed: string[]
  unlabelled: number
  removed: Map<string, number>
  wronglyRemoved: string[]
}

function crossValidate(
  sentences: readonly Sentence[],
  others: readonly Sentence[],
  isByTemplate: boolean,
): Counts {
  const random = createRandom(3)
  const folds = new Map<string, number>()
  const foldOf = sentences.map((sentence) => {
    if (!isByTemplate) return Math.floor(random() * FOLDS)
    const template = templateOf(sentence)
    if (!folds.has(template)) folds.set(template, Math.floor(random() * FOLDS))
    return folds.get(template)
  })
  const parts: Counts[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const learned = sentences.filter((_, at) => foldOf[at] !== fold)
    const tagger = createTagger(readWeights(store(learn(learned, others))), shippedLexicon())
    parts.push(
      measure(
        sentences.filter((_, at) => foldOf[at] === fold),
        () => tagger,
      ),
    )
  }
  return parts.reduce(add)
}

/** A sentence without its labelled values, as it was before they were inserted. */
function templateOf({ text, spans }: Sentence): string {
  let template = text
  for (const { type, start, end } of spans.toSorted((one, other) => other.start - one.start)) {
    template = `${template.slice(0, start)}<${type}>${template.slice(end)}`
  }
  return template.toLowerCase()
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu

/** A labelled value is redacted when none of its tokens is left; other removed tokens are over-redaction. */
function measure(sentences: readonly Sentence[], tagger: () => Tagger): Counts {
  const counts: Counts = {
    labelled: new Map(),
    redacted: new Map(),
    missed: [],
    unlabelled: 0,
    removed: new Map(),
    wronglyRemoved: [],
  }
  for (const { text, spans } of sentences) {
    const found = findPii(text, ACCURATE, tagger)
    const covering = (start: number, end: number) =>
      found.find((span) => span.start <= start && span.end >= end)
    for (const span of spans) {
      const tokens = [...text.slice(span.start, span.end).matchAll(TOKEN)]
      const isGone = tokens.every((token) => {
        const start = span.start + token.index
        return covering(start, start + token[0].length)
      })
      increase(counts.labelled, span.type)
      if (isGone) increase(counts.redacted, span.type)
      else
        counts.missed.push(
          `${span.type} ${JSON.stringify(text.slice(span.start, span.end))} in ${JSON.stringify(text.slice(Math.max(0, span.start - 40), span.end + 20))}`,
        )
    }
    for (const token of text.matchAll(TOKEN)) {
      const [start, end] = [token.index, token.index + token[0].length]
      if (spans.some((span) => span.start < end && span.end > start)) continue
      counts.unlabelled++
      const remover = found.find((span) => span.start < end && span.end > start)
      if (!remover) continue
      increase(counts.removed, remover.entity)
      counts.wronglyRemoved.push(
        `${token[0]} as ${remover.kind} in ${JSON.stringify(text.slice(Math.max(0, start - 30), end + 20))}`,
      )
    }
  }
  return counts
}

function add(one: Counts, other: Counts): Counts {
  return {
    labelled: sum(one.labelled, other.labelled),
    redacted: sum(one.redacted, other.redacted),
    removed: sum(one.removed, other.removed),
    unlabelled: one.unlabelled + other.unlabelled,
    missed: [...one.missed, ...other.missed],
    wronglyRemoved: [...one.wronglyRemoved, ...other.wronglyRemoved],
  }
}

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const sum = (one: Map<string, number>, other: Map<string, number>) =>
  new Map([...one, ...other].map(([key]) => [key, (one.get(key) ?? 0) + (other.get(key) ?? 0)]))

/** The types to redact; places, companies, plain dates and titles are not. */
const WANTED = [
  'EMAIL_ADDRESS',
  'CREDIT_CARD',
  'IBAN_CODE',
  'US_SSN',
  'IP_ADDRESS',
  'PHONE_NUMBER',
  'PERSON',
  'STREET_ADDRESS',
  'ZIP_CODE',
  'AGE',
  'US_DRIVER_LICENSE',
]

function report(title: string, counts: Counts, showsMisses: boolean): void {
  const rows: Rows = {}
  for (const type of new Set([...WANTED, ...counts.labelled.keys()])) {
    const labelled = counts.labelled.get(type)
    if (labelled === undefined) continue
    const recall = (counts.redacted.get(type) ?? 0) / labelled
    rows[type] = { recall, of: labelled, note: WANTED.includes(type) ? '' : 'not to be removed as such' }
  }
  printRows(title, rows)
  const removed = [...counts.removed.values()].reduce((total, count) => total + count, 0)
  const by = [...counts.removed].map(([entity, count]) => `${entity} ${count}`).join(', ')
  printRows(`${title}: over-redaction`, {
    all: { '%': ((100 * removed) / counts.unlabelled).toFixed(2), 'of words': counts.unlabelled, by },
  })
  if (!showsMisses) return
  console.log(counts.missed.filter((line) => WANTED.includes(line.split(' ')[0]!)).join('\n'))
  console.log(counts.wronglyRemoved.join('\n'))
}

/** The share of words that would be redacted in the saved pages, which have few personal data. */
function reportPages(showsMisses: boolean): void {
  const folder = new URL('../../test/pages/', import.meta.url)
  const totals = new Map<string, number>()
  let words = 0
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    words += text.match(TOKEN)?.length ?? 0
    for (const { start, end, entity, kind } of findPii(text, ACCURATE)) {
      const removed = text.slice(start, end)
      totals.set(entity, (totals.get(entity) ?? 0) + (removed.match(TOKEN)?.length ?? 0))
      if (showsMisses) console.log(name, kind, JSON.stringify(removed))
    }
  }
  const rows: Rows = {}
  for (const entity of ENTITIES)
    rows[entity] = { '%': ((100 * (totals.get(entity) ?? 0)) / words).toFixed(2) }
  printRows('share of the words of test/pages that is removed', rows)
}

function reportSpeed(sentences: readonly Sentence[]): void {
  let text = ''
  while (text.length < 2_000_000) text += `${sentences.map((sentence) => sentence.text).join('\n')}\n`
  const rows: Rows = {}
  for (const mode of ['accurate', 'aggressive', 'fast'] as const) {
    findPii(sentences[0]!.text, { mode, entities: ENTITIES })
    const { ms } = timedCpu(() => findPii(text, { mode, entities: ENTITIES }))
    rows[mode] = { 'MB per CPU second': (Buffer.byteLength(text) / 1000 / ms).toFixed(2) }
  }
  printRows('mode', rows)
}
