import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  BUCKETS,
  contextFeatures,
  createWordReader,
  MAX_CONTEXT,
  readPassage,
} from '../../src/redact/names/features.ts'
import type { Passage } from '../../src/redact/names/features.ts'
import { GIVEN_NAME, SURNAME, shippedLexicon } from '../../src/language/lexicon.ts'
import type { Lexicon } from '../../src/language/lexicon.ts'
import type { StoredWeights, Label, Weights } from '../../src/redact/names/tagger.ts'
import { LABELS, bestPath } from '../../src/redact/names/tagger.ts'
import { tokenize } from '../../src/redact/names/tokens.ts'

/** Learns the weights that come with the service from marked sentences and a folder of published corpora. */
export function trainNames(folder: string, corpora = ''): void {
  const others = [...readCorpora(corpora), ...readOwnTexts(), ...readOwnTexts()]
  const weights = learn(readSentences(folder), others)
  const file = new URL('../../src/redact/names/model.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(store(weights))}\n`)
}

/** A text and what is marked in it. */
export interface Sentence {
  text: string
  spans: { type: string; start: number; end: number }[]
}

/** What the marks of the data sets are called here. */
const LABEL_OF: Record<string, Label> = {
  PERSON: 'name',
  ORGANIZATION: 'organization',
  GPE: 'place',
  STREET_ADDRESS: 'address',
  ZIP_CODE: 'address',
}

/** A sentence as the learner sees it. */
interface TaggedSentence {
  features: Int32Array[]
  labels: Uint8Array
}

export function readSentences(folder: string): Sentence[] {
  const lines = readFileSync(join(folder, 'sentences.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Sentences of two columns, word and label, as named entity corpora are published. */
export function readCorpora(folder: string): Sentence[] {
  if (!folder) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.conll'))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n\n').map(fromColumns))
    .filter(({ text }) => text.length > 0)
}

const TYPE_OF: Record<string, string> = {
  'B-PER': 'PERSON',
  'I-PER': 'PERSON',
  ORG: 'ORGANIZATION',
  LOC: 'GPE',
}

function fromColumns(block: string): Sentence {
  const sentence: Sentence = { text: '', spans: [] }
  for (const line of block.split('\n')) {
    const [word = '', mark = 'O'] = line.split('\t')
    if (!word) continue
    const glued = sentence.text === '' || /^[.,;:!?)\]’']/u.test(word) || /[([]$/u.test(sentence.text)
    const start = sentence.text.length + (glued ? 0 : 1)
    sentence.text += (glued ? '' : ' ') + word
    const type = TYPE_OF[mark]
    const last = sentence.spans.at(-1)
    if (!type) continue
    if (mark !== 'B-PER' && last?.type === type && start - last.end <= 1) last.end = sentence.text.length
    else sentence.spans.push({ type, start, end: sentence.text.length })
  }
  return sentence
}

/** Marks written into a text as [[PERSON:Anna Schmidt]]. */
function fromMarks(marked: string): Sentence {
  const sentence: Sentence = { text: '', spans: [] }
  for (const part of marked.split(/(\[\[[A-Z_]+:[^\]]*\]\])/u)) {
    const mark = /^\[\[([A-Z_]+):([^\]]*)\]\]$/u.exec(part)
    const start = sentence.text.length
    sentence.text += mark ? mark[2]! : part
    if (mark) sentence.spans.push({ type: mark[1]!, start, end: sentence.text.length })
  }
  return sentence
}

/** Pages' texts written for this, with the names, places and companies in them marked. */
export function readOwnTexts(): Sentence[] {
  const texts = readFileSync(new URL('name-lessons.txt', import.meta.url), 'utf8').split('\n---\n')
  return texts.map((text) => fromMarks(text.trim()))
}

/** Everything that is learned from: the sentences, the same with other names, and texts of other kinds. */
export function learn(sentences: readonly Sentence[], others: readonly Sentence[], copies = 4): Weights {
  const lexicon = shippedLexicon()
  const full = createWordReader(lexicon)
  const partial = createWordReader(forgetful(lexicon))
  const random = createRandom(7)
  const rename = createRenamer(random)
  const lessons = [...sentences, ...others].map((sentence) => toTaggedSentence(sentence, full))
  for (const sentence of sentences) {
    for (let copy = 0; copy < copies; copy++) {
      const other = rename(sentence)
      lessons.push(toTaggedSentence(copy % 3 === 2 ? inLowerCase(other) : other, partial))
    }
  }
  for (const sentence of others) {
    if (sentence.spans.some(({ type }) => type === 'PERSON'))
      lessons.push(toTaggedSentence(rename(sentence), partial))
  }
  return train(lessons, random)
}

/** Knows two thirds of the names, as a lexicon knows of the names in a text. */
const forgetful =
  (lexicon: Lexicon): Lexicon =>
  (lower) => {
    let hash = 7
    for (const sign of lower) hash = (hash * 31 + sign.codePointAt(0)!) % 1_000_003
    return hash % 100 < 40 ? lexicon(lower) & ~(GIVEN_NAME | SURNAME) : lexicon(lower)
  }

