import { plain } from '../match/words.ts'
import { recordOf } from '../page/records.ts'
import type { Scene } from '../scene.ts'
import { isAnyChange } from '../verify/changes.ts'
import { resolveAll } from '../resolve/resolve.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

const MOST_ROUNDS = 40

export const repeat: TakeStep<'repeat'> = async (step, scene, carryOut) => {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    if (await holds(step.until, scene))
      return done(
        rounds === 0
          ? `It holds already: ${step.until}.`
          : `Repeated it ${rounds} times until ${step.until}.`,
      )
    for (const inner of step.steps) {
      const outcome = await carryOut(inner, scene)
      if (outcome.state === 'failed') return failed(`After ${rounds} rounds: ${outcome.why}`)
    }
    if (scene.changes && !isAnyChange(scene.changes)) break
  }
  return (await holds(step.until, scene))
    ? done(`Repeated it until ${step.until}.`)
    : failed(`It was repeated, but this did not come: ${step.until}.`)
}

/** Whether the page shows what is waited for: a quoted text, a number of things, something gone. */
async function holds(until: string, scene: Scene): Promise<boolean> {
  const tree = await scene.tree()
  const quoted = /["“”'‘’«»]([^"“”‘’«»]+)["“”'‘’«»]/.exec(until)?.[1]
  const texts = tree.elements.map((element) => plain(element.ownText || element.name))
  if (quoted) {
    const shown = tree.elements.findLast((element) =>
      plain(element.ownText || element.name).includes(plain(quoted)),
    )
    if (!shown) return false
    scene.last = shown
    scene.within = recordOf(shown, tree)
    return true
  }
  const many = /(\d+)(?:\s+or more)?\s+([\p{L}]+)/u.exec(until)
  if (many) {
    const kind = many[2]!.toLowerCase().replace(/s$/, '')
    const count = Math.max(
      resolveAll({ words: '', quoted: false, kind, all: true }, tree, 'read').length,
      largestList(tree.elements),
    )
    return count >= Number(many[1])
  }
  const told = /(?:see|shows?|says?|appears?|is)\s+(.+)$/i.exec(until)?.[1]
  return told !== undefined && texts.some((text) => text.includes(plain(told)))
}

function largestList(elements: readonly { role: string; parent: string | undefined }[]): number {
  const counts = new Map<string | undefined, number>()
  for (const element of elements)
    if (/^(listitem|row|article|option)$/.test(element.role))
      counts.set(element.parent, (counts.get(element.parent) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
