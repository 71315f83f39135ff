/** Longer names are not compared: comparing takes time that grows with the length of both. */
const MOST_CHARACTERS = 64

/** The known name that somebody probably meant; undefined when none is like the given one. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given.length > MOST_CHARACTERS) return undefined
  let best: string | undefined
  let least = Infinity
  for (const name of known) {
    const distance = editDistance(plain(given), plain(name))
    // Names that differ in more than a third of their characters are unrelated.
    const isAlike = distance <= Math.floor(Math.max(given.length, name.length) / 3)
    if (isAlike && distance < least) [best, least] = [name, distance]
  }
  return best ?? known.find((name) => isBeginning(plain(given), plain(name)))
}

/** Shorter prefixes match too many names. */
const LEAST_BEGINNING = 5

function isBeginning(given: string, name: string): boolean {
  return given.length >= LEAST_BEGINNING && name.startsWith(given)
}

/** `only_main_content` and `onlyMainContent` are the same. */
function plain(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase()
}

/** How many characters have to be added, removed, replaced or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Infinity,
      )
    }
    ;[before, last] = [last, current]
  }
  return last[other.length]!
}