function inLowerCase({ text, spans }: Sentence): Sentence {
  const lower = text.toLowerCase()
  return lower.length === text.length ? { text: lower, spans } : { text, spans }
}

/** Puts other names of the lists in place of those of a sentence, the same for the same. */
function createRenamer(random: () => number): (sentence: Sentence) => Sentence {
  const lines = readFileSync(new URL('../../src/language/names.txt', import.meta.url), 'utf8').split('\n')
  const given = lines[0]!.split(' ')
  const surnames = lines[1]!.split(' ')
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
  return ({ text, spans }) => {
    const chosen = new Map<string, string>()
    const result: Sentence = { text: '', spans: [] }
    let done = 0
    for (const span of [...spans].toSorted((a, b) => a.start - b.start)) {
      if (span.start < done) continue
      result.text += text.slice(done, span.start)
      const start = result.text.length
      const value = text.slice(span.start, span.end)
      result.text += span.type === 'PERSON' ? rename(value) : value
      result.spans.push({ type: span.type, start, end: result.text.length })
      done = span.end
    }
    result.text += text.slice(done)
    return result

    function rename(name: string): string {
      const words = name.split(' ')
      return words
        .map((word, at) => {
          if (word.replace('.', '').length < 2) return word
          const isGiven = words.length === 1 ? random() < 0.5 : at < words.length - 1
          const other = chosen.get(word) ?? pick(isGiven ? given : surnames)
          chosen.set(word, other)
          return word === word.toLowerCase() ? other : other[0]!.toUpperCase() + other.slice(1)
        })
        .join(' ')
    }
  }
}

function toTaggedSentence(
  { text, spans }: Sentence,
  read: ReturnType<typeof createWordReader>,
): TaggedSentence {
  const tokens = tokenize(text)
  const passage = readPassage(tokens, read)
  const labels = new Uint8Array(tokens.count)
  for (const { type, start, end } of spans) {
    const label = LABEL_OF[type]
    if (!label) continue
    let isFirst = true
    for (let at = 0; at < tokens.count; at++) {
      if (tokens.starts[at]! < start || tokens.ends[at]! > end) continue
      labels[at] = LABELS.indexOf(label === 'name' && !isFirst ? 'name-rest' : label)
      isFirst = false
    }
  }
  return { features: passage.words.map((_, at) => featuresOf(passage, at)), labels }
}

const SIZE = LABELS.length
const EPOCHS = 5

/** An averaged structured perceptron: where the best path is not the right one, both are moved. */
function train(lessons: readonly TaggedSentence[], random: () => number): Weights {
  const weights = new Float32Array(WEIGHT_COUNT)
  const steps = new Float32Array(SIZE * SIZE)
  const drift = new Float64Array(WEIGHT_COUNT)
  const stepDrift = new Float64Array(SIZE * SIZE)
  const order = lessons.map((_, at) => at)
  let clock = 1
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const at of order) {
      const lesson = lessons[at]!
      const guess = bestPath(scoresOf(lesson, weights), steps, lesson.labels.length)
      lesson.labels.forEach((right, word) => {
        const wrong = guess[word]!
        if (right !== wrong) {
          for (const feature of lesson.features[word]!) {
            move(feature * SIZE + right, 1)
            move(feature * SIZE + wrong, -1)
          }
        }
        if (word === 0) return
        const rightStep = lesson.labels[word - 1]! * SIZE + right
        const wrongStep = guess[word - 1]! * SIZE + wrong
        if (rightStep === wrongStep) return
        moveStep(rightStep, 1)
        moveStep(wrongStep, -1)
      })
      clock++
    }
  }
  for (let at = 0; at < weights.length; at++) weights[at]! -= drift[at]! / clock
  for (let at = 0; at < steps.length; at++) steps[at]! -= stepDrift[at]! / clock
  return { features: weights, steps, scale: 1 }

  function move(at: number, by: number) {
    weights[at]! += by
    drift[at]! += by * clock
  }
  function moveStep(at: number, by: number) {
    steps[at]! += by
    stepDrift[at]! += by * clock
  }
}

function scoresOf({ features }: TaggedSentence, weights: Float32Array): Float32Array {
  const scores = new Float32Array(features.length * SIZE)
  features.forEach((buckets, word) => {
    for (const bucket of buckets) {
      for (let label = 0; label < SIZE; label++)
        scores[word * SIZE + label]! += weights[bucket * SIZE + label]!
    }
  })
  return scores
}

/** Weights as they are stored: in bytes, small ones as nothing. */
export function store({ features, steps }: Weights): StoredWeights {
  const scale = 0.25
  const bytes = Int8Array.from(features, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  )
  const packed = brotliCompressSync(new Uint8Array(bytes.buffer), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  })
  return {
    scale,
    steps: [...steps].map((step) => Number(step.toFixed(3))),
    features: packed.toString('base64'),
  }
}

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
}

/** The same numbers on every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const WEIGHT_COUNT = BUCKETS * LABELS.length

function featuresOf(passage: Passage, at: number): Int32Array {
  const context = new Int32Array(MAX_CONTEXT)
  const count = contextFeatures(passage, at, context)
  return Int32Array.from([...passage.words[at]!.own, ...context.subarray(0, count)])
}
