import { readNumber, readQuantity } from '../resolve/conditions.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'

const LESS = /\b(less|below|under|lower|smaller|cheaper|fewer|at most)\b|<|≤/i
const MORE = /\b(more|above|over|higher|greater|larger|at least|exceeds?)\b|>|≥/i
const LONGEST_MS = 15_000
const BETWEEN_LOOKS_MS = 50

/** Waits until a comparison with a number that the page shows holds; true at once where a condition is none. */
export async function waitUntil(condition: string, scene: Scene): Promise<boolean> {
  const test = numberTest(condition)
  if (!test) return true
  const since = performance.now()
  for (;;) {
    const value = shownNumber(condition, await scene.tree())
    if (value !== undefined && test(value)) return true
    if (performance.now() - since > LONGEST_MS) return false
    await scene.stage.act({ do: 'wait', ms: BETWEEN_LOOKS_MS }, scene.signal)
    scene.signal.throwIfAborted()
    await scene.look()
  }
}

/** What `less than 5`, `even` or `between 3 and 7` say about a number; undefined when words say nothing about one. */
export function numberTest(condition: string): ((value: number) => boolean) | undefined {
  if (/\beven\b/i.test(condition)) return (value) => value % 2 === 0
  if (/\bodd\b/i.test(condition)) return (value) => Math.abs(value % 2) === 1
  const limit = readNumber(condition)
  if (limit === undefined) return undefined
  if (LESS.test(condition)) return (value) => value < limit
  if (MORE.test(condition)) return (value) => value > limit
  return (value) => value === limit
}

/** The number that a condition is about: money where it speaks of money, beside a label that it names. */
function shownNumber(condition: string, tree: PageTree): number | undefined {
  const money = /[$€£]|price|cost/i.test(condition)
  const words = new Set(wordsOf(condition))
  const numbers = tree.elements.filter(
    (element) => /\d/.test(element.ownText) && (!money || /[$€£]/.test(element.ownText)),
  )
  const named = numbers.find((element) =>
    wordsOf(`${element.hints} ${element.name}`).some((word) => words.has(word)),
  )
  const shown = named ?? numbers[0]
  return shown && readQuantity(shown.ownText, money ? 'money' : 'number')
}
