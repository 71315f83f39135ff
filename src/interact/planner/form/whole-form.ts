import type { Assignment } from './assign.ts'
import { askedForm } from './asked-form.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../match/kinds.ts'
import { isComparing } from '../match/traits.ts'
import { plain } from '../match/words.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { calledSo } from '../steps/submit.ts'
import { fillFromProse, isTelling, planProse } from './fill-from-prose.ts'
import { goOnward, stagesOf } from './onward.ts'
import { segmentsOf } from './segments.ts'
import type { Part } from './segments.ts'
import { asksToSend, callsButton, headOf, reckon, sendForm, sentByEnter } from './send-form.ts'

/** Steps that may be about a form as a whole. */
const OF_FORMS = new Set<Step['do']>(['fill', 'choose', 'check', 'act', 'find', 'open', 'unclear', 'tell'])

/** What came of a form, and how many steps it was told in. */
export interface FormOutcome {
  outcome: StepOutcome
  taken: number
}

/**
 * Steps of one clause or several that are a form told in one breath: what they say goes where the page has a place for
 * it, and the form is sent where a verb asks for that and no step after does. Undefined when they are not about a form;
 * `least` is how many of its controls they must be about.
 */
export async function wholeForm(
  clause: readonly Step[],
  rest: readonly Step[],
  scene: Scene,
  least = 1,
): Promise<FormOutcome | undefined> {
  const [{ said, if: condition } = {} as Step] = clause
  if (said === undefined || condition) return undefined
  const button = await buttonAlone(clause, said, scene)
  if (button) return { outcome: await clickOn(button, scene), taken: clause.length }
  const [first] = clause
  const isSent = rest.some((step) => step.do === 'submit')
  if (first?.do === 'read' && !(isSent && !/\?\s*$/.test(said))) {
    const outcome = await askedForm(first, scene)
    return outcome && { outcome, taken: clause.length }
  }
  if (first?.do !== 'read' && (!isOfForm(clause) || (await isPlain(clause, scene)))) return undefined
  const stage = stagesOf(said).find((text) => text !== '') ?? said
  const { plan, left } = await planProse([stage], scene)
  if (!isEnough(clause, plan, left, least, asksToSend(said, await scene.tree()) || isSent)) return undefined
  const more = await alsoOfForm(rest, scene)
  const texts = [said, ...more.texts]
  const outcome = await fillAndSend(texts, rest.slice(more.taken), scene)
  return outcome && { outcome, taken: clause.length + more.taken }
}

/** The button that a clause calls, where it says nothing besides. */
async function buttonAlone(
  clause: readonly Step[],
  said: string,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const button = clause.every((step) => step.do === 'read' || OF_FORMS.has(step.do))
    ? calledSo(said, await scene.tree(), 0)
    : undefined
  if (!button || !/[,;:]/.test(said)) return button
  const { plan } = await planProse([said.replace(/^[^,;:]*[,;:]/, '')], scene)
  return plan.length === 0 ? button : undefined
}

/** Verbs that add to what is there or take from it: a field alone is not all they mean. */
const CHANGES =
  /^(?:please\s+)?(?:add|append|insert|remove|delete|take|drop|clear|erase|füge?|entferne?|lösche?|ajoute|enlève|retire|supprime|añade|agrega|quita|elimina|aggiungi|togli|rimuovi|voeg|verwijder|adicione?|remova?|search|find|suche?|cherche|busca|cerca|zoek)(?![\p{L}])/iu

/** Whether so much of a clause is about controls of the page that the rest of it is too. */
function isEnough(
  clause: readonly Step[],
  plan: readonly Assignment[],
  left: readonly Part[],
  least: number,
  sends: boolean,
): boolean {
  const fields = plan.filter(
    ({ control }) =>
      control.kind !== 'choice' || control.group.names.length > 0 || isCheckable(control.element),
  )
  const [only] = fields
  if (left.filter(isTelling).length >= fields.length + 1) return false
  if (fields.length >= 2) return true
  if (!only) return false
  const isSure = isTelling(only.part) && (sends || only.control.parts.length > 0)
  const isAll = left.length === 0 && only.score >= (only.control.kind === 'choice' ? 0.85 : 0.7)
  const isOfOne =
    clause.every((step) => /^(unclear|act|fill|tell)$/.test(step.do)) && !CHANGES.test(clause[0]?.said ?? '')
  const isCounted = only.control.kind === 'stepper' && left.length === 0
  return (isSure && (least === 1 || isCounted)) || (isAll && isOfOne)
}

function isOfForm(clause: readonly Step[]): boolean {
  return clause.every((step) => OF_FORMS.has(step.do) && !step.if && !picks(step))
}

/** The clauses that follow and are all about controls that the page shows. */
async function alsoOfForm(rest: readonly Step[], scene: Scene): Promise<{ texts: string[]; taken: number }> {
  const found = { texts: [] as string[], taken: 0 }
  const tree = await scene.tree()
  for (const clause of clausesOf(rest)) {
    const said = clause[0]?.said
    if (said === undefined || !isOfForm(clause) || callsButton(said, tree)) break
    const { plan, left } = await planProse([said], scene)
    const isAbout = plan.length > 0 && !left.some(isTelling)
    if (!isAbout && clause[0]?.do !== 'tell') break
    if (isAbout) found.texts.push(said)
    found.taken += clause.length
  }
  return found
}

