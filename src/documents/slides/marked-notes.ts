/** The notes of a speaker, set apart from what the slide shows. Lines are markup. */
export function markedNotes(lines: readonly string[]): string {
  const shown = lines.filter((line) => line.trim() !== '')
  if (shown.length === 0) return ''
  return `<blockquote><p>Notes: ${shown.join('</p><p>')}</p></blockquote>`
}
