import { validateAgainstSchema, valueAtPointer, pointerStep } from '../extract/extract.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { Outcome } from './agent-strategy.ts'

/** Leaving something out may make what holds it wrong, a list that must not be empty for example. */
const MAX_PASSES = 20
const MAX_ISSUES = 10_000

/** Leaves out records that do not fit the schema. Returns complaints when the rest still does not fit. */
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
        complaints: issues,
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

/** By the pointer of a list, the places in it that are left out. */
type Removal = ReadonlyMap<string, ReadonlySet<number>>
const NO_REMOVAL: Removal = new Map()

/** For each place how many of these come before it; the last entry holds for all that follow. */
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

/** Evidence and missing places under their new pointers; what has none is left out. */
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
  // How many records before each place are gone, so that long lists are counted once.
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
