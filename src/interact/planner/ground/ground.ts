import { planProse } from '../form/fill-from-prose.ts'
import type { Scene } from '../scene.ts'
import type { Step, Target } from '../step.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { addValues } from './add-values.ts'
import { byField, byOption } from './by-value.ts'
import { leadsOn, loneControl } from './controls.ts'
import type { Called } from './controls.ts'
import { isLight } from './deeds.ts'
import { standsIn } from './mentions.ts'
import { putRest } from './put-rest.ts'
import { controlOf, fitting, isOpening, openerOf, wantedOf } from './reach.ts'
import { separately } from './separately.ts'
import { excuse, isSubject, soughtThing, thingOf } from './things.ts'
import { send, use } from './use.ts'
import { valuesIn } from './values.ts'
import { Work } from './work.ts'

/**
 * A clause read against the page: which entry, control, field and option its words name, taken in the order that the page
 * asks for. Undefined when its words name nothing to begin with; failed when something was done and words are left.
 */
export async function ground(
  { said, target }: { said: string; target?: Target | undefined },
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const deeds = scene.actions.length
  for (const ms of LATE_MS) {
    if (ms > 0) await scene.pause(ms)
    const outcome = await readings(said, ms === LATE_MS.at(-1) ? target : undefined, next, scene)
    if (outcome || scene.actions.length > deeds) return outcome
  }
  return undefined
}

/** What a page shows only a moment later is waited for before a clause is given up. */
const LATE_MS = [0, 200, 400] as const

async function readings(
  said: string,
  target: Target | undefined,
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const first = await Work.begin(said, next, scene)
  if (!first.clause.verb) return undefined
  first.target = target
  await tellPrompts(first)
  const [one, ...more] = (await separately(first)) ?? [first]
  const outcome = await taken(one!)
  if (outcome?.state !== 'done') return outcome
  const told = [outcome.said]
  for (const work of more) {
    const then = (await taken(work)) ?? failed(unexplained(work))
    if (then.state === 'failed') return failed([...told, then.why].join(' '))
    told.push(then.said)
  }
  return done(told.join(' '))
}

/** The first reading of a clause that the page has something for. */
async function taken(clause: Work): Promise<StepOutcome | undefined> {
  for (const work of [...(await byOtherVerbs(clause)), clause])
    for (const reading of [addValues, byField, byControl, byOption, byNames]) {
      const outcome = await reading(work)
      if (outcome?.state === 'failed') return outcome
      if (outcome && work.due.length === 0 && work.isVerbDone) return done(work.told.join(' '))
      if (outcome || work.told.length > 0) return failed(unexplained(work))
    }
  return undefined
}

/** A clause with more words than this is not read once for each of them. */
const MOST_OTHER_VERBS = 60

/** Where the verb says nothing by itself, the clause with each of its other words that a control is called by. */
async function byOtherVerbs(work: Work): Promise<Work[]> {
  const { verb } = work.clause
  if (!verb || !isLight(verb.text) || work.left.length > MOST_OTHER_VERBS) return []
  const tree = await work.scene.tree()
  return work.left
    .filter((word) => !word.name && fitting(tree.elements, wantedOf(work.with(word)), tree).length > 0)
    .map((word) => work.with(word))
}

function unexplained({ told, due, clause }: Work): string {
  const words = due.length > 0 ? due.map(({ text }) => text).join(' ') : (clause.verb?.text ?? '')
  return [...told, `Nothing on the page was found for "${words}".`].join(' ')
}

/** What asks for a text in a dialog of the browser gets the value that is not on the page yet. */
async function tellPrompts({ clause, left, scene }: Work): Promise<void> {
  const { elements } = await scene.tree()
  const fresh = left.filter((word) => !elements.some((element) => standsIn(word, element.text)))
  const value = isOpening(clause.verb!) ? valuesIn(clause, fresh).at(-1) : undefined
  if (value) scene.stage.answerDialogs({ accept: scene.acceptsDialogs, text: value.text })
}

/** The control that the verb names: that of the entry which is named, else the only one of the page. */
async function byControl(work: Work): Promise<StepOutcome | undefined> {
  const { scene, clause } = work
  const { verb } = clause
  if (!verb || work.explained.has(verb)) return undefined
  const tree = await scene.tree()
  const wanted = wantedOf(work)
  const isAboutThing = clause.same || work.left.some((word) => word.name)
  const offered = fitting(tree.elements, wanted, tree).filter(
    ({ element }) => !isAboutThing || !leadsOn(element, tree),
  )
  const lone = loneControl(offered, tree)
  const makes =
    isOpening(verb) && lone !== undefined && clause.words.some((word) => word.quoted || /@/.test(word.text))
  const mention = makes ? undefined : (thingOf(work, lone, tree) ?? (await soughtThing(work)))
  const own = mention && (await controlOf(mention, wanted, scene))
  if (mention && own) {
    work.explain(mention.words)
    excuse(mention, work)
    return use(own, work, tree)
  }
  if (
    mention &&
    !clause.same &&
    !isSubject(mention, tree) &&
    (await scene.tree()) !== tree &&
    openerOf(mention, tree)
  )
    return undefined
  if (!lone || !(await isMeant(lone, work))) return undefined
  return use(lone, work, tree)
}

/** Whether a control of the page is asked for: all words are explained by it, or what is left has a place then. */
async function isMeant(control: Called, work: Work): Promise<boolean> {
  const owed = work.owed.filter((word) => !control.words.includes(word))
  if (owed.length === 0 || isOpening(work.clause.verb!)) return true
  const { plan } = await planProse([work.rest], work.scene)
  return owed.every((word) => plan.some(({ part }) => standsIn(word, part.text)))
}

/** Where the verb says nothing by itself, what the other words name is used one after the other. */
async function byNames(work: Work): Promise<StepOutcome | undefined> {
  const { verb } = work.clause
  if (!verb || !isLight(verb.text) || work.owed.length === 0) return undefined
  const refused = await putRest(work, undefined)
  if (refused) return refused
  return work.told.length === 0 ? undefined : send(work)
}
