import type { Document } from '../../contract/document.ts'
import type { Format } from '../../contract/formats.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { LinkCandidate, Material, PageTrace, RecordLink } from '../../extract/extract.ts'
import type { Discovery } from './discovery/discovery.ts'
import type { Refusal, Tracked } from './formats/formats.ts'
import type { FormatTexts } from './formats/format-texts.ts'
import type { PageForIndex } from './indexing/indexing.ts'
import type { Signs } from './signs/signs.ts'

/** The result of a page: the fields of its document, and values for the later stages. Plain data. */
export interface DerivedPage {
  state: 'understood'
  fields: Partial<Document>
  metadata: DocumentMetadata
  signs: Signs
  discovery?: Discovery
  leads?: LinkCandidate[]
  headings?: string[]
  records?: RecordLink[]
  /** The number of pages to charge, unless one. */
  pricedPages?: number
  refusal?: Refusal
  tracked?: Tracked
  trace?: PageTrace
  /** The page's entry for the search index, if requested; it is indexed but not cached. */
  forIndex?: PageForIndex
  material?: Material
  /** The texts of question, query and highlights, until `answer` and `highlights` are final. */
  formatText?: FormatTexts
  /** Doubts of the embedded engine about its own answers, by format; dropped where a model answers. */
  doubts?: Partial<Record<Format['type'], string>>
  /** A better engine was unavailable: the result must not be cached. */
  isProvisional?: boolean
}
