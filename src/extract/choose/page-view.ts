import type { Element } from 'domhandler'
import { CUE_KINDS } from '../findings/cues.ts'
import type { CueKind, Finding } from '../findings/cues.ts'
import { poolOf } from '../findings/pool.ts'
import { relationsIn } from './relations.ts'
import type { RelationMatch } from './relations.ts'
import { wordsOfName } from '../../language/words.ts'
import { ancestorsOf } from '../findings/element-profile.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import type { ReadablePage } from '../page.ts'

/** The findings of a page as they are compared with fields: labels as numbers, traits on demand. */
export type PageView = ReturnType<typeof viewOf>

export function labelAt({ labelsOf }: PageView, row: number, kind: CueKind): number {
  return labelsOf[row * CUE_KINDS.length + COLUMN_OF.get(kind)!]!
}

const COLUMN_OF = new Map(CUE_KINDS.map((kind, at) => [kind, at]))

export const viewOf = memoizePerObject((page: ReadablePage) => {
  const { findings } = poolOf(page)
  const ids = new Map<string, number>()
  const idOf = (label: string): number => {
    const id = ids.get(label) ?? ids.size
    ids.set(label, id)
    return id
  }
  const kinds = CUE_KINDS.length
  /** For each finding, the index of its label of each kind, or -1. */
  const labelsOf = new Int32Array(findings.length * kinds).fill(-1)
  const texts = new Int32Array(findings.length)
  findings.forEach(({ cues, text }, row) => {
    CUE_KINDS.forEach((kind, column) => {
      if (cues[kind] !== '') labelsOf[row * kinds + column] = idOf(cues[kind])
    })
    texts[row] = idOf(text.slice(0, 80))
  })
  const labels = [...ids.keys()]
  const counts = countsOf(findings)
  const told: RelationMatch[][] = []
  const traits: Float32Array[] = []
  return {
    findings,
    labels,
    labelsOf,
    texts,
    subject: counts.subject,
    siteName: counts.siteName,
    toldBy: (label: number): readonly RelationMatch[] =>
      (told[label] ??= [...relationsIn(wordsOfName(labels[label]!))]),
    traits: (row: number) => (traits[row] ??= traitsOf(traitedIn(findings, row, counts))),
    standingAt: (row: number) => counts.standing[row]! / counts.mostStanding,
    sameText: (row: number) => counts.texts.get(findings[row]!.text.toLowerCase()) ?? 1,
  }
})

/** The headings over all pages of a site, where the page has its own below them. */
function bannerOf(findings: readonly Finding[]): Set<Finding> {
  const headings = findings.filter(({ spot, reader }) => reader === 'text' && (spot?.level ?? 0) > 0)
  const isOfPage = ({ spot, element }: Finding) => spot!.level === 1 && !isInBanner(element)
  return new Set(headings.some(isOfPage) ? headings.filter(({ element }) => isInBanner(element)) : [])
}

function isInBanner(element: Element | undefined): boolean {
  return (
    ancestorsOf(element).find(({ name }) => /^(?:main|article|section|header)$/.test(name))?.name === 'header'
  )
}

function standingOf({ spot, text, reader }: Finding, title: ReadonlySet<string>): number {
  if (!spot || (reader !== 'text' && reader !== 'line')) return 0
  if (text.length > 200 || (spot.isAside && spot.level !== 1)) return 0
  const words = wordsOfName(text)
  if (words.length === 0) return 0
  const shared = words.filter((word) => title.has(word)).length
  const mark = spot.level > 0 ? 2 - spot.level * 0.2 : spot.isMarked ? 0.4 : 0
  return Math.max(0, (shared / words.length) * Math.min(shared, 6) * 0.5 + mark - (spot.link ? 0.7 : 0))
}

function countsOf(findings: readonly Finding[]) {
  const title = findings.find(({ reader }) => reader === 'title')?.text ?? ''
  const titleWords = new Set(wordsOfName(title))
  const banner = bannerOf(findings)
  const standing = Float32Array.from(
    findings,
    (finding) => standingOf(finding, titleWords) - (banner.has(finding) ? 1.2 : 0),
  )
  const texts = new Map<string, number>()
  const paths = new Map<number, number>()
  const lines = new Map<number, number>()
  const labels = new Map<string, number>()
  /** Of each finding with a label, how many with the same stand before it. */
  const ranks = new Int32Array(findings.length)
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)
  let lastLine = 1
  let [mostStanding, subject] = [0.5, -1]
  let [mostOfTexts, subjectLine] = [0.5, 0]
  findings.forEach((finding, row) => {
    const { spot, text, reader } = finding
    if (standing[row]! > mostStanding) [mostStanding, subject] = [standing[row]!, row]
    count(texts, text.toLowerCase())
    const label = strongCue(finding)
    ranks[row] = labels.get(label) ?? 0
    if (reader === 'text') labels.set(label, ranks[row]! + 1)
    if (!spot || reader !== 'text') return
    count(paths, spot.path)
    count(lines, spot.line)
    lastLine = Math.max(lastLine, spot.line)
    if (standing[row]! > mostOfTexts) [mostOfTexts, subjectLine] = [standing[row]!, spot.line]
  })
  const siteName = siteNamesOf(findings, findings[subject]?.text, banner)
  const own = { standing, mostStanding, subject, subjectLine, siteName }
  return { ...own, texts, paths, lines, labels, ranks, lastLine, title: title.toLowerCase(), titleWords }
}

function strongCue({ cues }: Finding): string {
  return cues.inText || cues.colon || cues.row || cues.marked || cues.tile
}

const READER_ORDER =
  'text line block value part mention title meta attribute link json-ld microdata rdfa'.split(' ')
const KIND_ORDER = 'email url date time phone money number code name quote'.split(' ')

