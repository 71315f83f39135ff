/** Columns of figures by row. */
export type Rows = Record<string, Record<string, Cell>>
type Cell = string | number | undefined

/** Every table that this run has printed, for the docs. */
export const PRINTED: { title: string; rows: Rows }[] = []

/** Prints rows of figures beneath the names of their columns, numbers to the right. */
export function printRows(title: string, rows: Rows): void {
  PRINTED.push({ title, rows })
  const names = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
  const columns = [
    aligned(title, Object.keys(rows)),
    ...names.map((name) => aligned(name, shown(Object.values(rows).map((row) => row[name])))),
  ]
  for (const at of columns[0]!.keys()) {
    const line = columns.map((column) => column[at]).join('  ')
    console.log(line.trimEnd())
  }
}

/** The cells of a column as text. Numbers get three decimals unless all of them are whole. */
export function shown(cells: readonly Cell[]): string[] {
  const digits = cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell)) ? 3 : 0
  return cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(digits) : (cell ?? '')))
}

function aligned(name: string, cells: readonly string[]): string[] {
  const width = Math.max(name.length, ...cells.map(({ length }) => length))
  const isNumeric = cells.every((cell) => /^(–|[\d.]+( %| \([\d/]+\))?)?$/.test(cell))
  return [name, ...cells].map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)))
}

/** Runs work and measures the CPU time of this process in milliseconds. */
export function timedCpu<Value>(work: () => Value): { value: Value; ms: number } {
  const clock = startCpuClock()
  const value = work()
  return { value, ms: clock() }
}

/** Gives the CPU time that this process has used since, in milliseconds. */
export function startCpuClock(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** Runs work `times` times, several at once. Each run gets its number. */
export async function inParallel(
  times: number,
  atOnce: number,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  let turn = 0
  const worker = async () => {
    while (turn < times) await work(turn++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

/** Precision and recall as one number. */
export function f1Of(precision: number, recall: number): number {
  return (2 * precision * recall) / Math.max(1e-9, precision + recall)
}
