import { plain } from '../match/words.ts'
import { toNumber } from '../widgets/numbers.ts'

/** Whether a field has what was put into it, in whatever way it writes it: `(555) 123-4567`, `1,234.50`. */
export function isKept(put: string, now: string): boolean {
  const [wanted, there] = [bare(put), bare(now)]
  if (there === '') return wanted === '' && (put.trim() === '' || now !== '')
  return there.includes(wanted) || (isNumber(put) && isNumber(now) && toNumber(put) === toNumber(now))
}

/** Letters and digits alone. */
function bare(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

function isNumber(text: string): boolean {
  return /^[-−]?\d[\d.,]*$/.test(text.trim())
}
