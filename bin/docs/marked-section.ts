/** Replaces a section between `<!-- kind: name -->` and `<!-- end kind -->`; throws when the text has none. */
export function replaceSection(
  text: string,
  { kind, name }: { kind: string; name: string },
  body: string,
): string {
  const start = `<!-- ${kind}: ${name} -->`
  const from = text.indexOf(start)
  const to = text.indexOf(`<!-- end ${kind} -->`, from)
  if (from < 0 || to < 0) throw new Error(`There is no section from ${start} to <!-- end ${kind} -->.`)
  return `${text.slice(0, from + start.length)}\n${body.trim()}\n${text.slice(to)}`
}

/** A Markdown table. Cells may contain any text. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
