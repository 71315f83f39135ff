import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'
import { resolve, SURE } from './resolve.ts'

const LED_IN = /^(?:with|of|by|from|about|for|to|mit|von|über|avec|de|con|di|da|met|van|com)\s+(.+)$/iu
const PLACED =
  /^(.+?)\s+(?:in|on|under|inside|within|at|of|for|from|im|unter|auf|bei|dans|sous|sur|en|bajo|sotto|nel|nella|onder|op|em|no|na)\s+(?:the |den |der |dem |le |la |el |il |het |de |o |a )?(.+)$/iu

/** Other things that the same words may mean, for when the page has nothing that they mean as read: `the chat with Ann` is called Ann, `express in Shipping` is express there. */
export function otherReadings(target: Target, tree: PageTree): Target[] {
  if (target.quoted || target.same) return []
  return [...byWho(target), ...byPlace(target, tree), ...byNumber(target), ...byCaption(target)]
}

function byWho({ condition, relations, ordinal, ...target }: Target): Target[] {
  const who = LED_IN.exec(condition ?? '')?.[1]
  if (!who || target.words === '' || relations?.length || ordinal !== undefined) return []
  return [{ words: who.replace(/^["“«](.*)["”»]$/u, '$1'), quoted: false }]
}

/** `the second product image` is the second image, where none is called after a product. */
function byNumber(target: Target): Target[] {
  const isCounted = target.ordinal !== undefined && /^(image|video|row)$/.test(target.kind ?? '')
  return isCounted && /^\p{Ll}+$/u.test(target.words) ? [{ ...target, words: '' }] : []
}

/** `the volume slider` is the slider by what says Volume. */
function byCaption({ words, ...target }: Target): Target[] {
  if (target.kind !== 'slider' || words === '' || target.relations?.length) return []
  return [{ ...target, words: '', relations: [{ how: 'near', target: { words, quoted: false } }] }]
}

function byPlace(target: Target, tree: PageTree): Target[] {
  const [, words, place] = PLACED.exec(target.words) ?? []
  if (!words || !place) return []
  const where: Target = { words: place, quoted: false }
  if ((resolve(where, tree, 'any')[0]?.score ?? 0) < SURE + 0.2) return []
  return [{ ...target, words, relations: [...(target.relations ?? []), { how: 'in', target: where }] }]
}
