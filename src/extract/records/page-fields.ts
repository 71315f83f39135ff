import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { Candidate } from '../candidates/candidate.ts'
import { matchFields } from '../match/match-fields.ts'
import type { Field, FieldMatch } from '../match/match-fields.ts'
import type { Model } from '../match/model.ts'
import type { SiteKnowledge } from '../match/site-knowledge.ts'
import type { ReadablePage } from '../page.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Reading } from '../values/read-scalar.ts'
import { assign, SURE_ENOUGH, valueAt } from './assign.ts'
import type { Assignment } from './assign.ts'
import { readCell } from './read-cell.ts'
import type { PlacedCell } from './cells.ts'
import { addCurrencies } from './currencies.ts'
import type { Finding } from './finding.ts'
import { isAside, isSupporting, itemSheet } from './item-sheets.ts'
import { extraCandidates } from './extra-candidates.ts'
import type { Scope } from './scope.ts'
import type { Column, Sheet } from './sheet.ts'
import { textOf } from './text-of.ts'

/** What a page has for single values, and what the matcher saw. */
export interface PageFields {
  findings: Finding[]
  matches: ReadonlyMap<string, FieldMatch>
}

interface Way {
  scope: Scope
  reading: Reading
  site: SiteKnowledge | undefined
  model: Model | undefined
}

/**
 * Fills single values of a page: from what it describes for machines, from what it names itself, and for the rest from
 * what the matcher has learned to recognise.
 */
export function pageFields(
  page: ReadablePage,
  fields: readonly WishedField[],
  { scope, reading, site, model }: Way,
): PageFields {
  const found = new Map<WishedField, Finding>()
  const main = mainItem(page, scope.items, fields, reading)
  if (main) take(itemSheet([main], []), fields, { found, reading })
  for (const [field, finding] of found) found.set(field, asShown(field, finding, scope))
  const named = new Map<WishedField, Finding>()
  take(
    pageSheet(page, scope),
    fields.filter((field) => !found.has(field)),
    { found: named, reading },
  )
  const rest = fields.filter((field) => !found.has(field))
  const matches = matchFields(page, rest.slice(0, MOST_MATCHED).map(asMatcherField), {
    ...(site && { site }),
    model,
    extra: extraCandidates(scope.items),
  })
  const title = titleOf(page)
  for (const field of rest) {
    const learned = matched(field, matches.get(nameOf(field)), reading)
    const finding = chosen(field, named.get(field), learned, title)
    if (finding) found.set(field, finding)
  }
  return { findings: addCurrencies([...found.values()], fields, reading), matches }
}

/** Each field is held against every text and every other field; who asks for more gets what is named for the rest. */
const MOST_MATCHED = 60

/**
 * What was learnt knows pages better than names do. A name alone counts where it is a label of the value, or where the
 * title is wanted; that an element is called like a field says little.
 */
function chosen(
  field: WishedField,
  named: Finding | undefined,
  learned: Finding | undefined,
  title: string,
): Finding | undefined {
  const isTitle = named?.source === 'heading' && named.confidence >= SURE_TITLE && field.naming.isTitle()
  const isOutdone =
    isTitle &&
    !(learned && isSaidOf(title, learned.text) && !isSaidOf(title, named.text)) &&
    (!TITLES.has(learned?.source) || isLesserHeading(learned, named))
  if (learned?.source === 'heading' && named?.source === 'pair' && named.confidence >= SURE_TITLE)
    return named
  const isOwnSummary = named?.source === 'meta' && field.naming.isJust('description')
  if (learned && !isOutdone && !(isOwnSummary && learned.confidence < SURE_OF_SUMMARY)) return learned
  if (!named || (named.source === 'text' && field.wish.type === 'string')) return undefined
  return named.source === 'heading' && !field.naming.isTitle() ? undefined : named
}

function titleOf({ landmarks }: ReadablePage): string {
  const title = landmarks.find(({ name }) => name === 'title')
  return title ? textOf(title, 300).toLowerCase() : ''
}

/** Whether the title of a page names this among other things; all pages of a site may have its name alone as theirs. */
function isSaidOf(title: string, text: string): boolean {
  return text.length > 2 && text.length < title.length && title.includes(text.toLowerCase())
}

/** The name of a site often stands in a heading too, but seldom in the first one of its page. */
function isLesserHeading(learned: Finding | undefined, named: Finding): boolean {
  return learned?.source === 'heading' && isInMainHeading(named.element) && !isInMainHeading(learned.element)
}

/** A first heading that leads elsewhere is the name of the site. */
function isInMainHeading(element: Element | undefined): boolean {
  let isInside = false
  for (let at: ParentNode | undefined | null = element; at && isTag(at); at = at.parent) {
    if (at.name === 'a') return false
    isInside ||= at.name === 'h1'
  }
  return isInside
}

