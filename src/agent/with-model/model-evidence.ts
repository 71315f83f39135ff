import { leavesOf, READ_BY_MODEL } from '../../extract/extract.ts'
import type { FieldEvidence, SeenPage, Step } from '../step.ts'

/** Values that a model read from a page, and that stand there, count like those that were found without it. */
export function withModelEvidence(step: Step): Step {
  const { seen } = step
  return seen.kind === 'visit' && seen.unsupported ? { ...step, seen: proven(seen, seen.unsupported) } : step
}

function proven(seen: SeenPage, unsupported: readonly string[]): SeenPage {
  const known = new Set([...seen.evidence.map(({ field }) => field), ...unsupported])
  const added = leavesOf(seen.value).flatMap(({ pointer, value }): FieldEvidence[] => {
    if (known.has(pointer) || value === null || value === '') return []
    return [
      { field: pointer, url: seen.url, text: String(value), source: 'model', confidence: READ_BY_MODEL },
    ]
  })
  return { ...seen, evidence: [...seen.evidence, ...added] }
}
