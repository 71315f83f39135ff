import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { notPressed, withoutEffect } from '../verify/committed.ts'
import { unaccounted } from '../verify/words-accounted.ts'
import { shorten } from './call.ts'

/** So many are told; the rest is much the same. */
const MOST_TOLD = 5
const MOST_CHARS = 60

/** Says which values and names of an instruction nothing came of, and what was prepared but never sent; nothing where all is accounted for. */
export async function tellUnused(
  steps: readonly Step[],
  told: readonly string[],
  scene: Scene,
): Promise<string> {
  const { touched, actions, first, former, isAimed } = scene
  const words = unaccounted(steps, {
    used: [
      ...touched,
      ...told,
      ...actions.flatMap(({ target = '', value = '', effect = '' }) => [target, value, effect]),
    ],
    deeds: actions.map(({ type, target = '' }) => `${type} ${target}`),
    isAimed,
    first,
    former,
    last: await scene.tree(),
  })
  if (words.length === 0) return tellPending(steps, scene)
  const named = words.slice(0, MOST_TOLD).map((word) => `"${shorten(word, MOST_CHARS)}"`)
  return `${named.join(', ')} ${words.length === 1 ? 'was' : 'were'} not used.`
}

function tellPending(steps: readonly Step[], { actions, forbidden }: Scene): string {
  const pending = forbidden.length > 0 ? undefined : notPressed(steps, actions)
  if (pending !== undefined)
    return `Nothing was pressed for "${shorten(pending, MOST_CHARS)}", so it is not done.`
  const idle = withoutEffect(steps, actions)
  return idle === undefined ? '' : `Nothing was seen to come of "${shorten(idle, MOST_CHARS)}".`
}
