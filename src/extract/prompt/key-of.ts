const MOST_WORDS = 6
const LONGEST = 60

/** The name of a property for some words: `Date of birth` becomes `dateOfBirth`. */
export function keyOf(words: string): string {
  const parts = words
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return (parts ?? [])
    .slice(0, MOST_WORDS)
    .map((part, index) =>
      index === 0 ? part.toLowerCase() : part[0]!.toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join('')
    .slice(0, LONGEST)
}
