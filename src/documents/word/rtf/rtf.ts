import type { Converter } from '../../converted.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { convertedText } from '../converted-text.ts'
import { Pictures } from '../../pictures.ts'
import { RtfReader } from './reader.ts'

/** Reads RTF documents. */
export const convertRtf: Converter = async ({ bytes }, { keepImages }) => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64))
  if (!/^(?:ï»¿)?\s*\{\\rt/.test(start)) {
    throw new UnreadableDocument('damaged', 'The file is not an RTF document.')
  }
  const pictures = new Pictures(keepImages)
  const reader = new RtfReader(pictures)
  const blocks = reader.read(bytes)
  return convertedText(blocks, { notes: reader.notes, pictures, metadata: reader.information.metadata() })
}
