import type { Move, VisitMove } from '../step.ts'
import type { Addresses } from './addresses.ts'

/** Something that a model may choose to do by its number. */
export interface Candidate {
  move: Move
  /** What the model is shown. */
  text: string
}

const MOST_CANDIDATES = 40

/** What the embedded mind would do next, and the most promising addresses besides. */
export function candidatesFrom(
  proposed: readonly Move[],
  addresses: Addresses,
  visitOf: (url: string) => VisitMove,
): Candidate[] {
  const first = proposed.filter(({ kind }) => kind !== 'think').slice(0, MOST_CANDIDATES / 2)
  const taken = new Set(first.map((move) => (move.kind === 'visit' ? move.url : '')))
  const best = addresses.best(MOST_CANDIDATES)
  const texts = new Map(best.map(({ url, text }) => [url, text]))
  return [
    ...first.map((move) => ({ move, text: textOf(move, texts) })),
    ...best
      .filter(({ url }) => !taken.has(url))
      .map(({ url, text }) => ({ move: visitOf(url), text: `visit ${url} ${text}` })),
  ].slice(0, MOST_CANDIDATES)
}

function textOf(move: Move, texts: ReadonlyMap<string, string>): string {
  if (move.kind === 'search') return `search for: ${move.query}`
  if (move.kind === 'map') return `map ${move.url} (${move.why})`
  if (move.kind === 'visit') return `visit ${move.url} ${texts.get(move.url) ?? ''} (${move.why})`
  return move.why
}
