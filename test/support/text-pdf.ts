import { drawnPdf, pdfString } from './pdf-file.ts'

/** A PDF of lines of text, for OCR. Sizes are in points. */
export function textPdf(
  pages: readonly (readonly string[])[],
  { width = 612, height = 792, size = 14, rotate = 0 } = {},
): Buffer {
  const contents = pages.map((lines) => {
    const text = lines.map((line) => `${pdfString(line)} Tj T*`).join('\n')
    return `BT /F ${size} Tf ${size * 1.5} TL 60 ${height - 40 - size} Td\n${text}\nET`
  })
  return drawnPdf(contents, { width, height, rotate })
}
