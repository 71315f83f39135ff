/** The one of the given values that a text names; undefined when it names none, or several. */
export function readEnum(text: string, values: readonly unknown[]): string | number | boolean | undefined {
  const known = knownOf(values)
  const said = plain(text)
  return known.named.get(said) ?? known.joined.get(said.replaceAll(' ', '')) ?? contained(said, known)
}

type Named = string | number | boolean

interface Known {
  named: ReadonlyMap<string, Named>
  joined: ReadonlyMap<string, Named>
  /** Names of writings without spaces, which stand inside of others. */
  unspaced: readonly string[]
  mostWords: number
}

/** Lists of values are long and read many times. */
const remembered = new WeakMap<readonly unknown[], Known>()

function knownOf(values: readonly unknown[]): Known {
  const before = remembered.get(values)
  if (before) return before
  const named = new Map<string, Named>()
  const joined = new Map<string, Named>()
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const name = plain(String(value))
    const squeezed = name.replaceAll(' ', '')
    if (name === '') continue
    if (!named.has(name)) named.set(name, value)
    if (!joined.has(squeezed)) joined.set(squeezed, value)
  }
  const names = [...named.keys()]
  const mostWords = names.reduce((most, name) => Math.max(most, name.split(' ').length), 0)
  const known = { named, joined, unspaced: names.filter(isUnspaced), mostWords }
  remembered.set(values, known)
  return known
}

/** The longest of those that stand in the text as words, unless two that do not contain each other do. */
function contained(said: string, known: Known): Named | undefined {
  if (said.length > 300) return undefined
  const found = namesIn(said, known)
  const [longest] = found.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || isDenied(` ${said} `, longest)) return undefined
  return found.every((name) => longest.includes(name)) ? known.named.get(longest) : undefined
}

function namesIn(said: string, { named, unspaced, mostWords }: Known): string[] {
  const found = new Set(unspaced.filter((name) => said.includes(name)))
  const words = said.split(' ')
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + mostWords); end++) {
      const name = words.slice(start, end).join(' ')
      if (named.has(name)) found.add(name)
    }
  }
  return [...found]
}

const DENIALS = /(?:^| )(?:not?|non|never|without|nicht|kein|keine|ohne|pas|sans|sin|ohne|niet|geen|не|без) $/

function isDenied(said: string, name: string): boolean {
  const at = isUnspaced(name) ? said.indexOf(name) : said.indexOf(` ${name} `) + 1
  return DENIALS.test(said.slice(Math.max(0, at - 12), at))
}

function isUnspaced(name: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
}

/** Words in small letters, without signs but that of a fraction; `InStock`, `in_stock` and `In stock` are the same. */
function plain(text: string): string {
  return text
    .slice(0, 400)
    .replace(/^https?:\/\/schema\.org\//i, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/(?<!\d[.,]?)(\d+)[.,](\d{1,2})(?![.,]?\d)/g, '$1_$2')
    .replaceAll(/[^\p{L}\p{N}_]+|(?<!\d)_|_(?!\d)/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
