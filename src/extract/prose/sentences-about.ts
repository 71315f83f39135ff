import { STOP_WORDS } from '../answers/stop-words.ts'
import { sentencesOf } from '../answers/sentences.ts'
import { FieldWords, told, wordsOf } from './mentions.ts'
import { plainLines } from './plain-lines.ts'

/** A sentence and how much of a question it speaks about, from 0 to 1. */
export interface SentenceAbout {
  text: string
  share: number
}

const MOST_SENTENCES = 600
const LEAST_SHARE = 0.5

/** The sentence of a text that says most about a question; undefined where none says enough. */
export function sentenceAbout(
  markdown: string,
  question: string,
  language?: string,
): SentenceAbout | undefined {
  const asked = new FieldWords(
    wordsOf(question)
      .filter((word) => word.length > 2 && !ASKING.has(word) && !STOP_WORDS.en.has(word))
      .join(' '),
  )
  let best: SentenceAbout | undefined
  let count = 0
  let heading = ''
  for (const { kind, text } of plainLines(markdown)) {
    if (kind === 'heading') heading = text
    for (const sentence of kind === 'heading' ? [] : sentencesOf(text, language)) {
      if (++count > MOST_SENTENCES) return best
      const own = asked.mentionedIn(told(wordsOf(sentence))).share
      const around = own > 0 ? asked.mentionedIn(told([...wordsOf(sentence), ...wordsOf(heading)])).share : 0
      const share = own + 0.5 * (around - own)
      if (share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { text: sentence.trim(), share }
    }
  }
  return best
}

const ASKING: ReadonlySet<string> = new Set(
  'what which who whom when where how why much many long until does did was were are the und was wer wann wie quel quelle qui quand comment cual quien cuando como'.split(
    ' ',
  ),
)