function clausesOf(steps: readonly Step[]): Step[][] {
  const clauses: Step[][] = []
  for (const step of steps) {
    const last = clauses.at(-1)
    if (last && step.said !== undefined && last[0]?.said === step.said) last.push(step)
    else clauses.push([step])
  }
  return clauses
}

/** Whether the form only leads to what is picked then: `book the cheapest flight to Rome`. */
function picks(step: Step): boolean {
  const target = step.do === 'act' || step.do === 'find' || step.do === 'open' ? step.target : undefined
  return (
    target !== undefined && (target.condition !== undefined || (target.traits?.some(isComparing) ?? false))
  )
}

/** A step that could not be carried out as it was read is tried once more by its own words. */
export async function byItsWords(
  step: Step,
  rest: readonly Step[],
  scene: Scene,
): Promise<StepOutcome | undefined> {
  if (step.said === undefined || !OF_FORMS.has(step.do)) return undefined
  const isThere =
    step.do === 'choose' && step.target && (await seekHere(step.target, scene, 'choose')).length > 0
  if (isThere) return undefined
  const { plan } = await planProse([step.said], scene)
  if (plan.length === 0 || !coversAll(step, plan)) return undefined
  return fillAndSend([step.said], rest, scene, step.do !== 'check')
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

const PRESSES = /^(click|submit|press|logIn)$/

/** Puts what is told where it belongs, over as many pages as the form has, and sends it where that is asked for. */
async function fillAndSend(
  texts: readonly string[],
  rest: readonly Step[],
  scene: Scene,
  maySend = true,
): Promise<StepOutcome | undefined> {
  const tree = await scene.tree()
  const asking = maySend ? texts.filter((text) => asksToSend(text, tree)) : []
  const sentLater = isPressedNext(rest[0], callsButton(rest[0]?.said ?? '', tree))
  const sends = asking.length > 0 && scene.forbidden.length === 0
  const prose = await fillStages(texts, sends || rest.some((step) => step.do === 'submit'), scene)
  if (prose.failures.length > 0) return failed([...prose.said, ...prose.failures].join(' '))
  const missing = prose.left.find((text) => segmentsOf(text).some(isTelling))
  if (missing !== undefined) return failed([...prose.said, `There is no field for "${missing}".`].join(' '))
  const told = prose.said.join(' ')
  if (sentLater) return done(told)
  if (asking.length === 0 && rest[0]?.do === 'read') await reckon(scene)
  const heads = [...asking.map(headOf), ...prose.left]
  const sent = await sendForm(heads, asking.length > 0, scene)
  if (!sent) return sends ? sentByEnter(told, scene) : done(told)
  return sent.state === 'failed' ? failed([told, sent.why].join(' ')) : done(`${told} ${sent.said}`)
}

function isPressedNext(next: Step | undefined, isButton: boolean): boolean {
  return next !== undefined && (PRESSES.test(next.do) || (OF_FORMS.has(next.do) && isButton))
}

const MOST_PAGES = 6

/** Fills in stage by stage where the text says to go on; where it does not but all is to be sent, as far as there are values left. */
async function fillStages(
  texts: readonly string[],
  isToBeSent: boolean,
  scene: Scene,
): ReturnType<typeof fillFromProse> {
  const outcome: Awaited<ReturnType<typeof fillFromProse>> = { said: [], left: [], failures: [] }
  const [first = [], ...later] = stagesOfAll(texts)
  const stages = [first, ...later]
  let open: string[] = []
  for (const [index, stage] of stages.entries()) {
    if (index > 0 && !(await goOnward(scene))) outcome.failures.push('The form did not go on.')
    if (outcome.failures.length > 0) return outcome
    open.push(...stage)
    for (let page = 0; page < MOST_PAGES; page++) {
      const prose = await fillFromProse(open, scene)
      outcome.said.push(...prose.said)
      outcome.failures.push(...prose.failures)
      open = [...prose.left]
      const missing = open.some((text) => segmentsOf(text).some(isTelling))
      if (!missing || !isToBeSent || outcome.failures.length > 0 || !(await goOnward(scene))) break
    }
  }
  outcome.left = open
  return outcome
}

/** What is told before the form goes on for the first time, what then, and so on. */
function stagesOfAll(texts: readonly string[]): string[][] {
  const stages: string[][] = [[]]
  for (const text of texts)
    for (const [index, stage] of stagesOf(text).entries()) {
      if (index > 0) stages.push([])
      if (stage !== '') stages.at(-1)!.push(stage)
    }
  return stages
}

/** Whether the steps as they were read already say which field gets what, and all of these are there. */
async function isPlain(steps: readonly Step[], scene: Scene): Promise<boolean> {
  const refs = new Set<string>()
  const quoted = steps[0]?.said?.match(/["“«][^"“”»«]+["”»]/g) ?? []
  if (quoted.length > steps.length && steps.every((step) => step.do === 'fill')) return false
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
