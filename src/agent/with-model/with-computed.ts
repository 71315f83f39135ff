import { isObject, READ_BY_MODEL } from '../../extract/extract.ts'
import type { FieldEvidence } from '../step.ts'
import type { Computed } from './calculator.ts'

/** Data with computed values under their names, and the pages of the records that each is from as its evidence. */
export function withComputed(
  data: unknown,
  evidence: readonly FieldEvidence[],
  results: readonly Computed[],
): { data: unknown; evidence: FieldEvidence[] } {
  if (!isObject(data)) return { data, evidence: [...evidence] }
  const named = results.filter(({ as }) => /^\/[^/~]+$/.test(as) && !Object.hasOwn(data, as.slice(1)))
  return {
    data: { ...data, ...Object.fromEntries(named.map(({ as, value }) => [as.slice(1), value])) },
    evidence: [
      ...evidence,
      ...named.flatMap(({ as, records, text }) =>
        pagesOf(records, evidence).map((url) => ({
          field: as,
          ...(url !== undefined && { url }),
          text,
          source: 'computed',
          confidence: READ_BY_MODEL,
        })),
      ),
    ],
  }
}

function pagesOf(records: readonly string[], evidence: readonly FieldEvidence[]): (string | undefined)[] {
  const wanted = new Set(records)
  const from = evidence.filter(({ field }) => wanted.has(/^.*\/\d+(?=\/)/.exec(field)?.[0] ?? field))
  return [...new Set(from.map(({ url }) => url))]
}
