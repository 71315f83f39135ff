import type { Move } from '../step.ts'

/** Moves with the same key do the same. */
export function moveKey(move: Move): string {
  if (move.kind === 'search') return `search ${move.query.toLowerCase()}`
  if (move.kind === 'map') return `map ${move.url}`
  if (move.kind === 'think') return 'think'
  return `visit ${move.url} ${JSON.stringify(move.actions ?? [])}`
}

export function nameOf(move: Move): string {
  if (move.kind === 'search') return `search for ${move.query}`
  if (move.kind === 'think') return move.why
  return `${move.kind} ${move.url}${move.kind === 'visit' && move.actions ? ' with actions' : ''}`
}
