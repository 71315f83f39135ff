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
    if (fault.keyword === 'anyOf' || fault.keyword === 'oneOf') causes.push(...ofBest(fault, causes))
    else causes.push(fault)
  }
  return causes.toReversed()
}

/** What must not be there at all is reported without its place in the schema, which is that of the one before it. */
function placed(fault: Fault, index: number, faults: readonly Fault[]): Fault {
  const above = faults[index - 1]
  if (fault.keyword !== 'false' || !above) return fault
  return { ...fault, keywordLocation: `${above.keywordLocation}/false` }
}

function ofBest(failed: Fault, causes: Fault[]): Fault[] {
  const place = `${failed.keywordLocation}/`
  let start = causes.length
  while (start > 0 && isUnder(causes[start - 1]!, place, failed.instanceLocation)) start--
  const byAlternative = new Map<string, Fault[]>()
  for (const fault of causes.splice(start)) {
    const [index = ''] = fault.keywordLocation.slice(place.length).split('/', 1)
    byAlternative.set(index, [...(byAlternative.get(index) ?? []), fault])
  }
  const fitsSeveral = failed.keyword === 'oneOf' && !failed.error.includes('(0 matches)')
  const [best] = [...byAlternative.values()].toSorted((one, other) => weight(one) - weight(other))
  return fitsSeveral || !best ? [failed] : best
}

function isUnder({ keywordLocation, instanceLocation }: Fault, place: string, instance: string): boolean {
  return (
    keywordLocation.startsWith(place) &&
    (instanceLocation === instance || instanceLocation.startsWith(`${instance}/`))
  )
}

/** What is only not there weighs less than what is wrong. */
function weight(faults: readonly Fault[]): number {
  return faults.reduce((sum, { keyword }) => sum + (keyword === 'required' ? 1 : 100), 0)
}
