import { splitClauses } from './clauses.ts'
import type { Command } from './command.ts'
import { mask } from './masked.ts'
import { readClause } from './read-clause.ts'
import { readTargets } from './targets.ts'

/** A parsed instruction, or the clause that no rule reads. */
export type Instruction =
  | { state: 'parsed'; commands: Command[]; forbidden: string[] }
  | { state: 'unread'; clause: string }

/** Parses an instruction into commands. One clause that no rule reads refuses the whole instruction. */
export function parseInstruction(prompt: string): Instruction {
  const masked = mask(prompt)
  const commands: Command[] = []
  const forbidden: string[] = []
  for (const { kind, text, condition } of splitClauses(masked.text)) {
    if (kind === 'forbidden') {
      forbidden.push(masked.plain(text))
      continue
    }
    const order = readClause(text, masked, commands.at(-1))
    if (!order) return { state: 'unread', clause: masked.plain(text) }
    commands.push({
      ...order,
      said: masked.plain(text),
      ...(condition !== undefined && { condition: readTargets(conditionTarget(condition), masked) }),
    })
  }
  return { state: 'parsed', commands, forbidden }
}

/** `a cookie banner appears` is about the cookie banner. */
function conditionTarget(condition: string): string {
  return condition
    .replace(/^(?:there is|there's|there are|you see|it shows|the page shows|the page has)\s+/i, '')
    .replace(
      /\s+(?:appears?|shows? up|pops? up|comes? up|is (?:there|shown|visible|displayed|present|open)|asks?.*|exists?|opens?)$/i,
      '',
    )
}
