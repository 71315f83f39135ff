/** How many of the 64 bits may differ between pages that say the same. */
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

/** What a page is like, in one text: where that of another is similar, or the same but for numbers, they are alike. */
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
