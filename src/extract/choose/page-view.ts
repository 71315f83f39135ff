import type { Element } from 'domhandler'
import { CUE_KINDS } from '../findings/cues.ts'
import type { Finding } from '../findings/finding.ts'
import { poolOf } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import { labelKeys } from '../schema/naming.ts'
import { withPhrases } from '../schema/synonyms.ts'
import { factsOf } from './finding-facts.ts'
import type { FindingFacts } from './finding-facts.ts'
import { SiteNames } from './site-names.ts'
import { toldBy } from './relations.ts'
import type { Told } from './relations.ts'
import { weightOf } from './word-vectors.ts'
import { wordsOfName } from '../../language/words.ts'
import { around } from '../findings/inside.ts'

/** A label or a text as the numbers of its words. */
export interface Label {
  text: string
  words: Int32Array
}

/** The findings of a page as they are compared with fields: labels and words as numbers, looks and traits on demand. */
export class PageView {
  readonly findings: readonly Finding[]
  readonly labels: Label[] = []
  /** The words of the page, and how much each says. */
  readonly vocabulary: string[] = []
  readonly weights: number[] = []
  /** For each finding the number of its label of each kind, -1 where it has none. */
  readonly labelsOf: Int32Array
  /** For each finding the number of its text among the labels. */
  readonly texts: Int32Array
  readonly standing: Float32Array
  readonly subject: number
  readonly siteNames: SiteNames
  readonly #labelIds = new Map<string, number>()
  readonly #wordIds = new Map<string, number>()
  /** By what the labels that were asked for can be found. */
  readonly keys: string[] = []
  readonly #keyIds = new Map<string, number>()
  readonly #keysOf: (readonly number[] | undefined)[] = []
  readonly #told: (readonly Told[] | undefined)[] = []
  readonly #counts: PageCounts
  readonly #traits: (Float32Array | undefined)[]

