import type { ReadablePage } from '../page.ts'
import { isBoilerplate } from './boilerplate.ts'
import { onOneLine } from '../../language/fold.ts'
import type { PageText } from './read-page.ts'

/**
 * What a page without sentences says: how it describes itself, else its title, with the first facts that stand on it.
 * Nothing when there is none.
 */
export function factsOf({ landmarks }: ReadablePage, { blocks, title }: PageText): string | undefined {
  const description = landmarks.find(
    ({ name, attribs }) =>
      name === 'meta' && /^(?:og:)?description$/i.test(attribs['name'] ?? attribs['property'] ?? ''),
  )?.attribs['content']
  const own = onOneLine(description ?? '').slice(0, LONGEST_DESCRIPTION)
  const name = title.split('\n')[0] ?? ''
  const lines = [name, own].filter((line) => line !== '')
  let size = lines.join(' ').length
  const seen = new Set(lines)
  for (const block of blocks) {
    const text = onOneLine(block.text)
    if (size >= ENOUGH_CHARS || lines.length >= MOST_LINES) break
    if (seen.has(text) || text.length > LONGEST_FACT || isBoilerplate(text) || !/[\p{L}\p{N}]/u.test(text))
      continue
    seen.add(text)
    lines.push(text)
    size += text.length
  }
  return lines.length === 0 ? undefined : lines.join('\n')
}

const LONGEST_DESCRIPTION = 400
const LONGEST_FACT = 300
const ENOUGH_CHARS = 350
const MOST_LINES = 8
