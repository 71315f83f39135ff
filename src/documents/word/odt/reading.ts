import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import type { Notes } from '../notes.ts'
import type { Pictures } from '../../pictures.ts'
import type { Lists } from './lists.ts'
import type { Styles } from './styles.ts'

/** What an OpenDocument text is read with. */
export interface Reading {
  styles: Styles
  lists: Lists
  notes: Notes
  pictures: Pictures
  /** The bytes of pictures by the names of their parts; none when they are not wanted. */
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Formulas by the names of the objects that hold them, as markup. Each is taken out where it is shown, once. */
  formulas: Map<string, string>
  readBlocks(container: XmlElement): Block[]
}
