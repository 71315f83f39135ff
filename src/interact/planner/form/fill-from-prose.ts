import type { ViewElement } from '../../../browser/browser.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import { chooseByLooking, closedLists } from '../widgets/peek.ts'
import { assignAll } from './assign.ts'
import type { Assignment } from './assign.ts'
import { carryOn } from './carry-on.ts'
import { controlsOf } from './controls.ts'
import { putPart } from './put-part.ts'
import { readValues } from './said-values.ts'
import { segmentsOf } from './segments.ts'
import type { Part } from './segments.ts'

/** What came of putting a sentence onto a form: what was done, and the parts that are about nothing on it. */
export interface ProseOutcome {
  said: string[]
  left: string[]
  /** What could not be put where it belongs. */
  failures: string[]
}

/** What a sentence would put into the form that is shown, and what it says besides. */
export async function planProse(
  texts: readonly string[],
  scene: Scene,
): Promise<{ plan: Assignment[]; left: Part[] }> {
  const controls = controlsOf(await scene.tree())
  const parts = texts.flatMap((text) => segmentsOf(text, controls))
  return carryOn(parts, assignAll(parts, controls))
}

/** How often what a form shows only after a choice is waited for. */
const ROUNDS = 3
/** As long as pages take for what they do by themselves after a change. */
export const LATE_MS = 300

/** Puts what a sentence says into the form that is shown, from top to bottom; what is shown late gets its part then. */
export async function fillFromProse(texts: readonly string[], scene: Scene): Promise<ProseOutcome> {
  const outcome: ProseOutcome = { said: [], left: [], failures: [] }
  const used = new Set<string>()
  let open = [...texts]
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    if (round > 0) await scene.pause(LATE_MS)
    const { plan, left } = await planProse(open, scene)
    const fresh = plan.filter((found) => !used.has(found.control.element.ref))
    for (const found of await fromTop(fresh, scene)) {
      used.add(found.control.element.ref)
      const result = await putPart(found, scene)
      if (result.state === 'done') outcome.said.push(result.said)
      else outcome.failures.push(result.why)
    }
    outcome.left = left.map((part) => part.text)
    if (round === 0 && fresh.length === 0) return outcome
    open = left.some(isTelling) ? left.map((part) => part.text) : []
  }
  await behindLists(outcome, used, scene)
  return outcome
}

const LONGEST_OPTION = 5

/** What is left may be an option of a list that does not show what it has. */
async function behindLists(outcome: ProseOutcome, used: Set<string>, scene: Scene): Promise<void> {
  if (outcome.said.length === 0 || outcome.failures.length > 0) return
  for (const text of outcome.left) {
    const lists = openLists(await scene.tree()).filter(({ ref }) => !used.has(ref))
    const [part] = segmentsOf(text)
    if (!part || lists.length === 0 || text.endsWith('?') || wordsOf(part.rest).length > LONGEST_OPTION)
      continue
    const chosen = await chooseByLooking(part.rest, lists, scene)
    if (chosen?.state !== 'done') continue
    outcome.said.push(chosen.said)
    outcome.left = outcome.left.filter((other) => other !== text)
    if (scene.last) used.add(scene.last.ref)
  }
}

/** The lists of the form that open on a click. */
function openLists(tree: PageTree): ViewElement[] {
  const openers = controlsOf(tree).filter(({ kind, parts }) => kind === 'opener' && parts.length === 0)
  return [...new Set([...openers.map(({ element }) => element), ...closedLists(tree)])]
}

async function fromTop(plan: readonly Assignment[], scene: Scene): Promise<Assignment[]> {
  const tree = await scene.tree()
  return plan.toSorted((a, b) => tree.order(a.control.element) - tree.order(b.control.element))
}

/** Whether a part says a value that would be left out without being said. */
export function isTelling({ rest }: Part): boolean {
  return readValues(rest).text !== undefined || /^\p{L}[\p{L}\s]{1,40}:\s*\S/u.test(rest)
}
