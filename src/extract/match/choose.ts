import { bestRows } from './ranking.ts'
import type { Ranking } from './ranking.ts'
import type { Choice } from './trust-features.ts'

/** How many places of each field are considered. */
const CONSIDERED = 12
/** What a place loses, in log-odds, when another field that fits it better has the same text. */
const TAKEN = 3

/** Chooses a place for each field that has any. Fields compete: the surest goes first, and what it takes others seldom get. */
export function choose(ranking: Ranking): Choice[] {
  const { scores, view } = ranking
  const options = scores.map((own) => bestRows(own, CONSIDERED))
  const open = new Set(options.keys())
  const taken = new Set<string>()
  const choices: Choice[] = []
  const best = new Map<number, Choice | undefined>()
  while (open.size > 0) {
    let next: Choice | undefined
    for (const field of open) {
      if (!best.has(field)) best.set(field, bestOf(ranking, field, options[field]!, taken))
      const choice = best.get(field)
      if (!choice) open.delete(field)
      else if (!next || choice.score > next.score) next = choice
    }
    if (!next) break
    choices.push(next)
    open.delete(next.field)
    const { text } = view.places[next.row]!
    taken.add(text)
    // Only those that wanted the same have to choose again.
    for (const [field, choice] of best)
      if (choice && view.places[choice.row]!.text === text) best.delete(field)
  }
  return choices
}

function bestOf(
  { scores, view }: Ranking,
  field: number,
  options: readonly number[],
  taken: ReadonlySet<string>,
): Choice | undefined {
  const rated = options
    .map((row) => {
      const { text } = view.places[row]!
      const isTaken = taken.has(text)
      return { row, text, isTaken, score: scores[field]![row]! - (isTaken ? TAKEN : 0) }
    })
    .toSorted((one, other) => other.score - one.score)
  const first = rated[0]
  if (!first) return undefined
  const second = rated.find(({ text }) => text !== first.text)
  const { row, score, isTaken } = first
  return { field, row, score, isTaken, lead: second ? score - second.score : 10 }
}
