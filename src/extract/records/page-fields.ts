import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { Candidate } from '../candidates/candidate.ts'
import { matchFields } from '../match/match-fields.ts'
import type { Field, FieldMatch } from '../match/match-fields.ts'
import type { Model } from '../match/model.ts'
import type { SiteKnowledge } from '../match/site-knowledge.ts'
import type { ReadablePage } from '../page.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Reading } from '../values/read-scalar.ts'
import { assign, SURE_ENOUGH, valueAt } from './assign.ts'
import type { Assignment } from './assign.ts'
import { readCell } from './read-cell.ts'
import type { PlacedCell } from './cells.ts'
import { addCurrencies } from './currencies.ts'
import type { Finding } from './finding.ts'
import { headColumns } from './head-columns.ts'
import { itemSheet } from './item-sheets.ts'
import { mainItem } from './main-item.ts'
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
    if (named.get(field)?.source !== 'pair' && isDeclined(field, scope, reading)) continue
    const learned = matched(field, matches.get(nameOf(field)), reading)
    const finding = chosen(field, named.get(field), learned, title)
    if (finding) found.set(field, finding)
  }
  return { findings: addCurrencies([...found.values()], fields, reading), matches }
}

/** Whether the page has a label of just the field's name, and says there that it has no value: `Price: on request`. */
function isDeclined(field: WishedField, scope: Scope, reading: Reading): boolean {
  if (field.wish.type === 'boolean' || field.wish.type === 'any') return false
  const values = [...scope.labels().alike(field.naming, SURE_NAME)]
    .map(([at]) => scope.cells()[at]!)
    .filter(({ key, kind, isAside }) => key.startsWith('label:') && kind === 'text' && !isAside)
  const [only] = values
  if (!only || values.some(({ text }) => text !== only.text)) return false
  return only.text.length <= LONGEST_REFUSAL && readCell(only, field, reading) === undefined
}

const SURE_NAME = 0.95
const LONGEST_REFUSAL = 40

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
  const isExact = named?.source === 'pair' && named.confidence >= SURE_LABEL && field.naming.isSpecific()
  if (isExact && !SAID_TO_MACHINES.has(learned?.source)) return named
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
/** How surely a label must be that of a field of several words for nothing to be preferred to its value. */
const SURE_LABEL = 0.94
const SAID_TO_MACHINES: ReadonlySet<Finding['source'] | undefined> = new Set(['json-ld', 'microdata', 'rdfa'])
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
    const isOneOfMany = column.source === 'pair' && assignment.rivals > 0
    const confidence = Math.min(isOneOfMany ? 0.9 : 1, assignment.score)
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
  if (naming.isOwnerIn(labels[0] ?? '')) return false
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
