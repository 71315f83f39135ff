import { readdirSync, readFileSync } from 'node:fs'

/** The guides of this checkout, as what questions are answered from. */
export interface Guides {
  /** What the guide to errors says about a code. */
  adviceOn(code: string): string | undefined
  /** The sections that a question is most about, best first; none when no word of it is in any. */
  find(question: string): Section[]
}

interface Section {
  /** File name and heading. */
  guide: string
  heading: string
  text: string
}

/** Reads the guides when they are first asked for: most services never are. */
export function openGuides(folder = new URL('../../docs/', import.meta.url)): Guides {
  let sections: Indexed[] | undefined
  let advice: Map<string, string> | undefined
  const all = () =>
    (sections ??= readdirSync(folder)
      .filter(isGuide)
      .flatMap((name) => sectionsIn(folder, name)))
  return {
    adviceOn(code) {
      advice ??= new Map(
        [
          ...readFileSync(new URL('errors.md', folder), 'utf8').matchAll(/^\| `(\w+)` \| \d+ \| (.+) \|$/gm),
        ].map(([, name, says]) => [name!, plain(says!)]),
      )
      return advice.get(code)
    },
    find(question) {
      const asked = new Set(wordsOf(question))
      const known = all()
      const scored = known.map((section) => ({ section, score: scoreOf(section, asked, known) }))
      return scored
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST_SECTIONS)
        .map(({ section: { guide, heading, text } }) => ({ guide, heading, text }))
    },
  }
}

const MOST_SECTIONS = 3

interface Indexed extends Section {
  words: ReadonlyMap<string, number>
  headingWords: ReadonlySet<string>
  length: number
}

function isGuide(name: string): boolean {
  return name.endsWith('.md') && name !== 'README.md'
}

/** A guide cut at its headings; what stands before the first one belongs to its title. */
function sectionsIn(folder: URL, guide: string): Indexed[] {
  const parts = readFileSync(new URL(guide, folder), 'utf8').split(/^(?=#{1,3} )/m)
  const title = /^# (.+)$/m.exec(parts[0] ?? '')?.[1] ?? guide
  return parts.flatMap((part) => {
    const [first = '', ...rest] = part.split('\n')
    const heading = first.replace(/^#+ /, '').trim()
    const text = rest.join('\n').trim()
    if (text === '') return []
    const list = wordsOf(`${title} ${heading} ${text}`)
    const words = new Map<string, number>()
    for (const word of list) words.set(word, (words.get(word) ?? 0) + 1)
    return [
      {
        guide,
        heading,
        text,
        words,
        headingWords: new Set(wordsOf(`${title} ${heading}`)),
        length: list.length,
      },
    ]
  })
}

/** Okapi BM25 with its usual weights; a word of a heading counts twice as much. */
function scoreOf(
  { words, headingWords, length }: Indexed,
  asked: ReadonlySet<string>,
  all: readonly Indexed[],
): number {
  const average = all.reduce((sum, one) => sum + one.length, 0) / all.length
  let score = 0
  for (const word of asked) {
    const count = words.get(word) ?? 0
    if (count === 0) continue
    const having = all.filter((one) => one.words.has(word)).length
    const rarity = Math.log(1 + (all.length - having + 0.5) / (having + 0.5))
    const weight = (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))
    score += rarity * weight * (headingWords.has(word) ? 2 : 1)
  }
  return score
}

const COMMON = new Set(
  'a an and are be can could did do does for from have how i if in is it me my not of on or our please should that the there this to was we what when where which why will with you your'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s)$/, '') : word))
}

/** Markdown links as their words. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
}
