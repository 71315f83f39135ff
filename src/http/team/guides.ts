import { readdirSync, readFileSync } from 'node:fs'
import { helpFor } from '../../fault-help.ts'

/** The guides of this checkout, from which questions are answered. */
export interface Guides {
  /** The meaning and the remedy of an error code. */
  adviceOn(code: string): string | undefined
  /** The sections that match a question, best first; empty without a match. */
  find(question: string): Section[]
}

interface Section {
  guide: string
  heading: string
  text: string
}

/** Reads the guides on the first question: most services never get one. */
export function openGuides(folder = new URL('../../../docs/', import.meta.url)): Guides {
  let index: Index | undefined
  const opened = () =>
    (index ??= buildIndex(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter(
          (name) => name.endsWith('.md') && !/(?:^|\/)README\.md$|^(?:decisions|reference)\//.test(name),
        )
        .flatMap((name) => sectionsIn(folder, name)),
    ))
  return {
    adviceOn: helpFor,
    find(question) {
      const scores = new Map<Section, number>()
      for (const word of new Set(wordsOf(question.slice(0, MAX_QUESTION_CHARS))))
        for (const [section, weight] of opened().get(word) ?? [])
          scores.set(section, (scores.get(section) ?? 0) + weight)
      return [...scores]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, MAX_SECTIONS)
        .map(([section]) => section)
    },
  }
}

const MAX_SECTIONS = 3

/** Longer questions are cut off; the rest rarely adds new words. */
const MAX_QUESTION_CHARS = 10_000

/** The weight of each word in each section that has it. */
type Index = ReadonlyMap<string, ReadonlyMap<Section, number>>

interface IndexedSection {
  section: Section
  words: ReadonlyMap<string, number>
  headingWords: ReadonlySet<string>
  length: number
}

/** Splits a guide at its headings; text before the first one belongs to its title. */
function sectionsIn(folder: URL, guide: string): IndexedSection[] {
  const markdown = readFileSync(new URL(guide, folder), 'utf8').replaceAll(TEST_COMMENTS, '')
  const parts = markdown.split(/^(?=#{1,3} )/m)
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
        section: { guide, heading, text },
        words,
        headingWords: new Set(wordsOf(`${title} ${heading}`)),
        length: list.length,
      },
    ]
  })
}

/** Comments above code blocks, which direct the test that runs them. */
const TEST_COMMENTS = /^<!-- (?:save|expect|syntax only).*-->\n/gm

/** Okapi BM25 with its usual weights; a word in a heading counts twice. */
function buildIndex(all: readonly IndexedSection[]): Index {
  const average = all.reduce((sum, one) => sum + one.length, 0) / all.length
  const index = new Map<string, Map<Section, number>>()
  for (const { section, words, headingWords, length } of all)
    for (const [word, count] of words) {
      const weight = (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))
      const having = index.get(word) ?? new Map<Section, number>()
      index.set(word, having.set(section, weight * (headingWords.has(word) ? 2 : 1)))
    }
  for (const having of index.values()) {
    const rarity = Math.log(1 + (all.length - having.size + 0.5) / (having.size + 0.5))
    for (const [section, weight] of having) having.set(section, weight * rarity)
  }
  return index
}

const STOP_WORDS = new Set(
  'a an and are be can could did do does for from have how i if in is it me my not of on or our please should that the there this to was we what when where which why will with you your'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s)$/, '') : word))
}
