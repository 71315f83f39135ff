import { fold } from '../../../extract/extract.ts'

/** How well a part of an alphabetical index fits what something is called. */
export type Fit = 'last' | 'any' | 'none'

const RANGE =
  /^([\p{L}\d]{1,3})\s*(?:-|–|—|\.{2,3}|…|to|bis|à|a|au|al|hasta|tot|t\/m|thru|through)\s*([\p{L}\d]{1,3})$/iu
const LETTER = /^[\p{L}#]$/u

/**
 * Whether what a link is called is a letter, or letters from one to another, and whether one of these names would stand there:
 * people by their last word mostly, anything else by its first. Undefined when it is no part of such an index.
 */
export function fitInIndex(text: string, names: readonly (readonly string[])[]): Fit | undefined {
  const shown = fold(text.slice(0, 20))
    .trim()
    .replaceAll(/^[[(]|[\])]$/g, '')
  const [, from = LETTER.test(shown) ? shown : undefined, to = from] = RANGE.exec(shown) ?? []
  if (from === undefined || to === undefined || from > to) return undefined
  const isWithin = (word: string | undefined) =>
    word !== undefined && word.slice(0, from.length) >= from && word.slice(0, to.length) <= to
  if (names.some((name) => isWithin(name.at(-1)))) return 'last'
  return names.some((name) => name.some(isWithin)) ? 'any' : 'none'
}
