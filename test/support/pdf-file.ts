/** A minimal PDF of plain text, one list of lines per page. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  return drawnPdf(pages.map(drawnLines), { width: 595, height: 842 })
}

/** Text from the top of the page downwards; a line that begins with `# ` is large. */
function drawnLines(lines: readonly string[]): string {
  const drawn = lines.map((line, at) => {
    const isLarge = line.startsWith('# ')
    const text = pdfString(isLarge ? line.slice(2) : line)
    return `/F ${isLarge ? 24 : 11} Tf 1 0 0 1 72 ${760 - at * 18} Tm ${text} Tj`
  })
  return `BT ${drawn.join('\n')} ET`
}

export function pdfString(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`
}

/** A PDF with one page per content stream, which use the font `/F`. Sizes are in points. */
export function drawnPdf(
  contents: readonly string[],
  { width, height, rotate = 0 }: { width: number; height: number; rotate?: number },
): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, page) => `${4 + page * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${5 + page * 2} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${body}${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}