/** How sure the matcher must be of another summary than the one that the page gives of itself. */
const SURE_OF_SUMMARY = 0.9
/** How surely a heading must be the title for nothing but another title to be preferred to it. */
const SURE_TITLE = 0.85
const TITLES: ReadonlySet<Finding['source'] | undefined> = new Set([
  'heading',
  'title',
  'microdata',
  'json-ld',
  'rdfa',
])

/** A text that is wanted as it is shown is not the one that is there for machines beside it. */
function asShown(field: WishedField, finding: Finding, scope: Scope): Finding {
  const { wish } = field
  if (
    finding.source === 'json-ld' ||
    wish.type !== 'string' ||
    wish.format !== undefined ||
    wish.enum !== undefined
  )
    return finding
  const cell = scope.cells().find(({ machine, text }) => machine === finding.text && text !== machine)
  return cell ? { ...finding, value: cell.text, text: cell.text, element: cell.element } : finding
}

interface Taking {
  found: Map<WishedField, Finding>
  reading: Reading
}

function take(sheet: Sheet, fields: readonly WishedField[], { found, reading }: Taking): void {
  for (const [field, assignment] of assign(sheet, fields, reading)) {
    const read = valueAt(field, assignment, 0, reading)
    if (!read || isAmbiguous(read.column, assignment)) continue
    const { value, cell, column } = read
    if (isOtherLine(field, column.labels[0]?.text)) continue
    const confidence = Math.min(1, assignment.score)
    found.set(field, {
      path: field.path,
      value,
      text: cell.text,
      element: cell.element,
      source: column.source,
      confidence,
    })
  }
}

/** A name that several things of a page have tells which only where it is a label of its own. */
function isAmbiguous({ source }: Column, { rivals, score }: Assignment): boolean {
  return source === 'text' && rivals > 0 && score < 0.99
}

const MOST_TRIED = 40

/** The item that the page is about: the one that has most of what is wanted. */
function mainItem(
  { landmarks }: ReadablePage,
  items: readonly Item[],
  fields: readonly WishedField[],
  reading: Reading,
): Item | undefined {
  const headings = landmarks
    .filter(({ name }) => name === 'h1' || name === 'title')
    .slice(0, 4)
    .map((element) => textOf(element, 300).toLowerCase())
  let best: Item | undefined
  let most = 0
  for (const item of candidatesAmong(items).slice(0, MOST_TRIED)) {
    const assigned = [...assign(itemSheet([item], []), fields, reading).values()]
    const sum = assigned.reduce((total, { score }) => total + score, 0)
    const isNamed = headings.some((heading) => isAbout(item, heading))
    if (isSupporting(item) && !isNamed && assigned.length * 2 < fields.length) continue
    const total = sum + (isNamed ? 1 : 0)
    if (sum > 0 && total > most) [best, most] = [item, total]
  }
  return best
}

function candidatesAmong(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    const inner = ['mainEntity', 'about', 'itemReviewed'].flatMap((name) => item.properties.get(name) ?? [])
    const things = inner.filter((value) => typeof value === 'object')
    return isAside(item) ? things : [item, ...things]
  })
}

function isAbout({ properties }: Item, heading: string): boolean {
  const [name] = properties.get('name') ?? properties.get('headline') ?? properties.get('title') ?? []
  if (typeof name !== 'string' || name.length < 3) return false
  return (
    heading.includes(name.toLowerCase().trim()) ||
    (heading.length > 3 && name.toLowerCase().includes(heading))
  )
}

/** The page itself as one record: everything it names, each of its own, and what it says in its head. */
function pageSheet(page: ReadablePage, scope: Scope): Sheet {
  const counts = new Map<string, number>()
  const columns = scope.cells().map((cell): Column => {
    const nth = (counts.get(cell.key) ?? 0) + 1
    counts.set(cell.key, nth)
    return {
      ...cell,
      key: nth === 1 ? cell.key : `${cell.key} ${nth}`,
      source: sourceOf(cell),
      cells: [cell],
      repeats: 1,
    }
  })
  return {
    titles: [],
    columns: [...columns, ...headColumns(page)],
    records: [undefined],
    count: 1,
    isPage: true,
  }
}

function sourceOf({ key, isHeading }: PlacedCell): Column['source'] {
  if (key.startsWith('label:')) return 'pair'
  if (key.includes('@')) return 'attribute'
  return isHeading ? 'heading' : 'text'
}

function headColumns({ landmarks }: ReadablePage): Column[] {
  return landmarks.slice(0, 200).flatMap((element) => {
    if (element.name === 'link') return linkColumn(element)
    if (element.name !== 'meta') return []
    const name = element.attribs['property'] ?? element.attribs['name'] ?? element.attribs['itemprop'] ?? ''
    const text = element.attribs['content']?.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (name === '' || text === '' || TECHNICAL.test(name)) return []
    const labels = [
      {
        text: name === 'date' ? 'date published' : name.replace(PREFIX, ''),
        weight: /^(?:og|article|product|book|profile):/.test(name) ? 0.9 : 0.8,
      },
    ]
    const kind = /image(?::url|:src)?$/.test(name) ? 'image' : name.endsWith('url') ? 'link' : 'text'
    return [headColumn(`meta ${name}`, { text, labels, kind, element })]
  })
}

