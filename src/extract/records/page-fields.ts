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
import { SURE_ENOUGH } from './assign.ts'
import { folded, otherNames } from './other-names.ts'
import { isParticularDay } from './particular-day.ts'
import { isSomebody } from './plausible.ts'
import { readCell } from './read-cell.ts'
import { addCurrencies } from './currencies.ts'
import type { Finding } from './finding.ts'
import { isOtherLine, namedOnPage } from './page-sheet.ts'
import { extraCandidates } from './extra-candidates.ts'
import type { Scope } from './scope.ts'
import { textOf } from './text-of.ts'
import { lineUnderName } from './under-title.ts'

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
  const { described: found, named } = namedOnPage(page, fields, { scope, reading })
  const rest = fields.filter((field) => !found.has(field))
  const matches = matchFields(page, rest.slice(0, MOST_MATCHED).map(asMatcherField), {
    ...(site && { site }),
    model,
    extra: extraCandidates(scope.items),
  })
  const title = titleOf(page)
  const others = otherNames(page, scope.items)
  for (const field of rest) {
    if (named.get(field)?.source !== 'pair' && isDeclined(field, scope, reading)) continue
    const learned = matched(field, matches.get(nameOf(field)), reading)
    const finding = chosen(field, named.get(field), learned, title)
    const isLoose = finding === undefined || finding.source === 'heading' || finding.source === 'title'
    const line = isLoose ? ofPerson(field, page) : undefined
    if (line) found.set(field, line)
    else if (finding && !(isSomebody(field) && others.has(folded(finding.text)))) found.set(field, finding)
  }
  return { findings: addCurrencies([...found.values()], fields, reading), matches }
}

/** What somebody is stands under the name that the page has as its heading. */
function ofPerson(field: WishedField, page: ReadablePage): Finding | undefined {
  const { naming, wish, path } = field
  if (wish.type !== 'string' || wish.format !== undefined || wish.enum !== undefined) return undefined
  const line = naming.means('position') ? lineUnderName(page) : undefined
  return line && { path, value: line.text, ...line, source: 'text', confidence: UNDER_NAME }
}

const UNDER_NAME = 0.7

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
  const isExact =
    (named?.source === 'pair' && named.confidence >= SURE_LABEL && field.naming.isSpecific()) ||
    (named?.source === 'text' && named.confidence >= SURE_NAME_OF_PART && field.naming.isSpecific())
  if (isExact && !SAID_TO_MACHINES.has(learned?.source)) return named
  const isOwnSummary = named?.source === 'meta' && field.naming.isJust('description')
  if (learned && !isOutdone && !(isOwnSummary && learned.confidence < SURE_OF_SUMMARY)) return learned
  if (!named || (named.source === 'text' && field.wish.type === 'string')) return undefined
  const isOfOther = named.source === 'heading' && named.confidence < SURE_NAME_OF_PART
  return isOfOther && !field.naming.isTitle() ? undefined : named
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

/** How surely an element is called just like a field, so that this is no chance. */
const SURE_NAME_OF_PART = 0.88
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
  if (isToPress(element) || isNumberInProse(field, candidate)) return undefined
  const text = withoutLabel(field, candidate)
  const value = readCell({ text, element }, field, reading)
  if (value === undefined) return undefined
  return { path: field.path, value, text, element, source, confidence }
}

/** Whether a text is there to be pressed and not to be read. */
function isToPress(element: Element | undefined): boolean {
  for (
    let at: ParentNode | undefined | null = element, up = 0;
    at && isTag(at) && up < 3;
    at = at.parent, up++
  )
    if (at.name === 'button' || at.attribs['role'] === 'button' || at.attribs['type'] === 'submit')
      return true
  return false
}

/** Of numbers within sentences the matcher does not know what they count. */
function isNumberInProse({ naming, wish }: WishedField, { source, text, labels }: Candidate): boolean {
  const isNumber = wish.type === 'number' || wish.type === 'integer'
  if (!isNumber || source !== 'text' || text.length < LONGEST_REFUSAL || !/\p{L}[.!?](?:\s|$)/u.test(text))
    return false
  return labels.every((label) => naming.likenessTo(label) < SUPPORTING_LIKENESS)
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
  const { naming, wish } = field
  const { source, text, labels } = candidate
  if (naming.isOwnerIn(labels[0] ?? '')) return false
  if ((naming.means('price') && OLD_PRICE.test(text)) || isOtherLine(field, labels[0])) return false
  if (HEADINGS.has(source)) {
    return naming.isTitle() || naming.isSomeName() || confidence >= SURE_OF_HEADING
  }
  const isNamed = labels.some((label) => naming.likenessTo(label) >= SUPPORTING_LIKENESS)
  if (isNamed) return true
  return confidence >= SURE_WITHOUT_NAME && !(wish.type === 'string' && isParticularDay(naming))
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
