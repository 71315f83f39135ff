import type { Bytes } from '../../compound-file/bytes.ts'

/** A stretch of the file whose text has the same properties. */
export interface PropertyRun {
  from: number
  to: number
  /** Of paragraphs: the number of their style. */
  style: number
  properties: Bytes
}

/** The properties of all text, by where it lies, in that order. */
export class PropertyRuns {
  private readonly runs: PropertyRun[]

  constructor(runs: PropertyRun[]) {
    this.runs = runs
  }

  /** The stretch that a place lies in. */
  at(offset: number): PropertyRun | undefined {
    let low = 0
    let high = this.runs.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const run = this.runs[middle]!
      if (offset < run.from) high = middle - 1
      else if (offset >= run.to) low = middle + 1
      else return run
    }
    return undefined
  }
}

const PAGE = 512

/** Reads the pages that tell properties. `kind` says what of: letters or paragraphs. */
export function readPropertyPages(main: Bytes, index: Bytes, kind: 'letters' | 'paragraphs'): PropertyRuns {
  const count = Math.floor((index.length - 4) / 8)
  const runs: PropertyRun[] = []
  let last = -1
  for (let entry = 0; entry < count; entry++) {
    const number = index.u32(4 * (count + 1) + 4 * entry) & 0x3f_ffff
    const page = main.slice(number * PAGE, (number + 1) * PAGE)
    const runCount = page.u8(PAGE - 1)
    for (let run = 0; run < runCount; run++) {
      const from = page.u32(4 * run)
      const to = page.u32(4 * run + 4)
      // They must lie one after the other to be found.
      if (from < last || to <= from) continue
      last = to
      const table = 4 * (runCount + 1)
      runs.push({
        from,
        to,
        ...(kind === 'letters'
          ? lettersAt(page, 2 * page.u8(table + run))
          : paragraphAt(page, 2 * page.u8(table + 13 * run))),
      })
    }
  }
  return new PropertyRuns(runs)
}

function lettersAt(page: Bytes, at: number): { style: number; properties: Bytes } {
  const length = at === 0 ? 0 : page.u8(at)
  return { style: 0, properties: page.slice(at + 1, at + 1 + length) }
}

function paragraphAt(page: Bytes, at: number): { style: number; properties: Bytes } {
  if (at === 0) return { style: 0, properties: page.slice(0, 0) }
  const half = page.u8(at)
  const start = half === 0 ? at + 2 : at + 1
  const length = half === 0 ? 2 * page.u8(at + 1) : 2 * half - 1
  return { style: page.u16(start), properties: page.slice(start + 2, start + length) }
}
