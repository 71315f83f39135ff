import { REGIONS } from './regions.ts'
import type { Survey } from './survey.ts'

/** Adds the title of the page, when it stands as the first heading closely above what is taken. */
export function withTitle({ outline, titleAt }: Survey, taken: Uint8Array): Uint8Array {
  const first = taken.indexOf(1)
  if (titleAt < 0 || taken[titleAt] === 1 || first < titleAt || first - titleAt > CLOSE) return taken
  const { inner, words } = outline.blocks[titleAt]!
  if (words > LONGEST || (inner.regions & (REGIONS.hidden | REGIONS.navigation | REGIONS.dialog)) !== 0)
    return taken
  return taken.with(titleAt, 1)
}

/** How many blocks may stand between: author, date, links to share. */
const CLOSE = 15
const LONGEST = 40
