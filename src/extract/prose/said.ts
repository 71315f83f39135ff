import { sentencesOf } from '../answers/sentences.ts'
import { told, wordsOf } from './mentions.ts'
import type { Told } from './mentions.ts'
import { plainLines } from './plain-lines.ts'
import { OF_TABLE, withTableLines } from './table-lines.ts'

/** A sentence with its words and what stands around it. */
export interface Said {
  text: string
  words: readonly Told[]
  /** Where each word begins and ends. */
  spans: readonly { start: number; end: number }[]
  /** The words in small letters without marks, one blank between them, and where each begins there. */
  folded: string
  offsets: readonly number[]
  /** The words of the same paragraph before it. */
  before: readonly Told[]
  /** The heading that it stands under, and all those above that. */
  heading: string
  headingWords: readonly Told[]
  aboveWords: readonly Told[]
  /** How many sentences stand between it and its heading. */
  place: number
  /** The line right before it, where that is no heading and the sentence begins its own. */
  previous: string
  previousWords: readonly Told[]
  /** Whether its paragraph ends by leading to where more is said about it. */
  isTeaser: boolean
  /** Whether it is the cell of a table, with its row and its column. */
  isCell: boolean
  language: string | undefined
}

const MOST_SENTENCES = 600
const LONGEST = 800
const MOST_PREVIOUS = 8
const MOST_BEFORE = 80
const LONGEST_QUESTION = 150

const MORE =
  /(?:^|[.!?…]\s)(?:(?:read|learn|find out|see)\s)?(?:more(?: information| info| details| about [^.]{1,40})?|details|mehr(?: erfahren| dazu| lesen| informationen)?|weiterlesen|weitere informationen|en savoir plus|lire la suite|plus d['’]infos?|más información|leer más|saber más|ver más|maggiori informazioni|scopri di più|leggi tutto|lees meer|meer informatie)\s*[→»>›….]*$/iu

/** The sentences of a text, each with what it stands under. */
export function saidIn(markdown: string, language: string | undefined): Said[] {
  const sentences: Said[] = []
  const above: string[] = []
  let heading = ''
  let headingWords: readonly Told[] = []
  let aboveWords: readonly Told[] = []
  let place = 0
  let previous = ''
  let previousWords: readonly Told[] = []
  for (const { kind, level, text: written } of plainLines(withTableLines(markdown))) {
    const isCell = written.startsWith(OF_TABLE)
    const text = isCell ? written.slice(1) : written
    // A question heads what answers it, whatever it is written as.
    const isQuestion = kind !== 'heading' && text.endsWith('?') && text.length <= LONGEST_QUESTION
    if (kind === 'heading' || isQuestion) {
      if (!isQuestion) above.splice(level - 1, Number.POSITIVE_INFINITY, text)
      heading = text
      headingWords = told(wordsOf(text))
      aboveWords = told(wordsOf(above.filter((one) => one !== undefined).join(' ')))
      place = 0
      previous = ''
      previousWords = []
      continue
    }
    const before: Told[] = []
    for (const sentence of isCell ? [text] : sentencesOf(text, language)) {
      if (sentences.length >= MOST_SENTENCES) return sentences
      const parts = partsOf(sentence.trim())
      sentences.push({
        ...parts,
        before: before.slice(-MOST_BEFORE),
        heading,
        headingWords,
        aboveWords,
        place: place++,
        previous: before.length === 0 ? previous : '',
        previousWords,
        isTeaser: MORE.test(text),
        isCell,
        language,
      })
      before.push(...parts.words)
    }
    if (isCell) continue
    previous = text
    previousWords = before.slice(0, MOST_PREVIOUS)
  }
  return sentences
}

function partsOf(text: string): Pick<Said, 'text' | 'words' | 'spans' | 'folded' | 'offsets'> {
  const matches = [...text.slice(0, LONGEST).matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
  const spelled = matches.map(([word]) => wordsOf(word).join(''))
  const offsets: number[] = []
  let folded = ''
  for (const word of spelled) {
    offsets.push(folded.length)
    folded += `${word} `
  }
  return {
    text,
    words: told(spelled),
    spans: matches.map(({ index, 0: word }) => ({ start: index, end: index + word.length })),
    folded: folded.trimEnd(),
    offsets,
  }
}
