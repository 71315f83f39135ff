import type { Candidate } from './candidates/candidate.ts'
import type { Model } from './match/model.ts'
import { traceOf } from './match/site-knowledge.ts'
import type { PageTrace, SiteKnowledge } from './match/site-knowledge.ts'
import type { ReadablePage } from './page.ts'
import { schemaFromPrompt } from './prompt/schema-from-prompt.ts'
import { fillList } from './records/fill-list.ts'
import { fillMap } from './records/fill-map.ts'
import type { Finding } from './records/finding.ts'
import type { RecordLink } from './leads/lead.ts'
import { languageOf, pageFields } from './records/page-fields.ts'
import { orPageItself } from './records/page-record.ts'
import { Scope } from './records/scope.ts'
import { recordLinksOf } from './records/record-links.ts'
import { selectorOf } from './records/selector-of.ts'
import { assemble } from './records/assemble.ts'
import { heedPrompt } from './schema/heed-prompt.ts'
import { pointerStep } from './schema/json-schema.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import { fieldsOf, listsOf } from './schema/wished-field.ts'
import { wishOf } from './schema/wish.ts'
import type { Wish } from './schema/wish.ts'
import { itemsOf } from './structured-data/structured-data.ts'

/** What is wanted of a page: data in the shape of a schema, or what a request in words asks for. */
export interface JsonWish {
  schema?: JsonSchema
  prompt?: string
}

/** Where a value comes from. */
interface Evidence {
  /** A JSON pointer into the value. */
  field: string
  url?: string
  /** Finds the element on the page. */
  selector?: string
  /** As the page shows it. */
  text: string
  source: Candidate['source'] | 'record'
  confidence: number
}

export interface Extraction {
  /** Valid against the schema, but for required fields that the page does not have. */
  value: unknown
  evidence: Evidence[]
  /** JSON pointers of what has no value. */
  missing: string[]
  missingRequired: string[]
  /** Where the records of its lists lead; found on demand. */
  records: () => RecordLink[]
  /** What the page teaches about others of its site. */
  trace: PageTrace
}

/**
 * Reads from a page what a schema asks for. Nothing is returned that does not stand there. Another model than the shipped
 * one is for those who measure models.
 */
export function extractJson(
  page: ReadablePage,
  wish: JsonWish,
  site?: SiteKnowledge,
  model?: Model,
): Extraction {
  const language = languageOf(page)
  const reading = { language, base: page.base ?? page.url }
  const scope = new Scope(page.root, itemsOf(page))
  const schema = wish.schema ?? schemaFromPrompt(wish.prompt ?? '', scope)
  const wanted = wish.schema === undefined ? wishOf(schema) : heedPrompt(wishOf(schema), wish.prompt ?? '')
  const fields = wanted.kind === 'object' ? fieldsOf(wanted) : []
  const { findings, matches } = pageFields(page, fields, { scope, reading, site, model })
  const listed = listsIn(wanted).flatMap((list) =>
    orPageItself(fillList(list, scope, reading), list, page, { scope, reading }),
  )
  const mapped = fillMap(wanted, scope, reading)
  const { value, kept, missing, missingRequired } = assemble([...findings, ...listed, ...mapped], {
    wish: wanted,
    schema,
    reading,
  })
  return {
    value,
    evidence: kept.map((finding) => asEvidence(finding, page)),
    missing,
    missingRequired,
    records: () => recordLinksOf(kept, page),
    trace: traceOf(page, matches),
  }
}

function listsIn(wish: Wish): ReturnType<typeof listsOf> {
  if (wish.kind === 'object') return listsOf(wish)
  return wish.kind === 'list' ? [{ path: [], words: wish.words, wish, required: true }] : []
}

function asEvidence({ path, text, element, source, confidence }: Finding, { url }: ReadablePage): Evidence {
  const selector = element && selectorOf(element)
  return {
    field: path.map(pointerStep).join(''),
    ...(url !== undefined && { url }),
    ...(selector !== undefined && { selector }),
    text: text.slice(0, 1000),
    source,
    confidence: Math.round(confidence * 100) / 100,
  }
}
