import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { notFound, seek, seekHere } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

const MORE =
  /^\s*(?:\+|▲|▴|↑|⌃|＋)\s*$|(?<!\p{L})(?:increase|increment|plus|more|raise|up|higher|warmer|louder|one more|erhöhen|mehr|höher|wärmer|augmenter|monter|aumentar|más|subir|mais|aumenta|più|verhogen|meer|hoger)(?!\p{L})/iu
const LESS =
  /^\s*(?:-|−|–|▼|▾|↓|⌄|－)\s*$|(?<!\p{L})(?:decrease|decrement|minus|less|reduce|down|lower|colder|cooler|quieter|fewer|verringern|weniger|niedriger|senken|kälter|moins|diminuer|baisser|menos|disminuir|bajar|diminuir|diminuisci|meno|verlagen|minder|lager)(?!\p{L})/iu
const MOST_TIMES = 50

/** One more or one less: the button for it beside what is meant, else the arrow keys of its control. */
export const nudge: TakeStep<'nudge'> = async (step, scene) => {
  const times = Math.min(step.count, MOST_TIMES)
  const target = step.target?.same ? undefined : step.target
  const [found] = target ? await seek(target, scene, 'any', 'look') : []
  const thing = found?.element ?? (step.target?.same ? scene.last : undefined)
  const button = buttonFor(step.up ? MORE : LESS, target?.words ?? '', thing, await scene.tree())
  if (button) return pressed(button, times, scene)
  const [control] = target ? await seekHere(target, scene, 'edit') : []
  if (control && /^(?:spinbutton|slider)$/.test(control.element.role))
    return byKeys(control.element, step.up, times, scene)
  return failed(
    target && !thing
      ? await notFound(target, scene, 'any')
      : `Nothing on the page says ${step.up ? 'more' : 'less'}.`,
  )
}

async function pressed(button: ViewElement, times: number, scene: Scene): Promise<StepOutcome> {
  let outcome: StepOutcome = done('')
  for (let round = 0; round < times; round++) {
    const now = (await scene.tree()).get(button.ref) ?? button
    outcome = await clickOn(now, scene)
    if (outcome.state === 'failed') return outcome
  }
  return times > 1 && outcome.state === 'done' ? done(`${outcome.said} ${times} times in all.`) : outcome
}

async function byKeys(element: ViewElement, up: boolean, times: number, scene: Scene): Promise<StepOutcome> {
  const key = up ? 'ArrowUp' : 'ArrowDown'
  await scene.act(
    { do: 'press', key, ref: element.ref, count: times },
    { type: 'press', target: call(element), value: key },
  )
  scene.last = element
  return done(`Moved ${call(element)} ${up ? 'up' : 'down'} by ${times}.`)
}

/** The button that says more or less: one that names the thing, else the nearest one around it. */
function buttonFor(
  says: RegExp,
  words: string,
  thing: ViewElement | undefined,
  tree: PageTree,
): ViewElement | undefined {
  const all = tree.elements.filter((one) => one.clickable && !one.disabled && says.test(nameOf(one)))
  const named = all
    .map((one) => ({ one, score: similarity(words, nameOf(one).replace(says, ' ')) }))
    .filter(({ score }) => words !== '' && score >= 0.5)
    .sort((a, b) => b.score - a.score)[0]?.one
  if (named) return named
  for (const around of thing ? [thing, ...tree.ancestors(thing)] : []) {
    const inside = all.filter((one) => tree.holds(around, one))
    if (inside.length > 0) return inside.length === 1 ? inside[0] : undefined
  }
  return all.length === 1 ? all[0] : undefined
}

function nameOf({ name, text, title }: ViewElement): string {
  return name || text.slice(0, 60) || title || ''
}
