import type { Frontier, Way } from './frontier.ts'

/** What a link is worth that says nothing of what is looked for, by where it stands. */
export const EXPLORED: Record<Way['area'], number> = {
  content: 0.12,
  navigation: 0.09,
  search: 0.05,
  aside: 0.05,
  footer: 0.05,
}

/** What the first hit of a search is worth beside that; the others the less. */
const FIRST_HIT = 0.3

export function explored({ area, rank }: Way): number {
  return EXPLORED[area] + (rank === undefined ? 0 : FIRST_HIT / (1 + rank / 2))
}

const SEVERAL = 4

/** Whether an address is one of many of its kind, each about something else. */
export function isOneOfSeveral(shape: string, frontier: Frontier): boolean {
  return (shape.split('/').length > 2 || !shape.endsWith('?')) && frontier.countAlike(shape) >= SEVERAL
}
