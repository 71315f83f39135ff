import type { Naming } from '../schema/naming.ts'
import type { Expected } from './expected.ts'
import { told, wordsOf } from './mentions.ts'
import type { Said } from './said.ts'

/** What stands behind a label that is like a field, and how like it is. */
export interface Labelled {
  value: string
  like: number
}

const LABEL = /(?:^|[.;·|,]\s+|\s[-–—]\s)(\p{L}[\p{L}\p{M}\p{N} ()'’&/.-]{1,40}?)\s?:\s+/gu
const LABEL_LIKENESS = 0.8

/** The values of a sentence that a label calls like the field: `Publisher: …`. */
export function labelledIn({ text }: Said, naming: Naming, { topic, kind }: Expected): Labelled[] {
  const labels = [...text.matchAll(LABEL)]
  return labels.flatMap((match, nth) => {
    const words = told(wordsOf(match[1]!))
    const within = topic.within(words)
    const isMeant = within.length > 0 && within.every(Boolean) && words.length <= within.length + 1
    const like = Math.max(naming.likenessTo(match[1]!), isMeant ? 0.9 : 0)
    // A number that has a name of its own is not just any: `Press: 555 01`.
    const isNamed = (kind === 'phone' || kind === 'email') && within.length > 0 && !within.every(Boolean)
    if (like < LABEL_LIKENESS || isNamed) return []
    const start = match.index + match[0].length
    return [
      { value: text.slice(start, labels[nth + 1]?.index ?? text.length).replace(/[\s.;,·|]+$/, ''), like },
    ]
  })
}
