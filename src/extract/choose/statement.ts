import { readBoolean } from '../../language/yes-or-no.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { Wanted } from './field.ts'
import { wordsOfName } from '../../language/words.ts'

const NO =
  /(?<!\p{L})(?:not|no|never|without|cannot|none|unavailable|excluded|excluding|except|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|ne|pas|sans|aucun\p{L}*|sin|ningún|non|senza|nessun\p{L}*|niet|geen|zonder|não|sem|inte|ej|utan|nie|bez|ikke|uden|forbidden|prohibited|verboten|interdit\p{L}*|prohibid\p{L}*|vietat\p{L}*|verboden)(?!\p{L})/iu
const CLAUSE = /[.;!?](?:\s|$)|,\s(?:but|and)\s|(?<!\p{L})(?:but|aber|mais|pero|ma|maar|however)(?!\p{L})/giu
const LONGEST = 400

/** What a text says about a yes-or-no field, and how surely it is about it. */
export interface Statement {
  value: boolean
  /** The share of the field's words that it has; 0 where it answers with a bare yes or no. */
  coverage: number
}

/** Reads a text as yes or no: a bare answer behind a label, or a clause that has the words of the field. */
export function statementIn(text: string, { telling, words }: Wanted): Statement | undefined {
  if (text.length > LONGEST) return undefined
  if (telling.length > 0) {
    const clause = clauses(text).find((one) => coverageOf(one, telling, words) >= 0.6)
    if (clause !== undefined)
      return /\?\s*$/.test(clause)
        ? undefined
        : { value: !isDenied(clause, telling), coverage: coverageOf(clause, telling, words) }
  }
  const direct = readBoolean(text)
  return direct === undefined ? undefined : { value: direct, coverage: 0 }
}

/** What is out of stock is not in stock; a field that asks for that itself is not denied by it. */
function isDenied(clause: string, telling: readonly string[]): boolean {
  return NO.test(clause) || (/(?<!\p{L})out of(?!\p{L})/iu.test(clause) && !telling.includes('out'))
}

function clauses(text: string): string[] {
  const found: string[] = []
  let start = 0
  for (const { 0: mark, index } of matchesOf(text, CLAUSE)) {
    found.push(text.slice(start, index + (mark.startsWith('?') ? 1 : 0)))
    start = index + (/^[.;!?,]/.test(mark) ? 1 : 0)
  }
  return [...found, text.slice(start)].filter((clause) => clause.trim() !== '')
}

function coverageOf(clause: string, telling: readonly string[], words: Wanted['words']): number {
  const said = wordsOfName(clause.slice(0, 200))
  const found = telling.filter((own) => said.some((word) => words.isSaidBy(own, word)))
  return found.length / telling.length
}
