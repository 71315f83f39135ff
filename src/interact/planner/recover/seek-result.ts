import { isSafeToTry } from '../match/consequences.ts'
import { resultsIn } from '../resolve/results.ts'
import type { Found } from '../resolve/resolve.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { findControl } from '../widgets/pager.ts'

/** Whether only the place in a list of results says what is meant. */
export function isResult(target: Target): boolean {
  return (
    target.words === '' &&
    /^(result|article|item|product|listitem)$/.test(target.kind ?? '') &&
    (target.ordinal !== undefined || target.kind === 'result') &&
    !target.condition &&
    !target.relations?.length &&
    !target.traits?.length
  )
}

/** The n-th result; what is not on this page is looked for on the next ones. */
export async function seekResult(target: Target, scene: Scene): Promise<Found | undefined> {
  let ordinal = target.ordinal ?? 1
  for (let pages = 0; pages < 20; pages++) {
    const tree = await scene.tree()
    const results = resultsIn(tree)
    const result = ordinal > 0 ? results[ordinal - 1] : results.at(ordinal)
    if (result) return { element: result, score: 1 }
    const next = results.length > 0 ? findControl('next', tree) : undefined
    if (!next || !isSafeToTry(next, tree)) return undefined
    ordinal -= results.length
    await scene.act({ do: 'click', ref: next.ref }, { type: 'click', target: 'next page' })
  }
  return undefined
}
