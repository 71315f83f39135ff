import { resolve } from '../resolve/resolve.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'
import { isField } from '../match/kinds.ts'

/** The n-th word, sentence or letter of a text, where a description asks for one: `the 6th word in the paragraph`. */
export function readPart(target: Target, tree: PageTree): string | undefined {
  const split = Object.hasOwn(SPLITS, target.kind ?? '') ? SPLITS[target.kind ?? ''] : undefined
  if (!split || target.words !== '' || target.ordinal === undefined) return undefined
  const holder = target.relations?.find((relation) => /^(in|of)$/.test(relation.how))?.target
  const text = holder ? textOfHolder(holder, tree) : longestText(tree)
  const parts = text.match(split) ?? []
  return target.ordinal > 0 ? parts[target.ordinal - 1] : parts[parts.length + target.ordinal]
}

const SPLITS: Record<string, RegExp> = {
  word: /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu,
  sentence: /[^.!?]+[.!?]*/gu,
  letter: /\p{L}/gu,
  character: /\S/gu,
  line: /[^\n]+/gu,
}

function textOfHolder(holder: Target, tree: PageTree): string {
  const best = resolve(holder, tree, 'read')[0]?.element
  if (!best) return longestText(tree)
  const own = isField(best) ? (best.value ?? '') : best.text
  return own || longestText(tree)
}

function longestText(tree: PageTree): string {
  const texts = tree.elements.map((element) => element.value ?? element.ownText)
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}
