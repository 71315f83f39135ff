/** A line of a text that was Markdown, as a reader sees it. */
export interface PlainLine {
  kind: 'heading' | 'item' | 'text'
  /** Of a heading, from 1 to 6; of an item, how far it is indented. */
  level: number
  text: string
  /** Where its first link leads, and what that is called. */
  link?: { url: string; text: string }
}

const LONGEST_TEXT = 60_000
const MOST_LINES = 2000
const LINK = /!?\[((?:[^[\]]|\[[^[\]]{0,100}\]){0,300})\]\(<?([^)\s>]{0,2000})>?(?:\s"[^"]{0,200}")?\)/g

/** The lines of a Markdown text without its marks; code and tables are left out, which others read better. */
export function plainLines(markdown: string): PlainLine[] {
  const lines: PlainLine[] = []
  let isCode = false
  for (const line of markdown.slice(0, LONGEST_TEXT).split('\n').slice(0, MOST_LINES)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || /^\s*(?:```|~~~|\|)/.test(line) || line.trim() === '') continue
    lines.push(plainLine(line))
  }
  return lines.filter(({ text }) => text !== '')
}

function plainLine(line: string): PlainLine {
  const heading = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(line)
  const item = heading ? null : /^(\s*)(?:[-*+]|\d{1,4}[.)])\s+(.*)$/.exec(line)
  const raw = heading?.[2] ?? item?.[2] ?? line
  const found = [...raw.matchAll(LINK)].find(([whole]) => !whole.startsWith('!'))
  const kind = heading ? 'heading' : item ? 'item' : 'text'
  return {
    kind,
    level: heading ? heading[1]!.length : (item?.[1]?.length ?? 0),
    text: plain(raw),
    ...(found && { link: { url: found[2]!, text: plain(found[1]!) } }),
  }
}

function plain(text: string): string {
  return (
    text
      .replaceAll(LINK, withoutMarks)
      // A picture that was a link is one now.
      .replaceAll(LINK, withoutMarks)
      .replaceAll(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`/gu, '')
      .replaceAll(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
      .replaceAll(/<br\s*\/?>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

function withoutMarks(whole: string, inner: string): string {
  return whole.startsWith('!') ? '' : inner
}
