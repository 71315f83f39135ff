import { readPart } from '../../open-xml/part.ts'

/** The texts that cells of a workbook share, by their number. How Japanese is pronounced does not belong to them. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let phonetic = 0
  readPart(xml, {
    onOpen(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    onText(data) {
      if (isText) text += data
    },
    onClose(name) {
      if (name === 'si') strings.push(unescapeControls(text))
      else if (name === 'rPh') phonetic--
      isText = false
    },
  })
  return strings
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
