import type { Color } from './color.ts'
import { blended } from './color.ts'
import type { StyleSample } from './style-sample.ts'

/** The custom property that is called by a role alone, before those that say more: `primary`, then `color-primary-500`. */
export function variableColor({ variables }: StyleSample, role: string): Color | undefined {
  const named = variables.flatMap(({ name, color }) => {
    const rest = name
      .replace(role, '')
      .split(/[-_]+/)
      .filter((word) => word !== '' && !PLAIN_WORDS.has(word))
    const isRole = new RegExp(`(?:^|[-_])${role}(?:$|[-_])`).test(name)
    return isRole && rest.length === 0 ? [{ color, length: name.length }] : []
  })
  const best = named.sort((one, other) => one.length - other.length)[0]
  return best && blended([best.color])
}

const PLAIN_WORDS = new Set(
  'color colors colour clr theme bg background base default main brand bs wp preset global site token tw 500 600 hex ds ui md sys'.split(
    ' ',
  ),
)
