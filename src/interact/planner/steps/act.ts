import type { ViewElement } from '../../../browser/browser.ts'
import { valueText } from '../answer/value-text.ts'
import { fillFromProse, LATE_MS, planProse } from '../form/fill-from-prose.ts'
import { sameDeed } from '../ground/deeds.ts'
import { saysName } from '../ground/mentions.ts'
import { hasConsequences } from '../match/consequences.ts'
import { isCheckable } from '../match/kinds.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { byTactics } from '../tactics/tactics.ts'
import { notFound, seek, seekHere } from '../recover/seek.ts'
import { callTarget } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Detail, Target } from '../step.ts'
import { clickOn } from './click-on.ts'
import { drawFigure } from './draw.ts'
import { fillField, likelyField } from './fill.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOf, StepOutcome, TakeStep } from './step-outcome.ts'
import { calledSo, submitButton } from './submit.ts'
import { waitUntil } from './wait-until.ts'

/** A verb of the page's own trade: comes upon its thing, uses the control that is called so, fills in what is said besides. */
export const act: TakeStep<'act'> = async (step, scene) => {
  if (step.when && !(await waitUntil(step.when, scene)))
    return failed(`It did not come to this: ${step.when}.`)
  const solved = await byTactics(step, scene)
  if (solved) return solved
  const named = calledSo(step.said ?? '', await scene.tree())
  if (named) return clickOn(named, scene)
  const drawn = await drawFigure(wordsOfAct(step), scene)
  if (drawn) return drawn
  const parts = await partsOf(step.details ?? [], scene)
  const thing = step.target ? await awaitThing(step.target, scene) : undefined
  const fits = parts.length > 0 && (await fitsForm(parts, scene))
  const asked = fits || !thing ? await askFirst(step, parts, scene) : undefined
  if (asked) return asked
  const passedOn = isPassedOn(step) ? await controlFor('forward', step.target, thing, scene) : undefined
  const control = passedOn ?? (await controlFor(step.verb, step.target, thing, scene))
  if (!control)
    return failed(
      step.target && !thing
        ? await notFound(step.target, scene, 'any')
        : `Nothing on the page is called "${step.verb}".`,
    )
  const outcome = await clickOn(control, scene)
  const besides = (step.details ?? []).filter((detail) => !isSaidBy(control, detail))
  if (outcome.state === 'failed' || besides.length === 0) return outcome
  const filled = await fillDetails(besides, scene)
  return filled.state === 'failed' ? filled : done(`${outcome.said} ${filled.said}`)
}

/** Whether a control's name says a detail itself: `Add to cart` is to the cart. */
function isSaidBy({ name, text }: ViewElement, { value }: Detail): boolean {
  return similarity(value.text, name || text) >= 0.5
}

/** A message that is there already is sent to somebody by forwarding it. */
function isPassedOn({ verb, target, details = [] }: StepOf<'act'>): boolean {
  const isThere = target?.same || /^(email|mail|message)$/.test(target?.kind ?? '')
  return verb === 'send' && isThere && details.some(({ role }) => role === 'to')
}

/** Whether something that is said has a place on the page as it is. */
async function fitsForm(parts: readonly string[], scene: Scene): Promise<boolean> {
  return (await planProse(parts, scene)).plan.length > 0
}

/** Where the page has a form for what is said, that is filled in and sent; then the thing is looked for in what comes. */
async function askFirst(
  step: StepOf<'act'>,
  parts: readonly string[],
  scene: Scene,
): Promise<StepOutcome | undefined> {
  if (parts.length === 0) return undefined
  const prose = await fillFromProse(parts, scene)
  if (prose.said.length === 0) return undefined
  const tree = await scene.tree()
  const named = (await seekHere({ words: step.verb, quoted: false, kind: 'button' }, scene, 'click'))[0]
    ?.element
  const button = named?.clickable ? named : submitButton(tree, tree.get(scene.last?.ref))
  if (!button) return done(prose.said.join(' '))
  const sent = await clickOn(button, scene)
  if (sent.state === 'failed') return sent
  const told = [...prose.said, sent.said].join(' ')
  const thing =
    step.target && (step.target.condition || step.target.traits?.length)
      ? await comeUpon(step.target, scene)
      : undefined
  if (!thing) return done(told)
  const control = await controlFor(step.verb, step.target, thing, scene)
  if (!control)
    return failed(`${told} ${callTarget(step.target!)} was found, but nothing that is called "${step.verb}".`)
  const last = await clickOn(control, scene)
  return last.state === 'failed' ? last : done(`${told} ${last.said}`)
}

async function partsOf(details: readonly Detail[], scene: Scene): Promise<string[]> {
  const parts: string[] = []
  for (const { role, value } of details) {
    const text = await valueText(value, scene)
    if (text !== undefined) parts.push(`${role} ${value.quoted ? `"${text}"` : text}`)
  }
  return parts
}

/** What is to be made, in words: `a line that halves the angle`. */
function wordsOfAct({ verb, target, details = [] }: StepOf<'act'>): string {
  const isMade = /^(create|add|make|place|put|mark)$/.test(verb)
  return isMade
    ? [target?.words ?? '', ...details.map(({ role, value }) => `${role} ${value.text}`)].join(' ')
    : ''
}

