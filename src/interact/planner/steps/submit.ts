import type { ViewElement } from '../../../browser/browser.ts'
import { hasConsequences } from '../match/consequences.ts'
import { plain, similarity, stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { notFound, seek } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { isForTakingAway } from '../verify/unasked.ts'
import { clickOn, effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const submit: TakeStep<'submit'> = async (step, scene) => {
  if (step.target && step.target.kind !== 'form') {
    const [best] = await seek(step.target, scene, 'click')
    const button = best?.element ?? (await onlyButton(step.target, scene))
    return button ? clickOn(button, scene) : failed(await notFound(step.target, scene, 'click'))
  }
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(scene.last?.ref))
  if (button) return clickOn(button, scene)
  if (!scene.last?.editable) return failed('There is nothing on the page that submits the form.')
  await scene.act({ do: 'press', key: 'Enter', ref: scene.last.ref }, { type: 'press', value: 'Enter' })
  return done(`Pressed Enter to submit the form${effectOf(scene)}.`)
}

/** What any form is sent by, and what only some are. */
const GENERAL =
  'submit|send|save|confirm|ok|done|finish|continue|apply|next|sign up|register|log in|sign in|go|update'.split(
    '|',
  )
const SPECIAL = ['create', 'add', 'book', 'order', 'buy', 'pay', 'search', 'post']

/** What sends off a form: of the form that was worked on, else of the dialog on top, else of the page, where its name is that of any form's. */
export function submitButton(tree: PageTree, last: ViewElement | undefined): ViewElement | undefined {
  const form = last && tree.closest(last, (element) => element.tag === 'form' || element.role === 'form')
  for (const scope of [form, tree.dialog, undefined]) {
    if (!scope && form) continue
    const inside = scope ? tree.descendants(scope) : tree.elements
    const buttons = inside.filter((element) => isSending(element) && !element.disabled)
    const typed = buttons.filter((element) => element.type === 'submit')
    const names = scope ? [...GENERAL, ...SPECIAL] : GENERAL
    const named =
      bestNamed(typed.length > 0 ? typed : buttons, names) ??
      (typed.length === 1 ? typed[0] : undefined) ??
      bestNamed(buttons, names)
    if (named) return named
    if (scope && buttons.length === 1) return buttons[0]
  }
  return last && nearestAlone(last, tree)
}

/** The only button of the smallest part of the page that has one besides a field. */
export function nearestAlone(last: ViewElement, tree: PageTree): ViewElement | undefined {
  // A sign without words beside a field, such as an eye, is for the field.
  for (const counts of [(element: ViewElement) => /\p{L}/u.test(element.name || element.text), () => true])
    for (const outer of tree.ancestors(last)) {
      const buttons = tree
        .descendants(outer)
        .filter((element) => isSending(element) && !element.disabled && counts(element))
      if (buttons.length === 1) return buttons[0]
      if (buttons.length > 0) break
    }
  return undefined
}

/** What the only button of a form is called by who does not look at its name. */
const SENDS = /^(log ?in|sign ?in|submit|send|ok|continue|go|search|save|confirm)$/i

const ASKS_TO_SEND = /^(log ?in|sign ?in|submit|send|search|confirm)$/i

/** The only button of the form that was worked on, where what is said means to send it. */
export async function onlyButton({ words }: Target, scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const field = tree.get(scene.last?.ref)
  const button = field?.editable && SENDS.test(words) ? nearestAlone(field, tree) : undefined
  return button && (ASKS_TO_SEND.test(words) || !hasConsequences(button)) ? button : undefined
}

/** A button or link whose whole name begins what is said: `continue to delivery`, `place the order`, `unsubscribe from all emails`. */
export function calledSo(said: string, tree: PageTree, besides = 1): ViewElement | undefined {
  const words = tellingWords(said.split(/[,;:]/)[0] ?? '')
  return tree.elements
    .filter((element) => (isButton(element) || element.role === 'link') && !element.disabled)
    .map((element) => ({ element, name: tellingWords(element.name || element.text) }))
    .filter(
      ({ name }) =>
        name.length >= 2 &&
        words.length - name.length <= besides &&
        (besides === 0
          ? name.every((word) => words.some((said) => isSameWord(said, word)))
          : name.every((word, index) => words[index] === word)),
    )
    .sort((a, b) => b.name.length - a.name.length)[0]?.element
}

/** `bestelle` and `bestellen` are one word. */
export function isSameWord(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return left === right || (short.length > 4 && long.length - short.length <= 3 && long.startsWith(short))
}

function tellingWords(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !/^(the|a|an|my|your)$/.test(word))
    .map(stemOf)
}

/** What takes something away, and what opens and closes a part, sends nothing off. */
function isSending(element: ViewElement): boolean {
  return (
    isButton(element) &&
    !isForTakingAway(element) &&
    element.expanded === undefined &&
    element.tag !== 'summary'
  )
}

function isButton(element: ViewElement): boolean {
  if (element.role === 'button' || (element.tag === 'input' && /^(submit|image)$/.test(element.type ?? '')))
    return true
  if (!element.clickable || element.editable) return false
  return (
    /\b(send|submit|save)\b/i.test(element.hints) ||
    [...GENERAL, ...SPECIAL].includes(plain(element.name || element.text))
  )
}

function bestNamed(buttons: readonly ViewElement[], names: readonly string[]): ViewElement | undefined {
  for (const name of names) {
    const match = buttons.find(
      (element) => similarity(name, element.name || element.text || element.hints) >= 0.6,
    )
    if (match) return match
  }
  return undefined
}
