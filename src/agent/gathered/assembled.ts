import { assemble, pointerStep } from '../../extract/extract.ts'
import type { Found, Wish } from '../../extract/extract.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'
import type { FieldEvidence } from '../step.ts'
import type { Fact } from './fact.ts'

export interface Assembled {
  /** Undefined when there is nothing. */
  data: unknown
  evidence: FieldEvidence[]
  missing: string[]
}

/** Puts facts from any pages together in the shape of the schema; what the schema has something against is left out. */
export function assembled(facts: readonly Fact[], wish: Wish, schema: JsonSchema): Assembled {
  const findings = facts.map(({ path, value, evidence }) => ({
    path,
    value,
    text: evidence.text,
    element: undefined,
    source: evidence.source as Found['source'],
    confidence: evidence.confidence,
    evidence,
  }))
  const { value, kept, missing } = assemble(findings, { wish, schema, reading: {} })
  return {
    data: kept.length === 0 ? undefined : value,
    // What was handed over comes back as it was, with its place in the value.
    evidence: (kept as typeof findings).map(({ path, evidence }) => ({
      ...evidence,
      field: pointerOf(path),
    })),
    missing,
  }
}

function pointerOf(path: Fact['path']): string {
  return path.map(pointerStep).join('')
}
