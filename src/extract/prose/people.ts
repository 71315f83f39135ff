import { classOf } from '../match/word-vectors.ts'
import { meaningsOf } from '../schema/synonyms.ts'
import type { FieldWords } from './mentions.ts'
import { namesIn } from './names-in.ts'

const BEFORE_NAME =
  /(?:(?<!\p{L})(?:by|von|par|por|da|door|is|ist|est|es|are|sind|sont|and|und|et|y|e|durch)|[:,&])(?:\s+(?:the|der|die|dem|le|la|el|our|its)?\s?\p{Ll}*)?\s*$/u

/** People as a sentence brings them in: `by the printer Josiah Bellweather`, `Dr. Ahlers is`. */
export function peopleIn(text: string): { text: string; at: number }[] {
  const names = namesIn(text)
  const brought = names.filter(({ at }) => at === 0 || BEFORE_NAME.test(text.slice(Math.max(0, at - 30), at)))
  const said = names.filter(({ end }) => /^\s*(?:,|is\b|ist\b|est\b|es\b)/u.test(text.slice(end, end + 8)))
  return (brought.length > 0 ? brought : said).map(({ name, at }) => ({ text: name, at }))
}

const PEOPLE =
  'founder grunder fondateur fundador director directeur direktor direction leiter chef ceo owner inhaber author autor auteur geschaftsfuhrer editor maintainer manager president prasident contact ansprechpartner artist speaker organizer chairman curator principal head leader'.split(
    ' ',
  )

/** Whether the field is somebody. */
export function isPerson({ telling, words }: FieldWords): boolean {
  const last = telling.at(-1)
  if (!last || [...words].some((word) => ['year', 'date', 'count', 'address', 'company'].includes(word)))
    return false
  return telling.some(
    ({ word, meanings }) =>
      PEOPLE.some((one) => word === one || word === `${one}s`) ||
      ['ceo', 'author', 'director', 'founder', 'owner'].some(
        (one) => meanings.has(one) || meaningsOf(word).includes(one),
      ) ||
      classOf(word, 'person') > 0.5 ||
      classOf(word.replace(/s$/, ''), 'person') > 0.5,
  )
}