/** What a click before brings up may take a moment; so may a list to be put in another order. */
async function awaitThing(target: Target, scene: Scene): Promise<ViewElement | undefined> {
  if (target.ordinal !== undefined && scene.actions.length > 0) await scene.pause(LATE_MS)
  for (const ms of [0, 150, 300]) {
    if (ms > 0) await scene.pause(ms)
    const thing = await comeUpon(target, scene)
    if (thing) return thing
  }
  return undefined
}

/** The thing itself, or what belongs to who is named. */
async function comeUpon(target: Target, scene: Scene): Promise<ViewElement | undefined> {
  const [best] = await seek(target, scene, 'any', 'look')
  if (best && isNamed(target, best.element)) return settleOn(best.element, scene)
  const owner = target.relations?.[0]?.target
  const [named] = owner ? await seek(owner, scene, 'any', 'look') : []
  return named && settleOn(named.element, scene)
}

function inRecord(element: ViewElement, tree: PageTree): boolean {
  return recordOf(element, tree) !== undefined
}

/** What is called by a name of its own is not there when nothing has that name. */
function isSaidByName({ words, quoted }: Target): boolean {
  return quoted || /\p{Lu}|\d/u.test(words)
}

/** A name of several words is that of nobody who has only some of them. */
function isNamed({ words }: Target, element: ViewElement): boolean {
  return !/^\p{Lu}\S* \p{Lu}/u.test(words) || saysName(words, element)
}

async function settleOn(element: ViewElement, scene: Scene): Promise<ViewElement> {
  const tree = await scene.tree()
  scene.last = element
  scene.within = recordOf(element, tree) ?? tree.parent(element)
  return element
}

/** The control that is called like the verb: beside the thing, else after the thing was opened. */
async function controlFor(
  verb: string,
  target: Target | undefined,
  thing: ViewElement | undefined,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const named: Target = { words: verb, quoted: false }
  const [whole] = target?.words
    ? await seekHere({ words: `${verb} ${target.words}`, quoted: false }, scene, 'click')
    : []
  if (whole?.element.clickable && whole.score >= 0.8) return whole.element
  const tree = await scene.tree()
  const within = scene.within
  const here = (await seekHere(named, scene, 'click'))
    .map((found) => found.element)
    .filter((element) => element.clickable)
  const beside = within && here.find((element) => tree.holds(within, element))
  if (beside) return beside
  if (!thing)
    return target && isSaidByName(target)
      ? undefined
      : here.find((one) => !target?.words || !inRecord(one, tree))
  const only = within && onlyControl(tree.descendants(within), verb)
  if (only) return only
  // What was ticked is not opened: what is done with all that is ticked stands elsewhere.
  if (isCheckable(thing)) return here.find((element) => recordOf(element, tree) === undefined)
  await clickOn(thing, scene)
  scene.within = undefined
  return (await seekHere(named, scene, 'click'))
    .map((found) => found.element)
    .find((element) => element.clickable)
}

/** An entry with a single button leaves no doubt which one is meant, unless that is called otherwise. */
function onlyControl(inside: readonly ViewElement[], verb: string): ViewElement | undefined {
  const buttons = inside.filter((element) => element.role === 'button' && !element.disabled)
  const [only] = buttons
  if (!only || buttons.length > 1 || hasConsequences(only)) return undefined
  const said = `${only.name} ${only.title ?? ''}`.trim()
  return !/\p{L}{2}/u.test(said) || sameDeed(verb, said) > 0 ? only : undefined
}

/** The field that what was clicked has opened, or has put the caret into. */
async function openedField(scene: Scene): Promise<ViewElement | undefined> {
  const field = await likelyField(scene)
  const tree = await scene.tree()
  const isFresh = scene.changes?.appeared.some(({ ref }) => ref === field?.ref) || scene.changes?.url
  const isOpen = field && (isFresh || field.ref === tree.view.focused || tree.dialog !== undefined)
  return isOpen ? field : undefined
}

async function fillDetails(details: readonly Detail[], scene: Scene): Promise<StepOutcome> {
  const said: string[] = []
  for (const detail of details) {
    const text = await valueText(detail.value, scene)
    if (text === undefined) return failed('The page does not say what is to be entered.')
    const [named] = await seekHere({ words: detail.role, quoted: false }, scene, 'edit')
    const prose = named
      ? undefined
      : await fillFromProse([`${detail.role} ${detail.value.quoted ? `"${text}"` : text}`], scene)
    if (prose && prose.said.length > 0) {
      said.push(...prose.said)
      continue
    }
    const field = named?.element ?? (await openedField(scene))
    if (!field) return failed(`There is no field for "${text}".`)
    const outcome = await fillField(field, text, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(scene.last?.ref))
  if (!button) return done(said.join(' '))
  const sent = await clickOn(button, scene)
  return sent.state === 'failed' ? sent : done([...said, sent.said].join(' '))
}
