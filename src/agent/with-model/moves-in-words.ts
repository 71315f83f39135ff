import type { Move, Step } from '../step.ts'
import { thoughtOf } from './thought.ts'

const MOST_MESSAGE = 200
const MOST_HEADINGS = 5
const MOST_MISSING = 8

export function stepText(step: Step): string {
  const { move, seen } = step
  const thought = thoughtOf(step)
  if (thought?.kind === 'choice' && thought.refused.length > 0) return `refused: ${thought.refused.join(' ')}`
  return `${nameOf(move)}: ${whatCame(seen)}`
}

function whatCame(seen: Step['seen']): string {
  switch (seen.kind) {
    case 'failure':
      return `failed, ${seen.message.slice(0, MOST_MESSAGE)}`
    case 'search':
      return `${seen.hits.length} hits`
    case 'map':
      return `${seen.links.length} addresses`
    case 'think':
      return 'chosen'
    case 'visit': {
      const told = [seen.title ?? '', ...seen.headings.slice(0, MOST_HEADINGS)]
        .join('; ')
        .slice(0, MOST_MESSAGE)
      const missing = seen.missing.slice(0, MOST_MISSING).join(', ')
      return `${told}. ${seen.evidence.length} values read${missing === '' ? '' : `, not there: ${missing}`}`
    }
  }
}

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
