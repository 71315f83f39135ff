import type { Document } from '../../contract/document.ts'
import type { Format } from '../../contract/formats.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { LinkCandidate, Material, PageTrace, RecordLink } from '../../extract/extract.ts'
import type { Discovery } from './discovery/discovery.ts'
import type { Refusal, Tracked } from './formats/formats.ts'
import type { FormatTexts } from './formats/format-texts.ts'
import type { PageForIndex } from './indexing/indexing.ts'
import type { Signs } from './signs/signs.ts'

/** What a page gave: the fields of its document, and what the rest of the line needs to know. Plain data. */
export interface DerivedPage {
  state: 'understood'
  fields: Partial<Document>
  metadata: DocumentMetadata
  signs: Signs
  discovery?: Discovery
  leads?: LinkCandidate[]
  headings?: string[]
  records?: RecordLink[]
  /** How many pages are paid for, where that is not one. */
  pricedPages?: number
  refusal?: Refusal
  tracked?: Tracked
  trace?: PageTrace
  /** What the page can be found by, when it was wanted; entered and not remembered. */
  forIndex?: PageForIndex
  material?: Material
  /** The texts that question, query and highlights gave, until `answer` and `highlights` are final. */
  formatText?: FormatTexts
  /** What the embedded engine says about its own answers, by format; void where a model answers. */
  doubts?: Partial<Record<Format['type'], string>>
  /** Somebody who could have answered better was not there: not a result to remember. */
  isProvisional?: boolean
}
