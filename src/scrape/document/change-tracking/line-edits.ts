import { diffArrays } from 'diff'

/** A run of lines in both texts: equal ones, or some of the old that some of the new stand for. */
export interface Edit {
  isEqual: boolean
  old: readonly [from: number, to: number]
  new: readonly [from: number, to: number]
}

export interface LineEdits {
  edits: Edit[]
  /** Too much differs: what is there is right, but some of it is more than need be. */
  isCoarse: boolean
}

export interface EditLimits {
  /** How many lines may differ for the fewest edits to be looked for: it takes the square of that. */
  mostEdits: number
  timeMs: number
}

/** Room for what grows with the square of the edits, and a time that an answer can wait. */
const LIMITS: EditLimits = { mostEdits: 2_000, timeMs: 1_500 }

/**
 * When too much differs, the texts are split at lines that occur once in each, in the same order; a part that
 * still differs too much is replaced as a whole.
 */
export function lineEdits(
  old: readonly string[],
  current: readonly string[],
  { mostEdits, timeMs }: EditLimits = LIMITS,
): LineEdits {
  const deadline = performance.now() + timeMs
  const [oldKeys, newKeys] = numbered(old, current)
  const whole = trimmed(oldKeys, newKeys, { old: [0, oldKeys.length], new: [0, newKeys.length] })
  const fewest = fewestEdits(oldKeys, newKeys, whole.middle, mostEdits, timeMs / 2)
  if (fewest) return { edits: joined([whole.before, ...fewest, whole.after]), isCoarse: false }

  const edits = [whole.before]
  let isCoarse = false
  for (const part of splitAtUnique(oldKeys, newKeys, whole.middle)) {
    const { before, middle, after } = trimmed(oldKeys, newKeys, part)
    const leftMs = deadline - performance.now()
    const found = leftMs > 0 ? fewestEdits(oldKeys, newKeys, middle, PART_EDITS, leftMs) : undefined
    edits.push(before, ...(found ?? [{ isEqual: false, ...middle }]), after)
    isCoarse ||= found === undefined
  }
  return { edits: joined([...edits, whole.after]), isCoarse }
}

const PART_EDITS = 200

type Section = Pick<Edit, 'old' | 'new'>

function numbered(old: readonly string[], current: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  return [old.map(numberOf), current.map(numberOf)]
}

function trimmed(
  oldKeys: readonly number[],
  newKeys: readonly number[],
  section: Section,
): { before: Edit; middle: Section; after: Edit } {
  let [oldFrom, oldTo] = section.old
  let [newFrom, newTo] = section.new
  while (oldFrom < oldTo && newFrom < newTo && oldKeys[oldFrom] === newKeys[newFrom]) {
    oldFrom++
    newFrom++
  }
  while (oldFrom < oldTo && newFrom < newTo && oldKeys[oldTo - 1] === newKeys[newTo - 1]) {
    oldTo--
    newTo--
  }
  return {
    before: { isEqual: true, old: [section.old[0], oldFrom], new: [section.new[0], newFrom] },
    middle: { old: [oldFrom, oldTo], new: [newFrom, newTo] },
    after: { isEqual: true, old: [oldTo, section.old[1]], new: [newTo, section.new[1]] },
  }
}

function fewestEdits(
  oldKeys: readonly number[],
  newKeys: readonly number[],
  { old, new: current }: Section,
  maxEditLength: number,
  timeout: number,
): Edit[] | undefined {
  if (old[0] === old[1] || current[0] === current[1]) return [{ isEqual: false, old, new: current }]
  const changes = diffArrays(oldKeys.slice(...old), newKeys.slice(...current), { maxEditLength, timeout })
  let [oldAt, newAt] = [old[0], current[0]]
  return changes?.map(({ added, removed, count }) => {
    const edit: Edit = {
      isEqual: !added && !removed,
      old: [oldAt, added ? oldAt : oldAt + count],
      new: [newAt, removed ? newAt : newAt + count],
    }
    oldAt = edit.old[1]
    newAt = edit.new[1]
    return edit
  })
}

function splitAtUnique(
  oldKeys: readonly number[],
  newKeys: readonly number[],
  { old, new: current }: Section,
): Section[] {
  const oldPlaces = uniquePlaces(oldKeys, old)
  const pairs = [...uniquePlaces(newKeys, current)].flatMap(([key, newPlace]) => {
    const oldPlace = oldPlaces.get(key)
    return oldPlace === undefined ? [] : [{ oldPlace, newPlace }]
  })
  const starts = [{ oldPlace: old[0], newPlace: current[0] }, ...longestIncreasing(pairs)]
  return starts.map(({ oldPlace, newPlace }, index) => {
    const next = starts[index + 1] ?? { oldPlace: old[1], newPlace: current[1] }
    return { old: [oldPlace, next.oldPlace], new: [newPlace, next.newPlace] }
  })
}

function uniquePlaces(keys: readonly number[], [from, to]: Edit['old']): Map<number, number> {
  const places = new Map<number, number>()
  const repeated = new Set<number>()
  for (let place = from; place < to; place++) {
    const key = keys[place]!
    if (places.has(key)) repeated.add(key)
    else places.set(key, place)
  }
  for (const key of repeated) places.delete(key)
  return places
}

interface Pair {
  oldPlace: number
  newPlace: number
}

function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  // By length, the last pair of the rise of that length that ends lowest; each pair knows the one before it.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, { oldPlace }] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]!.oldPlace < oldPlace) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1]
    ends[low] = index
  }
  const rise: Pair[] = []
  for (let index = ends.at(-1); index !== undefined; index = before[index]) rise.push(pairs[index]!)
  return rise.toReversed()
}

function joined(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    if (edit.old[0] === edit.old[1] && edit.new[0] === edit.new[1]) continue
    const last = result.at(-1)
    if (last?.isEqual === edit.isEqual) {
      result[result.length - 1] = {
        ...edit,
        old: [last.old[0], edit.old[1]],
        new: [last.new[0], edit.new[1]],
      }
    } else result.push(edit)
  }
  return result
}
