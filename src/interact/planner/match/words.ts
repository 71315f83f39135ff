import same from './same-words.json' with { type: 'json' }

/** The same names are compared again with every step; this many results are kept. */
const MOST_KEPT = 5000

function memoize<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const made = known.get(text) ?? make(text)
    if (known.size >= MOST_KEPT) known.clear()
    known.set(text, made)
    return made
  }
}

/** Words that websites and people use for the same thing: the word on the left stands for all of its line. */
const CANONICAL_WORDS = new Map(
  Object.entries(same).flatMap(([word, others]) => others.split('|').map((other) => [other, word])),
)
const OTHERS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...CANONICAL_WORDS.keys()].join('|').replaceAll(' ', '[ -]')})(?![\\p{L}\\p{N}])`,
  'gu',
)

export const normalize = memoize((text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(OTHERS, (said) => CANONICAL_WORDS.get(said.replaceAll('-', ' ')) ?? said),
)

export const wordsOf = memoize(
  (text): readonly string[] => normalize(text).match(/[\p{L}\p{N}]+(?:['.][\p{L}\p{N}]+)*/gu) ?? [],
)

export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !FUNCTION_WORDS.has(word))
}

export function stemsOf(...texts: readonly string[]): string[] {
  return texts.flatMap(contentWords).map(stemOf)
}

export const stemOf = memoize((said) => {
  const word = said.replace(/'s?$/, '')
  if (/\d/.test(word)) return word
  return word.replace(/(?<=.{3})ies$/, 'y').replace(/(?<=.{3})(?:ings?|ed|es?|(?<!s)s)$/, '')
})

const FUNCTION_WORDS = new Set(
  'a an the of to in on at for and or with my your our its this that is are be by from as into it'.split(' '),
)

/** Words that make a name another one: `No newsletter`, `Extra large`. */
const DISTINGUISHING_WORDS = new Set("no not don't non without never extra super".split(' '))

/** From 0 to 1, less for more words than said, much less for only some. A quotation must be there word for word. */
export function similarity(said: string, text: string, quoted = false): number {
  if (text === '' || said === '') return 0
  const [wanted, there] = [normalize(said), normalize(text)]
  if (wanted === there) return said.trim() === text.trim() ? 1 : 0.99
  const [wantedWords, thereWords] = [wordsOf(said), wordsOf(text)]
  const at = ` ${thereWords.join(' ')} `.indexOf(` ${wantedWords.join(' ')} `)
  if (at === 0 && thereWords.length === wantedWords.length) return 0.97
  const other = thereWords.some((word) => DISTINGUISHING_WORDS.has(word) && !wantedWords.includes(word))
    ? 0.5
    : 1
  if (at >= 0 && wantedWords.length > 0)
    return other * (0.55 + 0.4 * (wantedWords.length / thereWords.length) + (at === 0 ? 0.02 : 0))
  if (quoted) return there.includes(wanted) ? 0.4 + 0.3 * (wanted.length / there.length) : 0
  return other * overlap(wantedWords, thereWords)
}

/** By the stems of the words that tell something: most of those said must be there. */
function overlap(wanted: readonly string[], there: readonly string[]): number {
  const isSignificant = (word: string) => !FUNCTION_WORDS.has(word)
  const said = (wanted.some(isSignificant) ? wanted.filter(isSignificant) : wanted).map(stemOf)
  const stems = new Set(there.map(stemOf))
  const found = said.filter((stem) => stems.has(stem)).length
  if (found === 0) return 0
  const share = found / said.length
  const fit = Math.min(1, found / (there.filter(isSignificant).length || there.length))
  return share === 1 ? 0.5 + 0.42 * fit : share * share * (0.35 + 0.25 * fit)
}

/** Letters and digits alone: two elements side by side may have no space between them. */
export function compact(text: string): string {
  return normalize(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

export function toNumber(written: string): number {
  const text = written.replace('−', '-').replace(/[.,]+$/, '')
  return Number(
    /,\d{1,2}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''),
  )
}
