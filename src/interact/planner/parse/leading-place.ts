import { startsCommand, startsPlainCommand } from './verbs.ts'

const PREPOSITION =
  /^(?:(?:and|but|then)\s+)?(?:in|on|under|from|within|inside|at|next to|beside|for|using|with)\s+(?:the\s+)?(?=\S)/i

/** Splits `In the cookie banner click "Save"` into the place and the command; undefined if no place comes first. */
export function splitLeadingPlace(clause: string): { place: string; clause: string } | undefined {
  const [preposition] = PREPOSITION.exec(clause) ?? []
  if (preposition === undefined) return undefined
  for (const { 0: gap, index } of clause.matchAll(/,?\s+(?=[\p{L}-])/gu)) {
    if (index <= preposition.length) continue
    const rest = clause.slice(index + gap.length)
    if (!(gap.startsWith(',') ? startsCommand(rest) : startsPlainCommand(rest))) continue
    return { place: clause.slice(preposition.length, index), clause: rest }
  }
  return undefined
}
