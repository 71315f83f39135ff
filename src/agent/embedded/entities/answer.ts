import { isFillerWord } from '../../../extract/extract.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import type { FieldEvidence, PageObservation } from '../../step.ts'
import { haveSameStem } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

const MIN_SHARE = 0.6
const MOST_PARTS = 8

export class Answer {
  readonly #parts: readonly string[]
  readonly #best: ({ text: string; share: number; url: string } | undefined)[]

  constructor(prompt: string) {
    this.#parts = questionsIn(prompt)
    this.#best = this.#parts.map(() => undefined)
  }

  learn({ text = '', url, language }: PageObservation): void {
    for (const [at, part] of this.#parts.entries()) {
      const found = bestSentence(text, part, language)
      if (found && found.share > (this.#best[at]?.share ?? 0)) this.#best[at] = { ...found, url }
    }
  }

  result(field: string): { text: string; evidence: FieldEvidence[] } | undefined {
    const sure = this.#best.flatMap((one) => (one && one.share >= MIN_SHARE ? [one] : []))
    const sentences = [...new Map(sure.map((one) => [one.text, one])).values()]
    if (sentences.length === 0) return undefined
    return {
      text: sentences.map(({ text }) => text).join(' '),
      evidence: sentences.map(({ text, url, share }) => ({
        field,
        url,
        text,
        source: 'text',
        confidence: Math.round(share * 80) / 100,
      })),
    }
  }
}

const LONGEST_TEXT = 60_000
const HEADING_WEIGHT = 0.5
const MARKS = /^\s*(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+|[*_`]{1,3}|!?\[|\]\([^)]*\)/gu

function bestSentence(
  markdown: string,
  question: string,
  language: string | undefined,
): { text: string; share: number } | undefined {
  const asked = wordsOf(question).filter(
    (word) => word.length > 2 && !isStopWord(word) && !isFillerWord(word),
  )
  const within = (words: readonly string[]) =>
    asked.filter((one) => words.some((word) => word === one || haveSameStem(word, one)))
  let best: { text: string; share: number } | undefined
  let heading: readonly string[] = []
  for (const line of markdown.slice(0, LONGEST_TEXT).split('\n')) {
    const text = line.replaceAll(MARKS, '').trim()
    if (line.startsWith('#')) heading = within(wordsOf(text))
    for (const sentence of line.startsWith('#') || line.startsWith('|') ? [] : sentencesOf(text, language)) {
      const own = within(wordsOf(sentence))
      const above = heading.filter((word) => !own.includes(word)).length
      const share = own.length === 0 ? 0 : (own.length + HEADING_WEIGHT * above) / asked.length
      if (share > (best?.share ?? 0)) best = { text: sentence.trim(), share }
    }
  }
  return best
}

function questionsIn(prompt: string): string[] {
  const parts = prompt
    .slice(0, 2000)
    .split(
      /[?;\n]|,\s*(?:and|und|et|y)\s+|\s(?:and|und|et|y)\s+(?=(?:what|when|who|where|until|how|which|was|wann|wer|wo|wie|quel|qui|quand|où|cu|qu))|(?<=\p{L})\.\s/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length > 1)
  return parts.slice(0, MOST_PARTS)
}
