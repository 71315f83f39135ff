import { validateAgainstSchema, valueAtPointer, pointerStep } from '../extract/extract.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { Outcome } from './agent-strategy.ts'

/** Removing a record may make its parent invalid, for example a list that must not be empty. */
const MAX_PASSES = 20
const MAX_ISSUES = 10_000

/** Removes records that do not fit the schema. Returns the issues that remain. */
export function prune(value: unknown, schema: JsonSchema) {
  const passes: Removal[] = []
  let rest = value
  for (;;) {
    const issues = validateAgainstSchema(rest, schema, MAX_ISSUES)
    const removal =
      passes.length < MAX_PASSES
        ? removalOf(issues.flatMap(({ path }) => innermostRecord(rest, path) ?? []))
        : NO_REMOVAL
    if (issues.length === 0 || removal.size === 0) {
      const removedCount = passes.reduce((sum, pass) => sum + countIn(pass), 0)
      const movers = passes.map(relocatorOf)
      return {
        value: rest,
        leftOut: removedCount,
        issues,
        relocate: (pointer: string) => relocatePointer(pointer, movers),
      }
    }
    passes.push(removal)
    rest = removeItems(rest, '', removal)
  }
}

export function removeRecords(value: unknown, removal: Removal) {
  return { value: removeItems(value, '', removal), relocate: relocatorOf(removal) }
}

/** The removed indexes by the pointer of their list. */
type Removal = ReadonlyMap<string, ReadonlySet<number>>
const NO_REMOVAL: Removal = new Map()

/** Counts the removed records before each index. The last entry applies to all later indexes. */
function countsBelow(places: ReadonlySet<number>): number[] {
  const counts = [0]
  const last = Math.max(...places)
  for (let place = 0; place <= last; place++) counts.push(counts[place]! + (places.has(place) ? 1 : 0))
  return counts
}

interface RecordPosition {
  list: string
  place: number
}

export function removalOf(records: readonly RecordPosition[]): Removal {
  const byList = Map.groupBy(records, ({ list }) => list)
  return new Map([...byList].map(([list, some]) => [list, new Set(some.map(({ place }) => place))]))
}

function innermostRecord(value: unknown, path: string): RecordPosition | undefined {
  let part = value
  let pointer = ''
  let record: RecordPosition | undefined
  for (const step of path.split('/').slice(1)) {
    if (Array.isArray(part)) record = { list: pointer, place: Number(step) }
    part = valueAtPointer(part, `/${step}`)
    pointer += `/${step}`
  }
  return record
}

function removeItems(value: unknown, pointer: string, removal: Removal): unknown {
  if (Array.isArray(value)) {
    const gone = removal.get(pointer)
    return value.flatMap((item: unknown, place) =>
      gone?.has(place) ? [] : [removeItems(item, `${pointer}/${place}`, removal)],
    )
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      removeItems(part, pointer + pointerStep(name), removal),
    ]),
  )
}

/** Moves evidence and missing fields to their new pointers and drops those of removed records. */
export function relocateEvidence(
  { evidence, missing }: Pick<Outcome, 'evidence' | 'missing'>,
  to: (pointer: string) => string | undefined,
): Pick<Outcome, 'evidence' | 'missing'> {
  return {
    evidence: evidence.flatMap((one) => {
      const field = to(one.field)
      return field === undefined ? [] : [{ ...one, field }]
    }),
    missing: missing.flatMap((pointer) => to(pointer) ?? []),
  }
}

function countIn(removal: Removal): number {
  return [...removal.values()].reduce((sum, places) => sum + places.size, 0)
}

type Relocate = (pointer: string) => string | undefined

function relocatePointer(pointer: string, movers: readonly Relocate[]): string | undefined {
  return movers.reduce<string | undefined>((at, move) => (at === undefined ? undefined : move(at)), pointer)
}

function relocatorOf(removal: Removal): Relocate {
  // Counted once per list, because lists may be long.
  const earlier = new Map([...removal].map(([list, places]) => [list, countsBelow(places)]))
  return (pointer) => {
    let before = ''
    let after = ''
    for (const step of pointer.split('/').slice(1)) {
      const place = Number(step)
      if (removal.get(before)?.has(place)) return undefined
      const counts = earlier.get(before)
      after += `/${counts ? place - (counts[place] ?? counts.at(-1)!) : step}`
      before += `/${step}`
    }
    return after
  }
}
