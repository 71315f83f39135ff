/** The address that the instruction of a field leads to, when it is a link out of the document. */
export function linkOfField(instruction: string): string | undefined {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|(?!\\)(\S+))/i.exec(instruction)
  const address = found?.[1] ?? found?.[2]
  if (address === undefined || address === '') return undefined
  const anchor = /\\l\s+"([^"]*)"/i.exec(instruction)?.[1]
  return anchor === undefined || address.includes('#') ? address : `${address}#${anchor}`
}
