import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { conceptsOf } from './concepts.ts'
import { asksWhatCame, isOfKind, kindAsked } from './kind-asked.ts'

const SMALL = new Set(
  'what which when where who how is are was does do did the a an of for to in on at my me it its i get give tell read show there this that and or about long much many far cost costs per'.split(
    ' ',
  ),
)

/** The words of a question that say what it is about. */
function subjectOf(question: string): string[] {
  return wordsOf(question)
    .filter((word) => !SMALL.has(word))
    .map(stemOf)
}

/**
 * The text that has most of what the question is about and says more than the question does: of what has just come up
 * first. Where nothing speaks of it, the only text of the kind that was asked for.
 */
export function nearestText(question: string, fresh: readonly string[], tree: PageTree): string | undefined {
  const subject = subjectOf(question)
  const kind = kindAsked(question)
  const shown = tree.elements.filter((element) => element.ownText !== '' && !element.editable)
  const all = [...fresh, ...shown.map((element) => element.text)]
  let best: { text: string; hits: number } | undefined
  for (const [index, text] of all.entries()) {
    if (text.length > 300 || !isOfKind(text, kind)) continue
    const words = new Set(wordsOf(text).map(stemOf))
    const named = subject.filter((word) => words.has(word)).length
    if (named < subject.length / 2 || ![...words].some((word) => !subject.includes(word))) continue
    const hits = named + (index < fresh.length ? 0.5 : 0) - text.length / 1000
    if (hits > (best?.hits ?? 0.9)) best = { text, hits }
  }
  if (best) return best.text
  const came = kind || asksWhatCame(question) ? fresh.filter((text) => isOfKind(text, kind)) : []
  // What names something else than the kind is not answered by whatever is of the kind.
  const isOpen = subject.every((word) => [...conceptsOf(word)].some((concept) => OF_KINDS.test(concept)))
  const ofKind = shown.map((one) => one.ownText).filter((text) => isOfKind(text, kind))
  return only(came) ?? (kind && isOpen ? only(ofKind) : undefined)
}

const OF_KINDS = /^(cost|pay|amount|date|time|code|phone|mail)$/

function only(texts: readonly string[]): string | undefined {
  const different = new Set(texts)
  return different.size === 1 ? texts[0] : undefined
}
