/** What the validator has against a value at one place of it and of the schema. */
export interface Fault {
  keyword: string
  keywordLocation: string
  instanceLocation: string
  error: string
}

/** Keywords that the validator reports for every level above a failure. */
const LEVELS: ReadonlySet<string> = new Set(
  'properties items prefixItems additionalItems $ref allOf additionalProperties'.split(' '),
)

/** The faults that say something: the failures themselves, and of alternatives those of the one that fits best. */
export function causesIn(faults: readonly Fault[]): Fault[] {
  const causes: Fault[] = []
  // What alternatives failed for stands right behind that they failed, so that it is known when going backwards.
  for (const fault of faults.map(placed).toReversed()) {
    if (LEVELS.has(fault.keyword)) continue
    if (fault.keyword !== 'anyOf' && fault.keyword !== 'oneOf') causes.push(fault)
    else for (const cause of ofBest(fault, causes)) causes.push(cause)
  }
  return causes.toReversed()
}

/** What must not be there at all is reported without its place in the schema, which is that of the one before it. */
function placed(fault: Fault, index: number, faults: readonly Fault[]): Fault {
  const above = faults[index - 1]
  if (fault.keyword !== 'false' || !above) return fault
  return { ...fault, keywordLocation: `${above.keywordLocation}/false` }
}

function ofBest(failed: Fault, causes: Fault[]): readonly Fault[] {
  const place = `${failed.keywordLocation}/`
  let start = causes.length
  while (start > 0 && isUnder(causes[start - 1]!, place, failed.instanceLocation)) start--
  const byAlternative = new Map<number, Fault[]>()
  for (const fault of causes.splice(start)) {
    const index = Number.parseInt(fault.keywordLocation.slice(place.length), 10)
    const known = byAlternative.get(index)
    if (known) known.push(fault)
    else byAlternative.set(index, [fault])
  }
  const fitsSeveral = failed.keyword === 'oneOf' && !failed.error.includes('(0 matches)')
  const [best] = [...byAlternative]
    .map(([index, faults]) => ({ index, faults, weight: weightOf(faults, failed.instanceLocation) }))
    .toSorted((one, other) => one.weight - other.weight || one.index - other.index)
  return fitsSeveral || !best ? [failed] : best.faults
}

function isUnder({ keywordLocation, instanceLocation }: Fault, place: string, instance: string): boolean {
  return (
    keywordLocation.startsWith(place) &&
    (instanceLocation === instance || instanceLocation.startsWith(`${instance}/`))
  )
}

/** Keywords by which a value is of another kind altogether. */
const KINDS: ReadonlySet<string> = new Set(['type', 'const', 'enum'])

/** What is only not there weighs less than what is wrong, and all that is wrong inside less than being of another kind. */
function weightOf(faults: readonly Fault[], place: string): number {
  if (faults.some(({ keyword, instanceLocation }) => KINDS.has(keyword) && instanceLocation === place))
    return Number.MAX_SAFE_INTEGER
  return faults.reduce((sum, { keyword }) => sum + (keyword === 'required' ? 1 : 100), 0)
}
