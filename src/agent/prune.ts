import { complaintsAbout, pointedAt, pointerStep } from '../extract/extract.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { Outcome } from './mind.ts'

/** Leaving something out may make what holds it wrong, a list that must not be empty for example. */
const MOST_PASSES = 20
const MOST_COMPLAINTS = 10_000

/** Leaves out records that do not fit the schema. Returns complaints when the rest still does not fit. */
export function prune(value: unknown, schema: JsonSchema) {
  const passes: Removal[] = []
  let rest = value
  for (;;) {
    const complaints = complaintsAbout(rest, schema, MOST_COMPLAINTS)
    const removal =
      passes.length < MOST_PASSES
        ? removalOf(complaints.flatMap(({ path }) => innermostRecord(rest, path) ?? []))
        : NOTHING
    if (complaints.length === 0 || removal.size === 0) {
      const leftOut = passes.reduce((sum, pass) => sum + countIn(pass), 0)
      const movers = passes.map(moverOf)
      return { value: rest, leftOut, complaints, moved: (pointer: string) => movedBy(pointer, movers) }
    }
    passes.push(removal)
    rest = without(rest, '', removal)
  }
}

export function withoutRecords(value: unknown, removal: Removal) {
  return { value: without(value, '', removal), moved: moverOf(removal) }
}

/** By the pointer of a list, the places in it that are left out. */
type Removal = ReadonlyMap<string, ReadonlySet<number>>
const NOTHING: Removal = new Map()

/** For each place how many of these come before it; the last entry holds for all that follow. */
function countsBelow(places: ReadonlySet<number>): number[] {
  const counts = [0]
  const last = Math.max(...places)
  for (let place = 0; place <= last; place++) counts.push(counts[place]! + (places.has(place) ? 1 : 0))
  return counts
}

interface Place {
  list: string
  place: number
}

export function removalOf(records: readonly Place[]): Removal {
  const byList = Map.groupBy(records, ({ list }) => list)
  return new Map([...byList].map(([list, some]) => [list, new Set(some.map(({ place }) => place))]))
}

function innermostRecord(value: unknown, path: string): Place | undefined {
  let part = value
  let pointer = ''
  let record: Place | undefined
  for (const step of path.split('/').slice(1)) {
    if (Array.isArray(part)) record = { list: pointer, place: Number(step) }
    part = pointedAt(part, `/${step}`)
    pointer += `/${step}`
  }
  return record
}

function without(value: unknown, pointer: string, removal: Removal): unknown {
  if (Array.isArray(value)) {
    const gone = removal.get(pointer)
    return value.flatMap((item: unknown, place) =>
      gone?.has(place) ? [] : [without(item, `${pointer}/${place}`, removal)],
    )
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, without(part, pointer + pointerStep(name), removal)]),
  )
}

/** Evidence and missing places under their new pointers; what has none is left out. */
export function relocated(
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

type Mover = (pointer: string) => string | undefined

function movedBy(pointer: string, movers: readonly Mover[]): string | undefined {
  return movers.reduce<string | undefined>((at, move) => (at === undefined ? undefined : move(at)), pointer)
}

function moverOf(removal: Removal): Mover {
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
