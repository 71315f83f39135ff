import type { SaidWord } from './clause-words.ts'
import { mentionIn } from './mentions.ts'
import type { Mention } from './mentions.ts'
import { pickerOf } from './pickers.ts'
import { fitting, tick } from './reach.ts'
import { valuesIn } from './values.ts'
import type { Work } from './work.ts'

/**
 * A clause about several entries as one about each: `remove the bread and the butter`. Where entries are ticked for what
 * is done with all of them, all but the last are ticked, and the clause is about the last. Undefined when it is about one.
 */
export async function separately(work: Work): Promise<Work[] | undefined> {
  const tree = await work.scene.tree()
  const values = valuesIn(
    work.clause,
    work.left.filter((word) => !word.led && !work.isAmbient(word)),
  )
  if (values.length < 2) return undefined
  const things: { words: SaidWord[]; mention: Mention }[] = []
  for (const { words } of values) {
    const mention = mentionIn(words, tree, work.isAmbient)
    if (!mention || !words.every((word) => mention.words.has(word))) return undefined
    if (things.some((other) => other.mention.entry === mention.entry)) return undefined
    things.push({ words, mention })
  }
  const all = things.flatMap(({ words }) => words)
  const each = things.map(({ words }) => work.without(all.filter((word) => !words.includes(word))))
  const { verb } = work.clause
  const wanted = verb && { verb, others: [], isAmbient: work.isAmbient }
  const hasOwn = wanted && fitting(tree.descendants(things[0]!.mention.entry), wanted, tree).length > 0
  if (hasOwn || !things.every(({ mention }) => pickerOf(mention.entry, tree))) return each
  for (const { words } of things.slice(0, -1)) {
    const now = await work.scene.tree()
    const mention = mentionIn(words, now, work.isAmbient)
    const box = mention && pickerOf(mention.entry, now)
    if (box && !box.checked) await tick(box, work.scene)
  }
  return each.slice(-1)
}
