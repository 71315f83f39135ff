import type { Chart } from '../../chart/chart.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import type { Notes } from '../notes.ts'
import type { Pictures } from '../../pictures.ts'
import type { Lists } from './lists.ts'
import type { Styles } from './styles.ts'

/** A document inside the document: a formula as markup, or a chart. */
export type EmbeddedObject = { type: 'formula'; html: string } | { type: 'chart'; chart: Chart }

/** What an OpenDocument text is read with. */
export interface Reading {
  styles: Styles
  lists: Lists
  notes: Notes
  pictures: Pictures
  /** The bytes of pictures by the names of their parts; none when they are not wanted. */
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Objects by their names. Each is taken out where it is shown, once. */
  objects: Map<string, EmbeddedObject>
  readBlocks(container: XmlElement): Block[]
}
