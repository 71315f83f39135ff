import type { Marker } from './block.ts'
import { markerOf } from './marker.ts'
import type { LevelFormat } from './marker.ts'

export interface CountedLevel extends LevelFormat {
  start: number
  /** The level above, counted from 1, that makes it start anew; 0 is none. */
  restartAfter: number | undefined
}

/** A list of a Word document. */
export interface CountedList {
  id: string
  /** Lists of the same kind count on. */
  kind: string
  levels: ReadonlyMap<number, CountedLevel>
  /** Where this very list starts, at its first item of the level. */
  starts: ReadonlyMap<number, number>
}

/** Counts the items of lists. Ask it once for each paragraph, in their order. */
export class ListCounter {
  private readonly counts = new Map<string, number[]>()
  private readonly begun = new Set<string>()

  /** What stands before the next item; undefined when the list says that nothing does. */
  next({ id, kind, levels, starts }: CountedList, levelIndex: number): Marker | undefined {
    if (!(levelIndex >= 0 && levelIndex < LEVELS)) return undefined
    const at = (index: number) => levels.get(index) ?? DEFAULT_LEVEL
    const counts = this.counts.get(kind) ?? []
    this.counts.set(kind, counts)
    const own = starts.get(levelIndex)
    const key = `${id} ${levelIndex}`
    if (own !== undefined && !this.begun.has(key)) counts[levelIndex] = own
    else counts[levelIndex] = (counts[levelIndex] ?? at(levelIndex).start - 1) + 1
    this.begun.add(key)
    for (let below = levelIndex + 1; below < LEVELS; below++) {
      const after = levels.get(below)?.restartAfter
      if (after === undefined || (after > 0 && levelIndex < after)) delete counts[below]
    }
    return markerOf(levelIndex, at, (index) => counts[index] ?? at(index).start)
  }
}

const LEVELS = 9
const DEFAULT_LEVEL: CountedLevel = {
  format: 'decimal',
  text: '%1.',
  isLegal: false,
  start: 1,
  restartAfter: undefined,
}
