import type { WishedField } from '../schema/wished-field.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'
import { plausibleText } from './plausible.ts'
import type { Cell } from './sheet.ts'

/** What is written for machines is read first where a value has a type; a text is what is shown. */
export function readCell(cell: Cell, field: WishedField, reading: Reading): Scalar | undefined {
  const { wish } = field
  const kind = wantsAddress(field) && wish.type !== 'number' ? { ...wish, format: 'uri' } : wish
  const isTyped = wish.type !== 'string' || wish.format !== undefined || wish.enum !== undefined
  if (cell.machine !== undefined && (isTyped || cell.text === '')) {
    const read = readScalar(cell.machine, kind, reading)
    if (read !== undefined) return read
  }
  const text = plausibleText(cell.text, field)
  return text === undefined ? undefined : readScalar(text, kind, reading)
}

/** Whether an address is wanted, which is read from a link or a picture and not from a text. */
export function wantsAddress({ wish: { format }, naming }: Pick<WishedField, 'wish' | 'naming'>): boolean {
  if (format !== undefined) return /^(?:uri|url|iri|uri-reference)$/.test(format)
  return naming.endsIn('url', 'image')
}
