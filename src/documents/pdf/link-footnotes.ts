import type { DraftBlock, TextBlock } from './draft-block.ts'
import type { Line, Span } from './line.ts'
import { noteMark } from './note-mark.ts'
import { withoutStart } from './without-start.ts'

/** Ties the notes at the foot of a page to the signs in its text that they belong to. Others stay as they are. */
export function linkFootnotes(blocks: readonly DraftBlock[]): DraftBlock[] {
  const pages = Map.groupBy(blocks, ({ page }) => page)
  const changed = new Map<DraftBlock, DraftBlock>()
  for (const [page, onPage] of pages) {
    const notes = onPage.filter((block): block is TextBlock => block.type === 'footnote').slice(0, MAX_NOTES)
    if (notes.length === 0) continue
    const texts = onPage.filter((block): block is TextBlock => block.type !== 'footnote' && 'lines' in block)
    const linked = new Set<string>()
    for (const note of notes) {
      const mark = noteMark(note.lines[0]!.text)
      if (mark === undefined || linked.has(mark)) continue
      const id = `note-${page}-${linked.size + 1}`
      const text = texts.find((block) => refersTo(current(changed, block), mark))
      if (!text) continue
      linked.add(mark)
      changed.set(text, withReference(current(changed, text), mark, id))
      changed.set(note, { ...note, type: 'footnote', lines: withoutMark(note.lines, mark), id })
    }
  }
  return changed.size === 0 ? [...blocks] : blocks.map((block) => changed.get(block) ?? block)
}

/** No page has more. */
const MAX_NOTES = 60

function current(changed: ReadonlyMap<DraftBlock, DraftBlock>, block: TextBlock): TextBlock {
  return (changed.get(block) as TextBlock | undefined) ?? block
}

function refersTo({ lines }: TextBlock, mark: string): boolean {
  return lines.some(({ spans }) => spans.some((span) => placeOf(span, mark) >= 0))
}

/** Where a span has the sign of a note: raised, or else right behind a word. */
function placeOf({ text, shift, note }: Span, mark: string): number {
  if (note !== undefined) return -1
  if (shift === 'up') return text.trim() === mark ? text.indexOf(mark) : -1
  if (!/^\d/.test(mark) || !text.includes(mark)) return -1
  const behind = behindWord(mark).exec(text)
  return behind ? behind.index + behind[0].length - mark.length : -1
}

/** A mark has up to three digits, so there are never many. */
const BEHIND_WORD = new Map<string, RegExp>()

function behindWord(mark: string): RegExp {
  const known = BEHIND_WORD.get(mark)
  if (known) return known
  const made = new RegExp(`(?:\\p{Ll}{3}|[\\p{L})”"’'][.,;:]?|[)”"’'])${mark}(?=[.,;:)]*(?:\\s|$))`, 'u')
  BEHIND_WORD.set(mark, made)
  return made
}

function withReference(block: TextBlock, mark: string, id: string): TextBlock {
  let isDone = false
  const lines = block.lines.map((line) => {
    if (isDone) return line
    const spans = line.spans.flatMap((span): Span[] => {
      const place = isDone ? -1 : placeOf(span, mark)
      if (place < 0) return [span]
      isDone = true
      const before = { ...span, text: span.text.slice(0, place) }
      const after = { ...span, text: span.text.slice(place + mark.length) }
      return [before, { ...span, text: mark, shift: 'up' as const, note: id }, after].filter(
        ({ text }) => text !== '',
      )
    })
    return { ...line, spans }
  })
  return { ...block, lines }
}

function withoutMark(lines: readonly Line[], mark: string): Line[] {
  const [first, ...rest] = lines as [Line, ...Line[]]
  const room = /^\S\s*[.)]?\s*/.exec(first.text.slice(mark.length - 1))![0]
  return [withoutStart(first, mark.length - 1 + room.length), ...rest]
}
