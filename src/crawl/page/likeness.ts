import { isPagination } from '../address/parameters.ts'

const MOST_DIFFERING = 3

/** Whether two pages say about the same; unknown is not alike. */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  for (let bits = 0; bits <= MOST_DIFFERING; bits++) {
    if (differing === 0n) return true
    // Takes the lowest set bit away.
    differing &= differing - 1n
  }
  return false
}

export function likenessMark(
  fingerprint: { similar: string; undated: string } | undefined,
): string | undefined {
  return fingerprint && `${fingerprint.similar} ${fingerprint.undated}`
}

/** Whether two such texts tell of pages that are alike; short pages are told by their text without numbers alone. */
export function isLike(one: string | undefined, other: string | undefined): boolean {
  const [similar, undated] = one?.split(' ') ?? []
  const [otherSimilar, otherUndated] = other?.split(' ') ?? []
  return isAlike(similar, otherSimilar) || (undated !== undefined && undated === otherUndated)
}

export function differingParameter(one: string, other: string): string | undefined {
  const first = new URL(one)
  const second = new URL(other)
  if (first.pathname !== second.pathname) return undefined
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()])
  const differing = [...names].filter(
    (name) => first.searchParams.getAll(name).join('\n') !== second.searchParams.getAll(name).join('\n'),
  )
  // Behind the end of a list all pages are equal; that says nothing about those before it.
  if (differing.length !== 1 || [one, other].some(isPagination)) return undefined
  return differing[0]
}
