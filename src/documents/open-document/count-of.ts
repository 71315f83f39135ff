/** How often something is said to be there: a whole number from 1 to the most; 1 when what is said is no number. */
export function countOf(value: string | undefined, most: number): number {
  return Math.min(Math.max(Math.trunc(Number(value ?? 1)) || 1, 1), most)
}