  constructor(findings: readonly Finding[]) {
    this.findings = findings
    const kinds = CUE_KINDS.length
    this.labelsOf = new Int32Array(findings.length * kinds).fill(-1)
    this.texts = new Int32Array(findings.length)
    findings.forEach(({ cues, text }, row) => {
      // Findings of one text share most of their labels.
      const before = findings[row - 1]?.cues
      CUE_KINDS.forEach((kind, column) => {
        const label = cues[kind]
        if (label === '') return
        const at = row * kinds + column
        this.labelsOf[at] = label === before?.[kind] ? this.labelsOf[at - kinds]! : this.#labelId(label)
      })
      this.texts[row] = this.#labelId(text.slice(0, 80))
    })
    const title = findings.find(({ reader }) => reader === 'title')?.text ?? ''
    const titleWords = new Set(wordsOfName(title))
    const banner = bannerOf(findings)
    const standing = findings.map(
      (finding) => standingOf(finding, titleWords) - (banner.has(finding) ? 1.2 : 0),
    )
    this.standing = Float32Array.from(standing)
    let most = 0.5
    let subject = -1
    this.standing.forEach((value, row) => {
      if (value > most) [most, subject] = [value, row]
    })
    this.subject = subject
    this.siteNames = new SiteNames(findings, findings[subject]?.text, banner)
    this.#counts = countsOf(findings, {
      standing,
      title,
      titleWords,
      mostStanding: most,
      siteNames: this.siteNames,
    })
    this.#traits = Array.from({ length: findings.length })
  }

  #labelId(text: string): number {
    let id = this.#labelIds.get(text)
    if (id === undefined) {
      const words = withPhrases(withoutDoubles(wordsOfName(text)))
      id = this.labels.length
      this.labels.push({ text, words: Int32Array.from(words, (word) => this.#wordId(word)) })
      this.#labelIds.set(text, id)
    }
    return id
  }

  #wordId(word: string): number {
    let id = this.#wordIds.get(word)
    if (id === undefined) {
      id = this.vocabulary.length
      this.vocabulary.push(word)
      this.weights.push(weightOf(word))
      this.#wordIds.set(word, id)
    }
    return id
  }

  /** By what a label can be found, as numbers of `keys`. */
  keysOf(label: number): readonly number[] {
    return (this.#keysOf[label] ??= Array.from(labelKeys(this.labels[label]!.text), (key) =>
      this.#keyId(key),
    ))
  }

  #keyId(key: string): number {
    let id = this.#keyIds.get(key)
    if (id === undefined) {
      id = this.keys.push(key) - 1
      this.#keyIds.set(key, id)
    }
    return id
  }

  /** What the words of a label may speak of. */
  toldBy(label: number): readonly Told[] {
    return (this.#told[label] ??= toldBy(wordsOfName(this.labels[label]!.text)))
  }

  facts(row: number): FindingFacts {
    return factsOf(this.findings[row]!)
  }

  /** What is known about a finding whatever is asked for. */
  traits(row: number): Float32Array {
    return (this.#traits[row] ??= traitsOf(this, row, this.#counts))
  }

  standingAt(row: number): number {
    return this.standing[row]! / this.#counts.mostStanding
  }

  /** How many other findings say the same. */
  sameText(row: number): number {
    return this.#counts.texts.get(this.findings[row]!.text.toLowerCase()) ?? 1
  }
}

const views = new WeakMap<object, PageView>()

export function viewOf(page: ReadablePage): PageView {
  const pool = poolOf(page)
  let view = views.get(pool)
  if (!view) views.set(pool, (view = new PageView(pool.findings)))
  return view
}

/** The headings over all pages of a site, where the page has its own below them. */
function bannerOf(findings: readonly Finding[]): Set<Finding> {
  const headings = findings.filter(({ spot, reader }) => reader === 'text' && (spot?.level ?? 0) > 0)
  const isOfPage = ({ spot, element }: Finding) => spot!.level === 1 && !isInBanner(element)
  return new Set(headings.some(isOfPage) ? headings.filter(({ element }) => isInBanner(element)) : [])
}

function isInBanner(element: Element | undefined): boolean {
  return around(element).find(({ name }) => /^(?:main|article|section|header)$/.test(name))?.name === 'header'
}

function withoutDoubles(words: readonly string[]): readonly string[] {
  return words.length < 2 ? words : [...new Set(words)]
}

/** How much a text may be what the page is about: it stands out, and the title repeats it. */
function standingOf({ spot, text, reader }: Finding, title: ReadonlySet<string>): number {
  if (!spot || (reader !== 'text' && reader !== 'line')) return 0
  if (text.length > 200 || (spot.isAside && spot.level !== 1)) return 0
  const words = wordsOfName(text)
  if (words.length === 0) return 0
  const shared = words.filter((word) => title.has(word)).length
  const mark = spot.level > 0 ? 2 - spot.level * 0.2 : spot.isMarked ? 0.4 : 0
  return Math.max(0, (shared / words.length) * Math.min(shared, 6) * 0.5 + mark - (spot.link ? 0.7 : 0))
}

interface PageCounts {
  texts: ReadonlyMap<string, number>
  paths: ReadonlyMap<number, number>
  lines: ReadonlyMap<number, number>
  labels: ReadonlyMap<string, number>
  /** Of each finding with a label, how many with the same stand before it. */
  ranks: Int32Array
  lastLine: number
  subjectLine: number
  siteNames: SiteNames
  title: string
  titleWords: ReadonlySet<string>
  mostStanding: number
}

interface Known extends Pick<PageCounts, 'title' | 'titleWords' | 'mostStanding' | 'siteNames'> {
  standing: readonly number[]
}

function countsOf(
  findings: readonly Finding[],
  { standing: standingAt, title, titleWords, mostStanding, siteNames }: Known,
): PageCounts {
  const texts = new Map<string, number>()
  const paths = new Map<number, number>()
  const lines = new Map<number, number>()
  const labels = new Map<string, number>()
  const ranks = new Int32Array(findings.length)
  let lastLine = 1
  let subjectLine = 0
  let most = 0.5
  findings.forEach((finding, row) => {
    const { spot, text, reader } = finding
    const folded = text.toLowerCase()
    texts.set(folded, (texts.get(folded) ?? 0) + 1)
    const label = strongCue(finding)
    ranks[row] = labels.get(label) ?? 0
    if (reader === 'text') labels.set(label, ranks[row]! + 1)
    if (!spot || reader !== 'text') return
    paths.set(spot.path, (paths.get(spot.path) ?? 0) + 1)
    lines.set(spot.line, (lines.get(spot.line) ?? 0) + 1)
    lastLine = Math.max(lastLine, spot.line)
    const standing = standingAt[row]!
    if (standing > most) [most, subjectLine] = [standing, spot.line]
  })
  return {
    siteNames,
    texts,
    paths,
    lines,
    labels,
    ranks,
    lastLine,
    subjectLine,
    title: title.toLowerCase(),
    titleWords,
    mostStanding,
  }
}

/** The label that most certainly is one. */
function strongCue({ cues }: Finding): string {
  return cues.inText || cues.colon || cues.row || cues.marked || cues.tile
}

const READER_ORDER =
  'text line block value part mention title meta attribute link json-ld microdata rdfa'.split(' ')
const KIND_ORDER = 'email url date time phone money number code name quote'.split(' ')

/** A finding with what the page has of the like. */
interface Traited extends PageCounts {
  row: number
  finding: Finding
  /** How many words it has, and how many of them are in the title. */
  words: number
  shared: number
  /** The label that most certainly is one. */
  label: string
  subject: Finding | undefined
  standing: number
}

/** What is measured of a finding whatever is asked for, in the order in which the model has it. */
const MEASURES: Readonly<Record<string, (of: Traited) => number>> = {
  chars: ({ finding }) => Math.min(finding.text.length, 300),
  words: ({ words }) => words,
  digits: ({ finding }) => share(finding.text, /\p{N}/gu),
  capitals: ({ finding }) => share(finding.text, /\p{Lu}/gu),
  startsLow: ({ finding }) => Number(/^\p{Ll}/u.test(finding.text)),
  hasLetters: ({ finding }) => Number(/\p{L}/u.test(finding.text)),
  isMarked: ({ finding: { spot } }) => Number(spot?.isMarked ?? false),
  level: ({ finding: { spot } }) => (spot ? (spot.level === 0 ? 7 : spot.level) : 8),
  isInLink: ({ finding: { spot } }) => Number(spot?.link !== undefined),
  depth: ({ finding: { spot } }) => spot?.depth ?? 0,
  position: ({ finding: { spot }, lastLine }) => (spot ? spot.line / lastLine : -1),
  sameText: ({ finding, texts }) => Math.min(texts.get(finding.text.toLowerCase()) ?? 1, 20),
  samePath: ({ finding: { spot }, paths }) => (spot ? Math.min(paths.get(spot.path) ?? 1, 50) : 0),
  inTitle: ({ words, shared }) => (words > 0 ? shared / words : 0),
  ofTitle: ({ titleWords, shared }) => (titleWords.size > 0 ? shared / titleWords.size : 0),
  titleStarts: ({ finding: { text }, title }) =>
    Number(text.length > 2 && title.startsWith(text.toLowerCase())),
  fromSubject: ({ finding: { spot }, subjectLine }) =>
    spot ? Math.min(Math.max(spot.line - subjectLine, -60), 300) : -100,
  isSubject: ({ finding, subject }) => Number(subject !== undefined && finding.text === subject.text),
  standing: ({ standing, mostStanding }) => standing / mostStanding,
  isAside: ({ finding: { spot } }) => Number(spot?.isAside ?? false),
  hasRow: ({ finding: { cues } }) => Number(cues.row !== ''),
  hasColumn: ({ finding: { cues } }) => Number(cues.column !== ''),
  hasMarked: ({ finding: { cues } }) => Number(cues.marked !== ''),
  inLine: ({ finding: { spot }, lines }) => (spot ? Math.min(lines.get(spot.line) ?? 1, 10) : 0),
  labelCount: ({ label, labels }) => (label === '' ? -1 : Math.min(labels.get(label) ?? 1, 30)),
  labelRank: ({ label, ranks, row }) => (label === '' ? -1 : Math.min(ranks[row]!, 30)),
  isSiteName: ({ finding, siteNames }) => siteNames.of(finding.text),
  reader: ({ finding }) => READER_ORDER.indexOf(finding.reader),
  kind: ({ finding: { kind } }) => (kind === undefined ? -1 : KIND_ORDER.indexOf(kind)),
}

/** The names of the traits, in their order. */
export const TRAITS: readonly string[] = Object.keys(MEASURES)
const ALL_MEASURES = Object.values(MEASURES)

function traitsOf(view: PageView, row: number, counts: PageCounts): Float32Array {
  const finding = view.findings[row]!
  const own = wordsOfName(finding.text)
  const traited: Traited = {
    ...counts,
    row,
    finding,
    words: own.length,
    shared: own.filter((word) => counts.titleWords.has(word)).length,
    label: strongCue(finding),
    subject: view.findings[view.subject],
    standing: view.standing[row]!,
  }
  return Float32Array.from(ALL_MEASURES, (measure) => measure(traited))
}

function share(text: string, of: RegExp): number {
  const start = text.slice(0, 100)
  return (start.match(of)?.length ?? 0) / Math.max(start.length, 1)
}
