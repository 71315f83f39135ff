import { fold } from '../answers/fold.ts'
import { compoundParts, meaningsOf, withPhrases } from '../schema/synonyms.ts'

/** Words that name a field but are not said with its value. */
const SILENT: ReadonlySet<string> = new Set(
  'the a an of for in to and name full number nummer numero text value info data current total main official required needed latest newest recommended der die das le la les de du el los all'.split(
    ' ',
  ),
)
/** Words whose value is a year or a date itself. */
const DATED: ReadonlySet<string> = new Set(
  'year jahr annee ano anno date datum fecha day tag jour'.split(' '),
)

const ENDINGS =
  /(?:erinnen|erin|ateurs?|atrices?|eurs?|euses?|rices?|ations?|tions?|ions?|ings?|ungen|ung|ments?|ers?|ors?|ed|ees?|es|et|en|ado|ada|adora|ador|ados|s|e|t)$/

/** What a word and others of its family have in common: `founder`, `founded` and `founding`. */
function rootOf(word: string): string {
  const bare = /^ge\p{L}{5,}t$/u.test(word) ? word.slice(2) : word
  const root = bare.replace(ENDINGS, '')
  return root.length >= 4 ? root : bare
}

interface Told {
  word: string
  root: string
  meanings: ReadonlySet<string>
}

/** The words of a field by which a sentence about it is known. */
export class FieldWords {
  readonly telling: readonly Told[]
  /** Whether its value is a year or a date, by its name. */
  readonly isDated: boolean
  readonly words: ReadonlySet<string>

  constructor(name: string) {
    const words = wordsOf(name)
    this.words = new Set(words)
    this.isDated = words.some((word) => DATED.has(word))
    this.telling = told(words.filter((word) => !SILENT.has(word) && !DATED.has(word)))
  }

  /** How much of it some words say, from 0 to 1, and at which places. */
  mentionedIn(words: readonly Told[]): { share: number; places: number[] } {
    const places: number[] = []
    let found = 0
    for (const { word, root, meanings } of this.telling) {
      const here = words.flatMap((other, at) => {
        if (other.word === word || isOneFamily(root, other.root)) return [at]
        const isMeant = [...other.meanings].some((one) => meanings.has(one) || isOneFamily(root, rootOf(one)))
        return isMeant || [...meanings].some((one) => isOneFamily(other.root, rootOf(one))) ? [at] : []
      })
      if (here.length === 0) continue
      found++
      places.push(...here)
    }
    return { share: this.telling.length === 0 ? 0 : found / this.telling.length, places }
  }
}

function isOneFamily(one: string, other: string): boolean {
  if (one.length < 4 || other.length < 4) return false
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 5 && long.startsWith(short) && long.length <= short.length + 2
}

export function wordsOf(text: string): string[] {
  const parted = text.slice(0, 800).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return fold(parted).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Words with what is known about them; expressions of several count at each of their words. */
export function told(words: readonly string[]): Told[] {
  return words.map((word, at) => {
    const phrase = withPhrases(words.slice(at, at + 3))[0]
    const before = at > 0 ? withPhrases(words.slice(at - 1, at + 2))[0] : undefined
    const phrases = [phrase, before].filter((one) => one?.includes('-'))
    const parts = compoundParts(word)
    const meanings = [word, ...phrases, ...(parts.length > 1 ? parts.slice(-1) : [])].flatMap((one) =>
      meaningsOf(one!),
    )
    return { word, root: rootOf(word), meanings: new Set(meanings) }
  })
}
