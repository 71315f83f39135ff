import { sentenceAbout } from '../../../extract/extract.ts'
import type { FieldEvidence, SeenPage } from '../../step.ts'

const LEAST_SHARE = 0.6
const MOST_PARTS = 8

/** Answers a request in words with what the pages say, part by part. */
export class Answer {
  readonly #parts: readonly string[]
  readonly #best: ({ text: string; share: number; url: string } | undefined)[]

  constructor(prompt: string) {
    this.#parts = partsOf(prompt)
    this.#best = this.#parts.map(() => undefined)
  }

  learn({ text = '', url, language }: SeenPage): void {
    for (const [at, part] of this.#parts.entries()) {
      const found = sentenceAbout(text, part, language)
      if (found && found.share > (this.#best[at]?.share ?? 0)) this.#best[at] = { ...found, url }
    }
  }

  /** The sentences that answer it; nothing where none says enough. */
  given(field: string): { text: string; evidence: FieldEvidence[] } | undefined {
    const sure = this.#best.flatMap((one) => (one && one.share >= LEAST_SHARE ? [one] : []))
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

/** What a request asks for, one after the other. */
function partsOf(prompt: string): string[] {
  const parts = prompt
    .slice(0, 2000)
    .split(
      /[?;\n]|,\s*(?:and|und|et|y)\s+|\s(?:and|und|et|y)\s+(?=(?:what|when|who|where|until|how|which|was|wann|wer|wo|wie|quel|qui|quand|où|cu|qu))|(?<=\p{L})\.\s/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length > 1)
  return parts.slice(0, MOST_PARTS)
}
