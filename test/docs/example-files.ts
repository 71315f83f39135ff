import { drawnPdf, pdfString } from '../support/pdf-file.ts'
import { zipOf } from '../support/zip-file.ts'

const TITLE = 'Sales report 2025'
const TEXT = 'Northlight sold more lamps in every quarter. The desk lamp sold best.'
const ROWS = [
  ['Quarter', 'Lamps sold', 'Revenue'],
  ['Q1', '310', '19,840 EUR'],
  ['Q2', '355', '22,910 EUR'],
  ['Q3', '402', '26,130 EUR'],
  ['Q4', '468', '30,580 EUR'],
]

/** A PDF with a title, a sentence and a table with lines. */
export const REPORT_PDF = drawnPdf([reportPage()], { width: 595, height: 842 })

function reportPage(): string {
  const text = (x: number, y: number, size: number, words: string) =>
    `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm ${pdfString(words)} Tj ET`
  const [top, left, rowHeight, columnWidth] = [680, 72, 22, 130]
  const bottom = top - ROWS.length * rowHeight
  const right = left + 3 * columnWidth
  const lines = [
    ...Array.from(
      { length: ROWS.length + 1 },
      (_, row) => `${left} ${top - row * rowHeight} m ${right} ${top - row * rowHeight} l S`,
    ),
    ...Array.from(
      { length: 4 },
      (_, column) => `${left + column * columnWidth} ${top} m ${left + column * columnWidth} ${bottom} l S`,
    ),
  ]
  const cells = ROWS.flatMap((row, at) =>
    row.map((cell, column) => text(left + 6 + column * columnWidth, top - 15 - at * rowHeight, 11, cell)),
  )
  return [text(72, 760, 24, TITLE), text(72, 720, 11, TEXT), ...lines, ...cells].join('\n')
}

/** The same as a Word document. */
export const REPORT_DOCX = zipOf({
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${[
    paragraph(TITLE, '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    paragraph(TEXT),
    `<w:tbl>${ROWS.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
  ].join('')}</w:body></w:document>`,
})

function paragraph(text: string, properties = ''): string {
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
}
