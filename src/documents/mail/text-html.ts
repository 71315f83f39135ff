import { escapeAttribute, escapeText } from '../markup.ts'

/** Plain text as paragraphs and lists, with what is quoted by `>` as quotes. */
export function textHtml(text: string): string {
  const written: string[] = []
  let depth = 0
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) written.push(paragraphHtml(paragraph))
    paragraph = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const quote = /^(?:>\s?){1,20}/.exec(line)?.[0] ?? ''
    const level = Math.min(quote.replaceAll(/\s/g, '').length, MAX_QUOTES)
    const rest = line.slice(quote.length).trimEnd()
    if (level !== depth) {
      endParagraph()
      written.push((level > depth ? '<blockquote>' : '</blockquote>').repeat(Math.abs(level - depth)))
      depth = level
    }
    if (rest.trim() === '') endParagraph()
    else paragraph.push(rest)
  }
  endParagraph()
  written.push('</blockquote>'.repeat(depth))
  return written.filter((part) => part !== '').join('\n')
}

const MAX_QUOTES = 10
const BULLET = /^\s*[-*•]\s+(?=\S)/

function paragraphHtml(lines: readonly string[]): string {
  if (lines.length > 1 && lines.every((line) => BULLET.test(line))) {
    return `<ul>${lines.map((line) => `<li>${withLinks(line.replace(BULLET, ''))}</li>`).join('')}</ul>`
  }
  const between = isWrapped(lines) ? ' ' : '<br>'
  return `<p>${lines.map((line) => withLinks(line.trim())).join(between)}</p>`
}

/** Whether the lines are one text that was broken where a line was full, rather than lines that end where they should. */
function isWrapped(lines: readonly string[]): boolean {
  const [last = '', ...before] = lines.toReversed()
  if (before.length === 0) return false
  const longest = before.reduce((most, line) => Math.max(most, line.length), last.length)
  return longest <= 100 && before.every((line) => line.length >= Math.max(50, longest * 0.7))
}

/** Addresses in the text lead to where they say. */
function withLinks(line: string): string {
  return line
    .split(/(\bhttps?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeText(part)
      const address = withoutEnd(part)
      return `<a href="${escapeAttribute(address)}">${escapeText(address)}</a>${escapeText(part.slice(address.length))}`
    })
    .join('')
}

/** An address without the signs that end the sentence it stands in. */
function withoutEnd(address: string): string {
  let length = address.length
  while (".,;:!?)]}'*".includes(address[length - 1]!)) length--
  return address.slice(0, length)
}
