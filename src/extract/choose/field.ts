import { conceptsOf, relationsOfName } from './relations.ts'
import { Naming } from '../schema/naming.ts'
import type { FlatField } from '../schema/schema-field.ts'
import { dimensionsInWords, unitInWords } from '../../language/units.ts'
import type { MentionKind } from '../findings/mentions.ts'
import { ORGANIZATIONS, LOOKS, wantedLooks } from './looks.ts'
import { fieldWords } from './similarity.ts'
import type { Field } from './similarity.ts'
import { wordsOfName } from '../../language/words.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
type FieldType = 'text' | 'number' | 'boolean' | 'choice' | 'date' | 'url' | 'email'

/** A field as it is looked for. */
export type Wanted = ReturnType<typeof wantedOf>

const PERSON = LOOKS.findIndex(({ name }) => name === 'person')
const YEAR_LOOK = LOOKS.findIndex(({ name }) => name === 'year')
const ORGANIZATION = LOOKS.findIndex(({ name }) => name === 'organization')

export function wantedOf(field: Field) {
  const words = fieldWords(field)
  const looks = wantedLooks(field, words)
  const naming = new Naming(field)
  const type = typeOf(field)
  const named = wordsOfName(ownName(field))
  const isOwner =
    type === 'text' &&
    ORGANIZATIONS.test((TITLED.test(named.at(-1) ?? '') ? named.at(-2) : named.at(-1)) ?? '')
  if (isOwner) looks[ORGANIZATION] = Math.max(looks[ORGANIZATION]!, 0.8)
  const said = wordsOfName(field.words ?? '')
  const wantsYear =
    type === 'number' &&
    (YEAR.test(named.at(-1) ?? '') || naming.means('founded')) &&
    !named.includes('count')
  return {
    field,
    type,
    words,
    named,
    naming,
    looks,
    kinds: kindsOf(type, naming, looks, named),
    dimensions: type === 'number' || type === 'text' ? dimensionsInWords(named) : [],
    unit:
      type === 'number' && !wantsYear
        ? (unitInWords(beforeRate(named)) ?? unitInWords(beforeRate(said)))
        : undefined,
    wantsYear,
    mayBeYear: wantsYear || looks[YEAR_LOOK]! >= 0.8 || HAPPENED.test(named.at(-1) ?? ''),
    side: sideOf(named, said),
    wantsOld: named.some((word) => OLD.test(word)),
    isFax: naming.endsIn('fax') && !naming.endsIn('phone'),
    /** Whether its values have digits whatever they are. */
    isNumbered:
      type === 'text' &&
      (named.at(-1) === 'year' ||
        naming.endsIn('isbn', 'phone', 'fax', 'sku', 'postcode', 'version') ||
        named.some((word) => NUMBERED.test(word))),
    isStock: type === 'boolean' && naming.means('stock'),
    wantsCurrency: type === 'text' && naming.endsIn('currency'),
    titled: titledBy(named),
    isName: Math.max(words.nearest('name'), words.nearest('title'), words.nearest('product') * 0.8),
    isOwner,
    isAgent: Math.max(looks[PERSON]!, looks[ORGANIZATION]!),
    said: conceptPatterns([...named, ...said.slice(0, 6)]),
    asked: relationsOfName(words.words),
    /** What tells it apart, without words such as `is` or `available`. */
    telling: informativeWords(named, said),
    around:
      field.parents && field.parents.length > 0
        ? fieldWords({ name: field.parents.join(' '), type: 'string' })
        : undefined,
  }
}

export function toField({ path, words, schemaField }: FlatField, around: readonly string[] = []): Field {
  const name = path.join('/')
  const parents = [...around, ...path.slice(0, -1)]
  return {
    name,
    words,
    type: schemaField.type,
    ...(schemaField.format !== undefined && { format: schemaField.format }),
    ...(schemaField.enum && { enum: schemaField.enum }),
    ...(parents.length > 0 && { parents }),
  }
}

const TITLED = /^(?:name|title|headline|heading|subject|topic|titel|nom|nombre|nome|naam|namn)$/
const ENTITY =
  /^(?:product|item|article|dish|recipe|position|job|role|vacancy|opening|event|lecture|talk|concert|exhibition|book|film|movie|album|plant|species|hotel|guesthouse|hostel|restaurant|property|listing|course|class|package|library|project|repository|repo|tender|contract|notice|dataset|vehicle|car|model|thread|post|page|documentation|app|software|tool|game|place|town|village|building|museum|person|player|company|organisation|organization|business|shop|clinic|practice|school|university|service|plan|trip|route|tour|ride|film|show|play|report|study|press|release|song|band|ship|device|sensor|machine|full|official|display|common|main)$/

/** How a field is called a name: 0 not at all, 1 of the thing that a page is about, 2 of something else, 3 by the thing's own word. */
function titledBy(named: readonly string[]): 0 | 1 | 2 | 3 {
  const last = named.at(-1) ?? ''
  if (TITLED.test(last)) return named.slice(0, -1).every((word) => ENTITY.test(word)) ? 1 : 2
  return named.length > 0 && named.length < 3 && named.every((word) => ENTITY.test(word)) ? 3 : 0
}

