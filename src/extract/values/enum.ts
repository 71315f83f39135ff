/** The one of the given values that a text names; undefined when it names none, or several. */
export function readEnum(text: string, values: readonly unknown[]): string | number | boolean | undefined {
  const said = plain(text)
  const known = values
    .filter((value): value is string | number | boolean =>
      ['string', 'number', 'boolean'].includes(typeof value),
    )
    .map((value) => ({ value, name: plain(String(value)) }))
    .filter(({ name }) => name !== '')
  const same = known.find(({ name }) => name === said)
  if (same) return same.value
  const squeezed = said.replaceAll(' ', '')
  const joined = known.find(({ name }) => name.replaceAll(' ', '') === squeezed)
  if (joined) return joined.value
  return contained(` ${said} `, known)
}

interface Known {
  value: string | number | boolean
  name: string
}

/** The longest of those that stand in the text as words, unless two that do not contain each other do. */
function contained(said: string, known: readonly Known[]): string | number | boolean | undefined {
  if (said.length > 300) return undefined
  const found = known.filter(
    ({ name }) => said.includes(` ${name} `) || (isUnspaced(name) && said.includes(name)),
  )
  const [longest] = found.toSorted((one, other) => other.name.length - one.name.length)
  if (longest === undefined || isDenied(said, longest.name)) return undefined
  return found.every(({ name }) => longest.name.includes(name)) ? longest.value : undefined
}

const DENIALS = /(?:^| )(?:not?|non|never|without|nicht|kein|keine|ohne|pas|sans|sin|ohne|niet|geen|не|без) $/

function isDenied(said: string, name: string): boolean {
  const at = said.indexOf(name)
  return DENIALS.test(said.slice(Math.max(0, at - 12), at))
}

function isUnspaced(name: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
}

/** Words in small letters, without signs; `InStock`, `in_stock` and `In stock` are the same. */
function plain(text: string): string {
  return text
    .slice(0, 400)
    .replace(/^https?:\/\/schema\.org\//i, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
