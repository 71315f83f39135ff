import { comparableLine } from './comparable-line.ts'
import { lineEdits } from './line-edits.ts'
import { onlyTimePassed } from './relative-times.ts'
import { unifiedDiff } from './unified-diff.ts'

export interface TextPair {
  previous: string
  current: string
  elapsedMs: number
  isDiffWanted: boolean
}

export type TextComparison = { state: 'same' } | { state: 'changed'; description: Description }

type Description = { kind: 'none' | 'too-much' } | { kind: 'fine' | 'coarse'; diff: string }

/** Ignores blank lines. Near-linear in the length of the texts, except for what `lineEdits` bounds. */
export function compareTexts({ previous, current, elapsedMs, isDiffWanted }: TextPair): TextComparison {
  if (hasTooManyLines(previous) || hasTooManyLines(current)) {
    return { state: 'changed', description: { kind: 'too-much' } }
  }
  const [old, now] = [linesOf(previous), linesOf(current)]
  const [oldKeys, newKeys] = [old.map(comparableLine), now.map(comparableLine)]
  if (areEquivalent(oldKeys.filter(Boolean), newKeys.filter(Boolean), elapsedMs)) return { state: 'same' }
  if (!isDiffWanted) return { state: 'changed', description: { kind: 'none' } }
  const { edits, isCoarse } = lineEdits(oldKeys, newKeys)
  const diff = unifiedDiff(old, now, edits)
  return { state: 'changed', description: { kind: isCoarse ? 'coarse' : 'fine', diff } }
}

/** Beyond that a text takes more memory than time is worth. */
const MOST_LINES = 300_000

function hasTooManyLines(text: string): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MOST_LINES; at = text.indexOf('\n', at + 1)) lines++
  return lines > MOST_LINES
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Looking for times takes longer than comparing; a page has few of them that stand alone in a changed line. */
const MOST_TIMED_LINES = 500

function areEquivalent(previous: readonly string[], current: readonly string[], elapsedMs: number): boolean {
  if (previous.length !== current.length) return false
  const differing = previous.flatMap((line, index) => (line === current[index]! ? [] : [index]))
  return (
    differing.length <= MOST_TIMED_LINES &&
    differing.every((index) => onlyTimePassed(previous[index]!, current[index]!, elapsedMs))
  )
}