/** `hoursPerWeek` are hours. */
function beforeRate(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^(?:per|pro|par|por|each|every)$/.test(word))
  return at < 1 ? words : words.slice(0, at)
}

const NUMBERED = /^(?:gtin|ean|upc|vin|iban|asin|issn|doi|orcid)$/
const HAPPENED = /(?:ed|built|born|since|in|made|begun|won|vintage|edition|season)$/
const YEAR = /^(?:year|jahr|founded|established|année|año|anno|ano)$/
const LOW =
  /^(?:min|minimum|lowest|low|lower|from|start|starts|begin|begins|opens|opening|open|departure|valid_from|since)$/
/** `opening hours` are both ends. */
const TIMES = /^(?:hours|times)$/
const HIGH = /^(?:max|maximum|highest|high|upper|to|end|ends|until|closes|closing|close|latest|till)$/
const OLD = /^(?:original|old|previous|regular|list|rrp|msrp|was|before|former|retail|undiscounted|strike)$/

/** Which end of a range the field is: -1 the lower, 1 the upper, 0 neither. */
function sideOf(named: readonly string[], said: readonly string[]): -1 | 0 | 1 {
  for (const words of [named, said]) {
    if (words.some((word) => TIMES.test(word))) return 0
    if (words.some((word) => LOW.test(word))) return -1
    if (words.some((word) => HIGH.test(word))) return 1
  }
  return 0
}

function ownName({ name }: Field): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function typeOf({ name, type, format, enum: values }: Field): FieldType {
  if (type === 'boolean') return 'boolean'
  if (values && values.length > 0) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  if (format === 'date' || format === 'date-time') return 'date'
  if (format === 'email' || format === 'idn-email') return 'email'
  if (format !== undefined && URL_FORMATS.has(format)) return 'url'
  if (format === undefined && URLS.test(wordsOfName(name.slice(name.lastIndexOf('/') + 1)).at(-1) ?? ''))
    return 'url'
  return 'text'
}

const URLS =
  /^(?:url|uri|href|link|image|photo|picture|thumbnail|logo|avatar|website|homepage|webpage|permalink)$/
const URL_FORMATS: ReadonlySet<string> = new Set(['uri', 'url', 'uri-reference', 'iri'])

function kindsOf(
  type: FieldType,
  naming: Naming,
  looks: Float32Array,
  named: readonly string[],
): Set<MentionKind> {
  const kinds = new Set<MentionKind>()
  const wants = (name: string) => looks[LOOKS.findIndex((look) => look.name === name)]! > 0.75
  if (type === 'email' || naming.endsIn('email')) return kinds.add('email')
  if (naming.endsIn('phone', 'fax') || (naming.means('phone') && type === 'text')) return kinds.add('phone')
  if (type === 'url') return kinds.add('url')
  if (type === 'date') return kinds.add('date')
  if (type === 'number') {
    kinds.add('number')
    if (wants('money')) kinds.add('money')
    return kinds
  }
  if (type !== 'text') return kinds
  if (named.some((word) => HOURS.test(word))) return kinds
  if (naming.endsIn('date')) kinds.add('date')
  if (naming.endsIn('time', 'start', 'end')) kinds.add('time')
  if (wants('money')) kinds.add('money')
  if (naming.endsIn('currency')) kinds.add('money')
  if (
    naming.means('sku', 'isbn', 'version', 'reference') ||
    wants('code') ||
    named.some((word) => CODE.test(word))
  )
    kinds.add('code').add('number')
  if (named.some((word) => PATH.test(word))) kinds.add('url').add('code')
  if (
    wants('person') ||
    wants('organization') ||
    wants('place') ||
    naming.means('name', 'city', 'country', 'brand', 'manufacturer', 'location', 'company')
  )
    kinds.add('name')
  if (wants('measure') || wants('duration')) kinds.add('number')
  return kinds
}

const HOURS = /^(?:hours|times|opening|schedule|timetable|availability)$/
const CODE =
  /^(?:code|number|no|nr|id|sku|ean|isbn|version|release|reference|ref|serial|registration|vat|postcode|postal|zip|plz|model|key|scope|method|command)$/
const PATH = /^(?:path|endpoint|route|file|folder|directory|command|location|url)$/

function conceptPatterns(words: readonly string[]): RegExp[] {
  const found = new Set<RegExp>()
  words.forEach((word, at) => {
    for (const name of [word, `${word}-${words[at + 1] ?? ''}`])
      for (const said of conceptsOf(name)) found.add(said)
  })
  return [...found].slice(0, 6)
}

function informativeWords(named: readonly string[], said: readonly string[]): string[] {
  const own = named.filter((word) => !STATEMENT_WORDS.has(word))
  return own.length > 0 ? own : said.filter((word) => !STATEMENT_WORDS.has(word)).slice(0, 4)
}

const STATEMENT_WORDS = sets('statement-words')
