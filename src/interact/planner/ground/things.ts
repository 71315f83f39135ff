import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seek } from '../recover/seek.ts'
import { readClauseWords } from './clause-words.ts'
import type { SaidWord } from './clause-words.ts'
import { isControl } from './controls.ts'
import type { Called } from './controls.ts'
import { deedsOf, sameDeed } from './deeds.ts'
import { entryOf } from './entries.ts'
import { mentionIn, saysName, standsIn } from './mentions.ts'
import type { Mention } from './mentions.ts'
import type { Work } from './work.ts'

/** What the clause is about: the entry that it names, or the one that was meant last. */
export function thingOf(work: Work, lone: Called | undefined, tree: PageTree): Mention | undefined {
  const { verb, same } = work.clause
  const answered =
    same && work.scene.answer !== undefined
      ? mentionIn(namesIn(work.scene.answer), tree, () => false)
      : undefined
  if (answered) return { ...answered, words: new Set() }
  const last = same ? (tree.get(work.scene.last?.ref) ?? tree.get(work.scene.within?.ref)) : undefined
  if (last && !last.covered) return { element: last, entry: entryOf(last, tree), words: new Set() }
  if (same && lone) return undefined
  const isTurned = deedsOf(verb!.text).some((deed) => /^(edit|move|assign|mark)$/.test(deed))
  const named = mentionIn(
    work.left.filter((word) => !(word.led && (word.quoted || isTurned))),
    tree,
    work.isAmbient,
    (element) => !isControl(element) || sameDeed(verb!.text, element.text) === 0,
  )
  return named && mustBeThere(work).every((word) => named.words.has(word)) ? named : undefined
}

function namesIn(answer: string): SaidWord[] {
  return readClauseWords(answer).words.filter((word) => word.name || /^\p{Lu}/u.test(word.text))
}

/** The quotations that name what something is done with, where nothing is made. */
function mustBeThere({ clause, left }: Work): SaidWord[] {
  const makes = deedsOf(clause.verb!.text).some((deed) => /^(add|invite|reply|send)$/.test(deed))
  return makes ? [] : left.filter((word) => word.quoted && !word.led)
}

/** A thing that is not shown is looked for where the page may hide it, when everything else has been tried. */
export async function soughtThing({ target, left, scene }: Work): Promise<Mention | undefined> {
  if (!target || target.words === '' || !left.some((word) => word.name && standsIn(word, target.words)))
    return undefined
  const [best] = await seek(target, scene, 'any')
  if (!best || !saysName(target.words, best.element)) return undefined
  const where = [target.words, ...(target.relations ?? []).map((relation) => relation.target.words)].join(' ')
  const tree = await scene.tree()
  return {
    element: best.element,
    entry: entryOf(best.element, tree),
    words: new Set(left.filter((word) => standsIn(word, where))),
  }
}

/** The noun before a name, or behind it, says what it is a name of: it need not stand on the page. */
export function excuse({ element, words }: Mention, work: Work): void {
  const all = work.clause.words
  const named = [...words].filter(
    (word) => word.quoted || similarity(word.text, element.ownText || element.name) > 0.6,
  )
  for (const word of named)
    for (const beside of [all[all.indexOf(word) - 1], all[all.indexOf(word) + 1]])
      if (
        beside &&
        !beside.name &&
        !beside.small &&
        (beside.start < word.start || /^\p{Ll}/u.test(beside.text))
      )
        work.excused.add(beside)
}

/** Whether an entry is what the page as a whole is about. */
export function isSubject({ element }: Mention, tree: PageTree): boolean {
  return element.role === 'heading' && entryOf(element, tree) === element
}
