import type { ViewElement } from '../../../browser/browser.ts'
import { isOfKind, kindAsked } from '../answer/kind-asked.ts'
import { isField } from '../match/kinds.ts'
import { NEGATION } from './assign.ts'
import type { Assignment } from './assign.ts'
import type { Control } from './controls.ts'
import { labelIn, stemsOf } from './labels.ts'
import { isComparing } from '../match/traits.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import { shorten } from '../say/call.ts'
import { synonymsOf } from '../resolve/synonyms.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'
import { takeStep } from '../steps/steps.ts'
import { calledSo, nearestAlone, submitButton } from '../steps/submit.ts'
import { fillFromProse, isTelling, LATE_MS, planProse } from './fill-from-prose.ts'
import { segmentsOf } from './segments.ts'

/** Steps that may be about a form as a whole; verbs that send it off when they are. */
const OF_FORMS = new Set<Step['do']>(['fill', 'choose', 'check', 'act', 'find', 'open', 'unclear'])
const SENDING =
  /^(?:please |could you |can you |i want to |i'd like to )*(book|find|search|check|pay|order|apply|reserve|get|show|sign|register|subscribe|send|submit|request|create|publish|post|buy|schedule|calculate|compare|join|donate|hire|rent|track)\b/i

/**
 * Steps of one clause that is a form told in one breath: what it says goes where the page has a place for it, and the
 * form is sent where the verb asks for that and no step after does. Undefined when the clause is not about a form.
 */
export async function wholeForm(
  steps: readonly Step[],
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const [{ said, if: condition } = {} as Step] = steps
  if (said === undefined || condition) return undefined
  const isButton = steps.every((step) => step.do === 'read' || OF_FORMS.has(step.do))
  const button = isButton ? calledSo(said, await scene.tree(), 0) : undefined
  if (button) return clickOn(button, scene)
  const [first] = steps
  if (first?.do === 'read') return askedForm(first, scene)
  if (!steps.every((step) => OF_FORMS.has(step.do) && !picks(step))) return undefined
  if (await isPlain(steps, scene)) return undefined
  const { plan, left } = await planProse([said], scene)
  const sends = SENDING.test(said)
  const fields = plan.filter(
    (found) => found.control.kind !== 'choice' || found.control.group.names.length > 0,
  )
  const sure = fields.some(({ control, part }) => isTelling(part) && (sends || control.parts.length > 0))
  const enough = fields.length >= 2 || (fields.length === 1 && sure)
  if (!enough || left.filter(isTelling).length >= fields.length + 1) return undefined
  return fillAndSend(said, sends, next, scene)
}

/** Whether the form only leads to what is picked then: `book the cheapest flight to Rome`. */
function picks(step: Step): boolean {
  const target = step.do === 'act' || step.do === 'find' || step.do === 'open' ? step.target : undefined
  return (
    target !== undefined && (target.condition !== undefined || (target.traits?.some(isComparing) ?? false))
  )
}

/**
 * A question that says what to put into the form first: `what does it cost in blue, size M?`. What is left of it is
 * answered then, by what came up when nothing else does.
 */
async function askedForm(step: StepOf<'read'>, scene: Scene): Promise<StepOutcome | undefined> {
  const { plan, left } = await planProse([step.question], scene)
  const named = plan.some(({ control, part, value }) => value !== false && isNamed(control, part.text))
  if (!named || plan.length < 2) return undefined
  await fillFromProse([step.question], scene)
  const came = shorten(scene.changes?.newTexts.join(' ') ?? '', LONGEST_ANSWER)
  if (came !== '' && /^\s*(is|are|can|does|do|has|have|will)\b/i.test(step.question)) return done('', came)
  const outcome = await takeStep({ ...step, question: left.map((part) => part.text).join(' ') }, scene)
  const answers = came !== '' && isOfKind(came, kindAsked(step.question))
  return outcome.state === 'failed' && answers ? done('', came) : outcome
}

const LONGEST_ANSWER = 500

/** Whether a part says what the control or its group is called. */
function isNamed({ kind, labels, group }: Control, text: string): boolean {
  return labelIn(stemsOf(text), kind === 'choice' ? group : labels) !== undefined
}

/** A step that could not be carried out as it was read is tried once more by its own words. */
export async function byItsWords(
  step: Step,
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  if (step.said === undefined || !OF_FORMS.has(step.do)) return undefined
  const isThere =
    step.do === 'choose' && step.target && (await seekHere(step.target, scene, 'choose')).length > 0
  if (isThere) return undefined
  const { plan } = await planProse([step.said], scene)
  if (plan.length === 0 || !coversAll(step, plan)) return undefined
  return fillAndSend(step.said, step.do !== 'check' && SENDING.test(step.said), next, scene)
}

/** Whether each thing that is to be ticked or chosen has its place: else what is missing would go unsaid. */
function coversAll(step: Step, plan: readonly Assignment[]): boolean {
  const wanted =
    step.do === 'check'
      ? step.targets.map(({ words }) => words)
      : step.do === 'choose'
        ? step.values.map(({ text }) => text)
        : []
  const placed = plan.map(({ part }) => plain(part.text))
  return wanted.every((words) => placed.some((text) => text.includes(plain(words))))
}

async function fillAndSend(
  said: string,
  sends: boolean,
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const prose = await fillFromProse([said], scene)
  if (prose.failures.length > 0) return failed([...prose.said, ...prose.failures].join(' '))
  const missing = prose.left.find((text) => segmentsOf(text).some(isTelling))
  if (missing !== undefined) return failed([...prose.said, `There is no field for "${missing}".`].join(' '))
  const told = prose.said.join(' ')
  if (next && /^(click|submit|press)$/.test(next.do)) return done(told)
  const head = segmentsOf(said)[0]?.text ?? ''
  const button =
    (await namedButton([...(sends ? [head] : []), ...prose.left], sends, scene)) ??
    (sends ? await sendingButton(scene) : undefined)
  if (!button) return sends && scene.forbidden.length === 0 ? sentByEnter(told, scene) : done(told)
  const sent = await clickOn(button, scene)
  return sent.state === 'failed' ? sent : done(`${told} ${sent.said}`)
}

/** A form without a button takes what was typed last when Enter is pressed. */
async function sentByEnter(told: string, scene: Scene): Promise<StepOutcome> {
  const last = (await scene.tree()).get(scene.last?.ref)
  if (last?.editable && last.tag === 'input')
    await scene.act({ do: 'press', key: 'Enter', ref: last.ref }, { type: 'press', value: 'Enter' })
  await scene.pause(LATE_MS)
  return done(told)
}

/** Whether the steps as they were read already say which field gets what, and all of these are there. */
async function isPlain(steps: readonly Step[], scene: Scene): Promise<boolean> {
  const refs = new Set<string>()
  for (const step of steps) {
    if (step.do === 'choose' || step.do === 'check') {
      if (/\d/.test(step.said ?? '') && step.do === 'check') return false
      continue
    }
    if (step.do !== 'fill' || !step.target || (step.target.words === '' && !step.target.kind)) return false
    if (/,/.test(step.value.text) && !step.value.quoted) return false
    const [best] = await seekHere(step.target, scene, 'edit')
    if (!best || refs.has(best.element.ref)) return false
    refs.add(best.element.ref)
  }
  return true
}

const ENABLED_WITHIN = 6

/** The button that a part of the sentence names: `into the basket` is `Add to basket`, `Find sailings` is `Show sailings`. */
async function namedButton(
  parts: readonly string[],
  sends: boolean,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const wanted = parts
    .filter((part) => !NEGATION.test(part))
    .map((part) => stemsOf(part).filter((stem) => !SMALL.test(stem)))
  const find = (tree: PageTree) =>
    tree.elements
      .filter((element) => isPressed(element))
      .map((element) => ({ element, score: Math.max(0, ...wanted.map((stems) => naming(stems, element))) }))
      .filter(({ element }) => sends || wanted.some((stems) => isAllIn(stems, element)))
      .filter((found) => found.score > 0)
      .sort((a, b) => b.score - a.score)[0]?.element
  let button = find(await scene.tree())
  for (let times = 0; button?.disabled && times < ENABLED_WITHIN; times++)
    button = find(await scene.pause(250))
  return button
}

const SMALL = /^(the|a|an|my|your|with|for|in|into|to|of|on|at|and|me|now|it|this)$/

/** Without a verb that asks for it, only what names a button and nothing else means it. */
function isAllIn(said: readonly string[], element: ViewElement): boolean {
  const name = stemsOf(element.name || element.text)
  return said.length > 0 && said.every((stem) => name.includes(stem))
}

/** How much of what is said is in the name of a button, synonyms of the verb included. */
function naming(said: readonly string[], element: ViewElement): number {
  const name = stemsOf(element.name || element.text)
  const verbs = new Set(
    [said.slice(0, 1), said.slice(0, 2)].flatMap((words) => synonymsOf(words.join(' '))).flatMap(stemsOf),
  )
  const own = said.filter((stem) => name.includes(stem)).length
  const other = own === 0 && name.some((stem) => verbs.has(stem)) ? 0.5 : 0
  return (own + other) / Math.max(2, name.length)
}

function isPressed(element: ViewElement): boolean {
  if (element.role === 'button')
    return element.pressed === undefined && /\p{L}/u.test(element.name || element.text)
  return element.clickable && !isField(element) && /\b(btn|button|submit)\b/i.test(element.hints)
}

/** What sends the form that was filled in: not any button of the page. */
async function sendingButton(scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const last = tree.get(scene.last?.ref)
  const inForm =
    last && tree.closest(last, (element) => element.tag === 'form' || element.role.endsWith('dialog'))
  return inForm ? submitButton(tree, last) : last && nearestAlone(last, tree)
}
