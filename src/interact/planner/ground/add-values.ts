import type { ViewElement } from '../../../browser/browser.ts'
import { captionOf } from '../form/caption.ts'
import type { PageTree } from '../page/page-tree.ts'
import { similarity, wordsOf } from '../match/words.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { fillField } from '../steps/fill.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { SaidWord } from './clause-words.ts'
import { nameOf } from './controls.ts'
import { fitting, OPENING_MS } from './reach.ts'
import { deedsOf, sameDeed } from './deeds.ts'
import { mentionIn, standsIn } from './mentions.ts'
import { textFields } from './scope.ts'
import { valuesIn } from './values.ts'
import type { Work } from './work.ts'

/** Adds each value by the field that the page has for it: `Add a skill`, `New ingredient`; undefined where it has none. */
export async function addValues(work: Work): Promise<StepOutcome | undefined> {
  const { verb } = work.clause
  if (!verb || !deedsOf(verb.text).includes('add')) return undefined
  const tree = await work.scene.tree()
  const found = fieldFor(work, verb, tree)
  if (!found) return undefined
  const values = valuesIn(
    work.clause,
    work.owed.filter((word) => !found.words.includes(word)),
  )
  if (
    values.length === 0 ||
    (!found.isNamed && !values.every(({ words }) => words.some((word) => word.quoted)))
  )
    return undefined
  for (const { text, words } of values) {
    const outcome = await addOne(found.field, text, verb, work)
    if (outcome.state === 'failed') return outcome
    work.told.push(outcome.said)
    work.explain(words)
  }
  work.explain([verb, ...found.words])
  return done(work.told.join(' '))
}

interface FieldFor {
  field: ViewElement
  words: SaidWord[]
  isNamed: boolean
}

/** The field called by the verb and what is added; where there is a single field, that one. */
function fieldFor(work: Work, verb: SaidWord, tree: PageTree): FieldFor | undefined {
  const place = mentionIn(
    work.left.filter((word) => !word.quoted),
    tree,
    work.isAmbient,
  )
  const inside = (field: ViewElement) => place !== undefined && tree.holds(place.entry, field)
  const fields = textFields(tree.dialog ? tree.descendants(tree.dialog) : tree.elements).filter(
    (field) => !isSearch(field),
  )
  const named = fields
    .map((field) => {
      const label = `${field.name} ${field.placeholder ?? ''} ${captionOf(field, tree)}`
      const words = work.left.filter((word) => !word.quoted && standsIn(word, label))
      const score =
        (sameDeed(verb.text, `${field.name} ${field.placeholder ?? ''}`) > 0 ? 1 : 0) +
        2 * words.length +
        (inside(field) ? 1 : 0)
      return { field, words: inside(field) ? [...words, ...place!.words] : words, score, isNamed: true }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, second] = named
  if (best && best.score !== second?.score) return best
  const wanted = { verb, others: work.left, isAmbient: work.isAmbient }
  const [only] = fields
  const alone =
    fields.length === 1 && only && !only.value && fitting(tree.elements, wanted, tree).length === 0
  return alone ? { field: only, words: [], isNamed: false } : undefined
}

function isSearch({ type, role, name, placeholder, hints }: ViewElement): boolean {
  return (
    type === 'search' ||
    role === 'searchbox' ||
    /search|filter|such|recherch|busc|cerc|zoek/i.test(`${name} ${placeholder ?? ''} ${hints}`)
  )
}

/** Enters a value and sends it: by the button beside the field, else with Enter; sees that the field gave it away. */
async function addOne({ ref }: ViewElement, text: string, verb: SaidWord, work: Work): Promise<StepOutcome> {
  const { scene } = work
  const field = (await scene.tree()).get(ref)
  if (!field) return failed(`The field for "${text}" is gone.`)
  const shownBefore = countOf(text, await scene.tree(), ref)
  const filled = await fillField(field, text, scene)
  const isTaken = async () => {
    const tree = await scene.tree()
    return countOf(text, tree, ref) > shownBefore && !tree.get(ref)?.value
  }
  if (await isTaken()) return done(`Added "${text}".`)
  if (filled.state === 'failed') return filled
  const suggested = await suggestionOf(text, ref, scene)
  if (suggested) {
    await scene.act({ do: 'click', ref: suggested.ref }, { type: 'click', target: call(suggested) })
    if (await isTaken()) return done(`Added "${text}" by ${call(field)}.`)
  }
  const tree = await scene.tree()
  const beside = buttonBeside(field, verb, tree)
  if (beside) await clickOn(beside, scene)
  else await scene.act({ do: 'press', key: 'Enter', ref }, { type: 'press', value: 'Enter' })
  for (const ms of OPENING_MS) {
    if (ms > 0) await scene.pause(ms)
    if ((await isTaken()) || (await scene.tree()).get(ref)?.value === '')
      return done(`Added "${text}" by ${call(field)}.`)
  }
  return failed(`${call(field)} did not take "${text}".`)
}

/** What came up for the value and is clicked to take it. */
async function suggestionOf(text: string, field: string, scene: Scene): Promise<ViewElement | undefined> {
  for (const ms of [200, 250]) {
    const tree = await scene.pause(ms)
    const found = tree.elements.find(
      (element) =>
        element.ref !== field &&
        !element.editable &&
        (element.clickable || element.role === 'option') &&
        similarity(text, element.text || element.name) >= 0.97 &&
        isBelow(element, tree.get(field)),
    )
    if (found) return found
  }
  return undefined
}

/** A list of suggestions opens under its field. */
function isBelow({ box }: ViewElement, field: ViewElement | undefined): boolean {
  return (
    field !== undefined &&
    box.y >= field.box.y &&
    box.y < field.box.y + 500 &&
    Math.abs(box.x - field.box.x) < 400
  )
}

function countOf(text: string, tree: PageTree, except: string): number {
  return tree.elements.filter(
    (element) => element.ref !== except && element.ownText.toLowerCase().includes(text.toLowerCase()),
  ).length
}

function buttonBeside(field: ViewElement, verb: SaidWord, tree: PageTree): ViewElement | undefined {
  for (const outer of tree.ancestors(field).slice(0, 3)) {
    const [best] = fitting(tree.descendants(outer), { verb, others: [], isAmbient: () => true }, tree)
    if (best && (best.element.role === 'button' || wordsOf(nameOf(best.element)).length <= 2))
      return best.element
    if (textFields(tree.descendants(outer)).length > 1) return undefined
  }
  return undefined
}