type Traited = ReturnType<typeof traitedIn>

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
  isSubject: ({ isSubject }) => Number(isSubject),
  standing: ({ standing, row, mostStanding }) => standing[row]! / mostStanding,
  isAside: ({ finding: { spot } }) => Number(spot?.isAside ?? false),
  hasRow: ({ finding: { cues } }) => Number(cues.row !== ''),
  hasColumn: ({ finding: { cues } }) => Number(cues.column !== ''),
  hasMarked: ({ finding: { cues } }) => Number(cues.marked !== ''),
  inLine: ({ finding: { spot }, lines }) => (spot ? Math.min(lines.get(spot.line) ?? 1, 10) : 0),
  labelCount: ({ label, labels }) => (label === '' ? -1 : Math.min(labels.get(label) ?? 1, 30)),
  labelRank: ({ label, ranks, row }) => (label === '' ? -1 : Math.min(ranks[row]!, 30)),
  isSiteName: ({ finding, siteName }) => siteName(finding.text),
  reader: ({ finding }) => READER_ORDER.indexOf(finding.reader),
  kind: ({ finding: { kind } }) => (kind === undefined ? -1 : KIND_ORDER.indexOf(kind)),
}

export const TRAITS: readonly string[] = Object.keys(MEASURES)
const ALL_MEASURES = Object.values(MEASURES)

function traitedIn(findings: readonly Finding[], row: number, counts: ReturnType<typeof countsOf>) {
  const finding = findings[row]!
  const own = wordsOfName(finding.text)
  return {
    ...counts,
    row,
    finding,
    words: own.length,
    /** How many of its words are in the title. */
    shared: own.filter((word) => counts.titleWords.has(word)).length,
    label: strongCue(finding),
    isSubject: finding.text === findings[counts.subject]?.text,
  }
}

function traitsOf(traited: Traited): Float32Array {
  return Float32Array.from(ALL_MEASURES, (measure) => measure(traited))
}

function share(text: string, of: RegExp): number {
  const start = text.slice(0, 100)
  return (start.match(of)?.length ?? 0) / Math.max(start.length, 1)
}

/** How surely a text is the name of the site, from 0 to 3; a longer form of it counts less. */
type SiteNames = (text: string) => number

/** `subject` is what the page is about, which is also in its title; headings over all pages of the site are its name. */
function siteNamesOf(
  findings: readonly Finding[],
  subject: string | undefined,
  banner: ReadonlySet<Finding>,
): SiteNames {
  const names = new Map<string, number>()
  const add = (text: string, sureness: number): void => {
    const name = folded(text)
    if (name.length >= 2 && name.length <= LONGEST)
      names.set(name, Math.min(MOST, (names.get(name) ?? 0) + sureness))
  }
  for (const finding of findings) {
    const sureness = banner.has(finding) ? 1 : surenessOf(finding)
    if (sureness > 0) add(finding.text, sureness)
    const isShown = finding.reader === 'text' || finding.reader === 'line'
    const owner = isShown ? COPYRIGHT.exec(finding.text)?.[1] : undefined
    if (owner !== undefined) add(owner, 1)
  }
  const parts = findings.filter(({ reader }) => reader === 'title').slice(1)
  const about = subject === undefined ? '' : folded(subject)
  const ends = parts.filter(({ text }) => folded(text) !== about)
  for (const { text } of ends) add(text, text === ends.at(-1)!.text ? 0.8 : 0.4)
  return (text) => {
    if (text.length > LONGEST) return 0
    const name = folded(text)
    const longer = [...names].filter(([known]) => known.length > 4 && name.startsWith(`${known} `))
    return longer.reduce((most, [, own]) => Math.max(most, own * 0.6), names.get(name) ?? 0)
  }
}

const LONGEST = 60
const MOST = 3
const COPYRIGHT =
  /^(?:©|\(c\)|copyright)[\s©]*(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)?\d\d)?,?\s+)?(?:by\s+)?(\p{Lu}[^|·•,;©]{1,58}?)(?:\s+(?:19|20)\d\d(?:\s?[-–]\s?\d{2,4})?)?(?:\.?$|\s*[|·•,;]|\.\s|\s[–—-]\s)/iu
const LOGO =
  /(?:^|[\s_-])(?:logo|brand|branding|masthead|wordmark|site-?(?:title|name)|header__?title|blog-?title)(?:$|[\s_-])/i
const HOME = /^(?:\/|\.\/|(?:https?:)?\/\/[^/]+\/?|(?:\.\/)?index\.\w+)$/
const FIRST_LINES = 6

function surenessOf({ spot, cues, reader, isOfMain, element }: Finding): number {
  if (reader === 'text') {
    if (spot?.link && HOME.test(spot.link.attribs['href'] ?? '')) return 1
    const isAtTop = () =>
      spot!.line < FIRST_LINES || ancestorsOf(element).some(({ name }) => name === 'header' || name === 'nav')
    return Number(LOGO.test(cues.tight) && spot !== undefined && isAtTop())
  }
  if (reader === 'attribute') return LOGO.test(cues.tight) ? 0.5 : 0
  if (reader === 'meta') return /^(?:site_name|application-name|publisher)$/.test(cues.named) ? 1 : 0
  const isName = reader === 'json-ld' && !isOfMain && cues.named === 'name'
  return Number(isName && /^(?:WebSite|Organization)$/.test(cues.section))
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .replace(
      /\s(?:gmbh|ltd|limited|llc|inc|co|corp|plc|ag|bv|ab|as|oy|sa|sas|sarl|srl|spa|sl|kg|ohg|ug|e v|aps|and sons|sons)(?:\s.{0,12})?$/u,
      '',
    )
    .trim()
}
