import type { ViewElement } from '../../../browser/browser.ts'
import { readLimits } from './read-limits.ts'

export type RangeKind = 'range' | 'low' | 'high'

/**
 * What a part of a sentence sets of a range: both ends, or only the least or the most. Without the name of the range
 * only numbers that lie within it, and nothing that counts other things.
 */
export function limitsFor(
  text: string,
  kind: RangeKind,
  parts: readonly ViewElement[],
  isNamed: boolean,
): { value: string; score: number; used: string } | undefined {
  const limits = readLimits(text)
  if (!limits) return undefined
  const [hasLow, hasHigh] = [limits.from !== undefined, limits.to !== undefined]
  const fits = kind === 'range' ? hasLow && hasHigh : kind === 'low' ? hasLow && !hasHigh : hasHigh && !hasLow
  if (!fits) return undefined
  const numbers = [limits.from, limits.to].filter((number) => number !== undefined)
  if (!isNamed && (countsOther(text, limits.text) || !numbers.every((number) => isWithin(number, parts))))
    return undefined
  return { value: limits.text, score: isNamed ? 0.88 : 0.66, used: limits.text }
}

const UNIT =
  /^(?:€|\$|£|%|eur|euros?|usd|dollars?|bucks|pounds?|chf|franken|francs?|kr|m²|sqm|km|kg|g|cm|mm|per|a|an|pro|par|al|per|na|in|\p{P})/iu

/** `at least 3 rooms` counts rooms. */
function countsOther(text: string, limit: string): boolean {
  const rest = text.slice(text.indexOf(limit) + limit.length).trim()
  return /^\p{L}/u.test(rest) && !UNIT.test(rest)
}

function isWithin(number: number, parts: readonly ViewElement[]): boolean {
  const [least, most] = [parts.map(({ min }) => min), parts.map(({ max }) => max)].map((ends) =>
    ends.filter((end) => end !== undefined && end !== '').map(Number),
  )
  const options = parts.flatMap(({ options: list }) => list ?? [])
  if (options.length > 0) return options.some(({ label }) => label.replaceAll(/\D/g, '') === String(number))
  if (least!.length === 0 && most!.length === 0) return true
  return number >= Math.min(...least!, Infinity) - 1e-9 && number <= Math.max(...most!, -Infinity) + 1e-9
}
