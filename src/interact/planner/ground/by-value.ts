import { captionOf } from '../form/caption.ts'
import { clickOn } from '../steps/click-on.ts'
import { fillField } from '../steps/fill.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { loneControl } from './controls.ts'
import { deedsOf, isLight, sameDeed } from './deeds.ts'
import { standsIn } from './mentions.ts'
import { optionCalled } from './put-rest.ts'
import { fitting, wantedOf } from './reach.ts'
import { textFields } from './scope.ts'
import { use } from './use.ts'
import { valuesIn } from './values.ts'
import type { Work } from './work.ts'

/** A quotation goes into the field that is called like the verb, and is sent by the control that is: `comment "…"`. */
export async function byField(work: Work): Promise<StepOutcome | undefined> {
  const { scene, clause, owed } = work
  const tree = await scene.tree()
  const [value, other] = owed
  const verb = clause.verb!
  if (!value?.quoted || other || isLight(verb.text)) return undefined
  const fields = textFields(tree.elements).filter(
    (field) => sameDeed(verb.text, `${field.name} ${field.placeholder ?? ''}`) === 1,
  )
  const control = loneControl(fitting(tree.elements, wantedOf(work), tree), tree)
  if (fields.length !== 1 || !control) return undefined
  const filled = await fillField(fields[0]!, value.text, scene)
  if (filled.state === 'failed') return filled
  work.told.push(filled.said)
  work.explain([value])
  return use(control, work, await scene.tree())
}

/** A choice that is called like what is said, under a caption that says the rest: `Rate this recipe: ★ ★ ★`. */
export async function byOption(work: Work): Promise<StepOutcome | undefined> {
  const { scene, clause, owed } = work
  const tree = await scene.tree()
  for (const value of valuesIn(clause, owed)) {
    const option = optionCalled(value.text, tree.elements)
    if (!option) continue
    const caption = `${captionOf(option, tree)} ${tree
      .ancestors(option)
      .slice(0, 3)
      .map(({ ownText, name }) => `${ownText} ${name}`)
      .join(' ')}`
    const others = owed.filter((word) => !value.words.includes(word) && !standsIn(word, caption))
    const isOfVerb =
      isLight(clause.verb!.text) ||
      sameDeed(clause.verb!.text, caption) > 0 ||
      deedsOf(clause.verb!.text).some((deed) => deed === 'pick' || deed === 'rate')
    if (others.length > 0 || !isOfVerb) continue
    work.explain([...work.left, clause.verb!])
    const outcome = await clickOn(option, scene)
    if (outcome.state === 'done') work.told.push(outcome.said)
    return outcome
  }
  return undefined
}
