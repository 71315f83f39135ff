import { codePageOfLanguage, decodeCodePage } from '../../compound-file/code-page.ts'
import { Bytes } from '../../compound-file/compound-file.ts'
import type { Block } from '../block.ts'

/** The text of documents of Word 6 and 95, whose properties are told in another way: paragraphs, and rows with tabs. */
export function readOldText(main: Bytes): Block[] {
  const length = Math.max(main.i32(0x34), 0)
  const { all } = textBytes(main).slice(0, length)
  const text = withoutInstructions(decodeCodePage(all, codePageOf(main.u16(6), all)))
  return text
    .replaceAll('\x07\x07', '\r')
    .replaceAll('\x07', '\t')
    .replaceAll('\f', '\r')
    .split('\r')
    .map((line): Block => {
      const content = line
        .split('\x0b')
        .flatMap((part, index) => [
          ...(index > 0 ? [{ type: 'break' } as const] : []),
          { type: 'text' as const, text: part.replace(/[^\P{Cc}\t]/gu, ''), marks: {} },
        ])
      return { kind: 'paragraph', style: 'text', content }
    })
}

/** Text that was changed after it was saved lies in pieces. */
function textBytes(main: Bytes): Bytes {
  const isInPieces = (main.u16(10) & 0x0004) !== 0
  if (!isInPieces) return main.slice(main.u32(0x18), main.u32(0x1c))
  const table = main.slice(main.u32(0x160), main.u32(0x160) + main.u32(0x164))
  let at = 0
  while (table.u8(at) === 1) at += 3 + table.u16(at + 1)
  const count = Math.floor((table.u32(at + 1) - 4) / 12)
  const parts: Uint8Array[] = []
  let left = 2 * main.length
  for (let index = 0; index < count && at + 5 + 4 * index < table.length; index++) {
    const length = table.u32(at + 9 + 4 * index) - table.u32(at + 5 + 4 * index)
    const offset = table.u32(at + 5 + 4 * (count + 1) + 8 * index + 2)
    left -= length
    if (length < 0 || left < 0) break
    parts.push(main.slice(offset, offset + length).all)
  }
  return new Bytes(Buffer.concat(parts))
}

/** What a field is made from is not part of the text. */
function withoutInstructions(text: string): string {
  let shown = ''
  /** Of each field that is open, whether its instruction is at its end. */
  const open: boolean[] = []
  let instructionCount = 0
  for (const sign of text) {
    if (sign === '\x13') {
      open.push(false)
      instructionCount++
    } else if (sign === '\x14' || sign === '\x15') {
      const isDone = open.pop()
      if (isDone === false) instructionCount--
      if (sign === '\x14' && isDone !== undefined) open.push(true)
    } else if (instructionCount === 0) shown += sign
  }
  return shown
}

/** By the language of the document. Where few letters are Latin it is none that is written in those. */
function codePageOf(language: number, text: Uint8Array): number {
  if (language === 0x0404) return 950
  const known = codePageOfLanguage(language & 0x3ff)
  if (known !== undefined) return known
  let latin = 0
  let other = 0
  for (const byte of text) {
    if (byte >= 0xc0) other++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) latin++
  }
  return other > latin ? 1251 : 1252
}
