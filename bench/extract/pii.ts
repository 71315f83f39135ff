import { readFileSync, readdirSync } from 'node:fs'
import { findPii } from '../../src/redact/find.ts'
import { shippedLexicon } from '../../src/language/lexicon.ts'
import { readWeights, shippedTagger } from '../../src/redact/names/model.ts'
import { createTagger } from '../../src/redact/names/tagger.ts'
import type { Tagger } from '../../src/redact/names/tagger.ts'
import type { Entity, PiiSpan } from '../../src/redact/span.ts'
import { createRandom, learn, readCorpora, readOwnTexts, readSentences, store } from './train-names.ts'
import type { Sentence } from './train-names.ts'

const ENTITIES: Entity[] = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']
const ACCURATE = { mode: 'accurate', entities: ENTITIES } as const
const FOLDS = 5

/**
 * Strict recall per type, over-redaction and speed. With the folder of published corpora in NAME_CORPORA the tagger is
 * also learned anew without the sentences it is then asked about; otherwise only the shipped one is measured.
 */
export async function benchPii(folder: string): Promise<void> {
  const sentences = readSentences(folder)
  const corpora = process.env['NAME_CORPORA']
  if (corpora !== undefined) {
    const others = [...readCorpora(corpora), ...readOwnTexts(), ...readOwnTexts()]
    for (const isByTemplate of [true, false]) {
      const name = isByTemplate
        ? 'cross-validated, no template on both sides'
        : 'cross-validated, random folds'
      report(name, crossValidate(sentences, others, isByTemplate))
    }
  }
  report('shipped model', measure(sentences, shippedTagger))
  reportPages()
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

/** A sentence with its marked values taken out, as it was before they were put in. */
function templateOf({ text, spans }: Sentence): string {
  let template = text
  for (const { type, start, end } of spans.toSorted((one, other) => other.start - one.start)) {
    template = `${template.slice(0, start)}<${type}>${template.slice(end)}`
  }
  return template.toLowerCase()
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu

/** A marked value is redacted when none of its tokens is left; other tokens that are gone were removed wrongly. */
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

/** The types whose values are to be taken out; places, companies, plain dates and titles are not. */
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

function report(name: string, counts: Counts): void {
  console.log(`\n${name}`)
  const share = (type: string) => (counts.redacted.get(type) ?? 0) / (counts.labelled.get(type) ?? 0)
  for (const type of [...WANTED, ...[...counts.labelled.keys()].filter((each) => !WANTED.includes(each))]) {
    if (!counts.labelled.has(type)) continue
    const note = WANTED.includes(type) ? '' : '  (not to be removed as such)'
    console.log(`  ${type.padEnd(18)} ${share(type).toFixed(3)} of ${counts.labelled.get(type)}${note}`)
  }
  const removed = [...counts.removed.values()].reduce((total, count) => total + count, 0)
  const by = [...counts.removed].map(([entity, count]) => `${entity} ${count}`).join(', ')
  console.log(
    `  over-redaction     ${((100 * removed) / counts.unlabelled).toFixed(2)} % of ${counts.unlabelled} tokens (${by})`,
  )
  if (process.env['PII_DETAILS']) {
    console.log(counts.missed.filter((line) => WANTED.includes(line.split(' ')[0]!)).join('\n'))
    console.log(counts.wronglyRemoved.join('\n'))
  }
}

/** Over the texts of the saved pages, which hold few personal data: what share of the words would go. */
function reportPages(): void {
  const folder = new URL('../../test/pages/', import.meta.url)
  const totals = new Map<string, number>()
  let words = 0
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    words += text.match(TOKEN)?.length ?? 0
    const count = (span: PiiSpan) => text.slice(span.start, span.end).match(TOKEN)?.length ?? 0
    for (const span of findPii(text, ACCURATE)) {
      totals.set(span.entity, (totals.get(span.entity) ?? 0) + count(span))
      if (process.env['PII_DETAILS'])
        console.log(name, span.kind, JSON.stringify(text.slice(span.start, span.end)))
    }
  }
  console.log('\nshare of the words of test/pages that is removed')
  for (const entity of ENTITIES)
    console.log(`  ${entity.padEnd(18)} ${((100 * (totals.get(entity) ?? 0)) / words).toFixed(2)} %`)
}

function reportSpeed(sentences: readonly Sentence[]): void {
  let text = ''
  while (text.length < 2_000_000) text += `${sentences.map((sentence) => sentence.text).join('\n')}\n`
  console.log('\nspeed, by processor time')
  for (const mode of ['accurate', 'aggressive', 'fast'] as const) {
    findPii(sentences[0]!.text, { mode, entities: ENTITIES })
    const start = process.cpuUsage()
    findPii(text, { mode, entities: ENTITIES })
    const seconds = process.cpuUsage(start).user / 1e6
    console.log(`  ${mode.padEnd(18)} ${(Buffer.byteLength(text) / 1e6 / seconds).toFixed(2)} MB/s`)
  }
}

if (import.meta.main)
  await benchPii(process.argv[2] ?? new URL('../../../shared/bench/pii', import.meta.url).pathname)
