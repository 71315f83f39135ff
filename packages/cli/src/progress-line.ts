import { plainText } from './plain-text.ts'

/** The progress of a job. */
export interface Progress {
  done: number
  /** The number of known items. */
  total: number
  /** The last finished item. */
  latest?: string
}

const BAR_WIDTH = 24

/** Progress as one line that fits the terminal. */
export function progressLine({ done, total, latest = '' }: Progress, columns: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = Math.round(share * BAR_WIDTH)
  const line = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${done}/${total} ${plainText(latest)}`
  return line.slice(0, Math.max(20, columns - 1)).trimEnd()
}
