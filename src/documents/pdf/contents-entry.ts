import type { Line } from './line.ts'

/** Whether a line is an entry of a table of contents: its page stands at its end, after dots or a wide gap. */
export function isContentsEntry({ text, pieces }: Line): boolean {
  if (LEADERS.test(text.slice(-MAX_END))) return true
  return pieces?.length === 2 && PAGE.test(pieces[1]!) && /\p{L}/u.test(pieces[0]!)
}

/** Only the end of a line is looked at. */
const MAX_END = 100
const LEADERS = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/i
const PAGE = /^(?:\d{1,4}|[ivxlc]{1,7})$/