const TECHNICAL =
  /^(?:viewport|robots|googlebot|generator|theme-color|referrer|format-detection|msapplication|verif|csrf|google-|fb:|twitter:(?:card|site|creator)|og:(?:type|site_name|locale|image:|title$)|apple-)/i
const PREFIX = /^(?:og|article|product|book|profile|twitter|dc|dcterms|dc\.terms|citation|video|music)[:._]/i

function linkColumn(element: Element): Column[] {
  const { rel, href } = element.attribs
  if (!href || rel !== 'canonical') return []
  return [
    headColumn('canonical', {
      text: href,
      labels: [{ text: 'canonical url', weight: 0.8 }],
      kind: 'link',
      element,
    }),
  ]
}

function headColumn(
  key: string,
  { text, labels, kind, element }: Pick<Column, 'labels' | 'kind'> & { text: string; element: Element },
): Column {
  return {
    key,
    labels,
    kind,
    isHeading: false,
    isLink: false,
    isAside: false,
    source: 'meta',
    cells: [{ text, element }],
    repeats: 1,
  }
}

function nameOf({ path }: WishedField): string {
  return path.join('/')
}

/** The matcher knows fields by their names alone; two of the same name in different objects are told apart by their path. */
function asMatcherField(field: WishedField): Field {
  const { wish, words, path } = field
  return {
    name: path.length > 1 ? nameOf(field) : field.name,
    ...(words !== '' && { words }),
    type: wish.type,
    ...(wish.format !== undefined && { format: wish.format }),
    ...(wish.enum !== undefined && { enum: wish.enum }),
    ...(path.length > 1 && { parents: path.slice(0, -1) }),
  }
}

function matched(field: WishedField, match: FieldMatch | undefined, reading: Reading): Finding | undefined {
  if (!match || match.confidence < SURE_ENOUGH || !isTrusted(field, match)) return undefined
  const { candidate, confidence } = match
  const { element, source } = candidate
  const text = withoutLabel(field, candidate)
  const value = readCell({ text, element }, field, reading)
  if (value === undefined) return undefined
  return { path: field.path, value, text, element, source, confidence }
}

/**
 * `Publisher: Knopf` is Knopf for who asks for the publisher; a title with a colon in it is all of it. A number or a day is
 * never more than itself, whatever its label says.
 */
function withoutLabel({ naming }: WishedField, { text, bare, source }: Candidate): string {
  if (bare === undefined || !text.endsWith(bare) || HEADINGS.has(source)) return text
  const label = text.slice(0, -bare.length).replace(/[\s:=]+$/, '')
  const isExact =
    naming.means('phone', 'fax', 'email', 'price', 'date') && /\d|@/.test(bare) && !/\d/.test(label)
  return label === '' || isExact || naming.likenessTo(label) >= SUPPORTING_LIKENESS ? bare : text
}

/** A price that no longer holds, or that others ask. */
const OLD_PRICE = /^(?:uvp|rrp|msrp|was|statt|list price)\b/i
/** How far the words before a colon must go along with a field to be its label. */
const SUPPORTING_LIKENESS = 0.4

/** How sure the matcher must be where nothing on the page is named like the field. */
const SURE_WITHOUT_NAME = 0.75
/** The same for what the page is about, where its name is not asked for. */
const SURE_OF_HEADING = 0.95
const HEADINGS: ReadonlySet<Candidate['source']> = new Set(['heading', 'title'])

/** A price that no longer holds is none. What nothing on the page calls like the field must be surer than the rest. */
function isTrusted(field: WishedField, { candidate, confidence }: FieldMatch): boolean {
  const { naming } = field
  const { source, text, labels } = candidate
  if ((naming.means('price') && OLD_PRICE.test(text)) || isOtherLine(field, labels[0])) return false
  if (HEADINGS.has(source)) {
    return naming.isTitle() || naming.isSomeName() || confidence >= SURE_OF_HEADING
  }
  const isNamed = labels.some((label) => naming.likenessTo(label) >= SUPPORTING_LIKENESS)
  return isNamed || confidence >= SURE_WITHOUT_NAME
}

/** Whether this is the number of a fax and not of a phone, or the other way round: they look alike and mean nearly the same. */
function isOtherLine({ naming }: WishedField, label = ''): boolean {
  return naming.means('phone', 'fax') && naming.means('fax') !== /fax/i.test(label)
}

/** The language that a page says it is in. */
export function languageOf({ landmarks }: ReadablePage): string | undefined {
  const html = landmarks.find(({ name }) => name === 'html')
  const said = html?.attribs['lang'] ?? html?.attribs['xml:lang']
  if (said) return said.trim().slice(0, 20)
  const meta = landmarks.find(
    ({ name, attribs }) => name === 'meta' && /^content-language$/i.test(attribs['http-equiv'] ?? ''),
  )
  return meta?.attribs['content']?.trim().slice(0, 20)
}
