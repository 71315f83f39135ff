import type { Chart } from '../../chart/chart.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import type { Notes } from '../notes.ts'
import type { Pictures } from '../../pictures.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** What all parts of a Word document are read with. */
export interface WordDocument {
  styles: Styles
  numbering: Numbering
  notes: Notes
  pictures: Pictures
  /** The bytes of pictures by the names of their parts; none when they are not wanted. */
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Charts by the names of their parts. Each is taken out where it is shown, so that it is shown once. */
  charts: Map<string, Chart>
  /** Reads a note, when there is one of this name. */
  noteReader(kind: 'footnote' | 'endnote', id: string): (() => Block[]) | undefined
  comment(id: string): { author: string; readBlocks: () => Block[] } | undefined
}

/** What one part of it is read with, from its beginning to its end. */
export interface Reading {
  document: WordDocument
  relationships: Relationships
  /** The fields that are open where the reading stands; they may go on over many paragraphs. */
  fields: Field[]
  readBlocks(container: XmlElement): Block[]
}

/** A text that Word makes itself, from an instruction. */
interface Field {
  instruction: string
  isResult: boolean
  href: string | undefined
}
