/** A PDF of plain text, one list of lines per page, as small as one can be. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => {
      const text = textOf(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + page * 2} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
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

/** Text from the top of the page downwards; a line that begins with `# ` is large. */
function textOf(lines: readonly string[]): string {
  const drawn = lines.map((line, at) => {
    const isLarge = line.startsWith('# ')
    const text = (isLarge ? line.slice(2) : line).replace(/[\\()]/g, '\\$&')
    return `/F ${isLarge ? 24 : 11} Tf 1 0 0 1 72 ${760 - at * 18} Tm (${text}) Tj`
  })
  return `BT ${drawn.join('\n')} ET`
}
