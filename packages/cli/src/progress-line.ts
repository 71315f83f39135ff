import { plainText } from './plain-text.ts'

/** How far a job is. */
export interface Progress {
  done: number
  /** How many there are to do as far as is known. */
  total: number
  /** What was done last. */
  latest?: string
}

const BAR_WIDTH = 24

/** One line that says how far a job is, no wider than the terminal. */
export function progressLine({ done, total, latest = '' }: Progress, columns: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = Math.round(share * BAR_WIDTH)
  const line = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${done}/${total} ${plainText(latest)}`
  return line.slice(0, Math.max(20, columns - 1)).trimEnd()
}
