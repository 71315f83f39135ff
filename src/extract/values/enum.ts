import { isPlain } from '../../language/fold.ts'

/** The one of the given values that a text names; undefined when it names none, or several. */
export function readEnum(text: string, values: readonly unknown[]): string | number | boolean | undefined {
  const known = knownOf(values)
  const written = text.trim()
  const exact = known.written.get(written) ?? known.lower.get(written.toLowerCase())
  if (exact !== undefined) return exact
  const said = plain(text)
  return known.named.get(said) ?? known.joined.get(said.replaceAll(' ', '')) ?? contained(said, known)
}

type Named = string | number | boolean

interface Known {
  /** By how they are written; signs tell some apart: `C`, `C++` and `C#`. */
  written: ReadonlyMap<string, Named>
  lower: ReadonlyMap<string, Named>
  /** By their words; undefined for those of several. */
  named: ReadonlyMap<string, Named | undefined>
  joined: ReadonlyMap<string, Named | undefined>
  /** Names of writings without spaces, which stand inside of others. */
  unspaced: readonly string[]
  /** How many words names have. */
  lengths: ReadonlySet<number>
}

/** Lists of values are long and read many times. */
const remembered = new WeakMap<readonly unknown[], Known>()

function knownOf(values: readonly unknown[]): Known {
  const before = remembered.get(values)
  if (before) return before
  const written = new Map<string, Named>()
  const lower = new Map<string, Named>()
  const named = new Map<string, Named | undefined>()
  const joined = new Map<string, Named | undefined>()
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const text = String(value).trim()
    const name = plain(text)
    if (text === '') continue
    if (!written.has(text)) written.set(text, value)
    if (lower.has(text.toLowerCase())) continue
    lower.set(text.toLowerCase(), value)
    if (name === '') continue
    const squeezed = name.replaceAll(' ', '')
    named.set(name, named.has(name) ? undefined : value)
    joined.set(squeezed, joined.has(squeezed) ? undefined : value)
  }
  const names = [...named.keys()]
  const lengths = new Set(names.map((name) => name.split(' ').length))
  const known = { written, lower, named, joined, unspaced: names.filter(isUnspaced), lengths }
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

function namesIn(said: string, { named, unspaced, lengths }: Known): string[] {
  const found = new Set(unspaced.filter((name) => said.includes(name)))
  const words = said.split(' ')
  for (const length of lengths) {
    for (let end = length; end <= words.length; end++) {
      const name = words.slice(end - length, end).join(' ')
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
  const start = text.slice(0, 400).replace(/^https?:\/\/schema\.org\//i, '')
  const isPlainText = isPlain(start)
  const small = isPlainText
    ? start.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
    : start
        .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .toLowerCase()
  return small
    .replaceAll(/(?<!\d[.,]?)(\d+)[.,](\d{1,2})(?![.,]?\d)/g, '$1_$2')
    .replaceAll(isPlainText ? /[^a-z0-9_]+|(?<!\d)_|_(?!\d)/g : /[^\p{L}\p{N}_]+|(?<!\d)_|_(?!\d)/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
