import { readPart } from '../../open-xml/part.ts'
import type { WorkbookList } from './convert-package.ts'

/** The sheets of a workbook and its calendar. */
export function readWorkbookPart(xml: string): WorkbookList {
  const list: WorkbookList = { sheets: [], is1904: false }
  readPart(xml, {
    onOpen(name, attributes) {
      if (name === 'workbookPr') list.is1904 = /^(1|true|on)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      list.sheets.push({
        name: attributes['name'] ?? '',
        linkId: attributes['r:id'] ?? '',
        isHidden: /hidden/i.test(attributes['state'] ?? ''),
      })
    },
  })
  return list
}
