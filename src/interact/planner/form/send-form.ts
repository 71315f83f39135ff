import type { ViewElement } from '../../../browser/browser.ts'
import { hasConsequences } from '../match/consequences.ts'
import { isField } from '../match/kinds.ts'
import { isOnward } from '../match/onward.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { synonymsOf } from '../resolve/synonyms.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { calledSo, isSameWord, nearestAlone, submitButton } from '../steps/submit.ts'
import { isOfAnotherEntry, isUnasked } from '../verify/unasked.ts'
import { LATE_MS } from './fill-from-prose.ts'
import { stemsOf } from './labels.ts'
import { controlsOf } from './controls.ts'
import { goOnward, onwardButton } from './onward.ts'
import { formWordsOf } from './small-words.ts'

const POLITE = "(?:please |could you |can you |i want to |i'd like to |i would like to |we want to )*"
const SENDING = new RegExp(
  `^${POLITE}(book|find|search|check|pay|order|apply|reserve|get|show|sign|register|subscribe|send|submit|request|create|publish|post|buy|schedule|calculate|compare|join|donate|hire|rent|track|transfer|filter)\\b`,
  'i',
)
const VERB_LENGTH = 4

/** Whether a sentence asks to send off what it says: by a verb that does, or by one that a button of the page is called by. */
export function asksToSend(said: string, tree: PageTree): boolean {
  if (namesField(said, tree)) return false
  return SENDING.test(said) || buttonByVerb(said, tree) !== undefined || isFormOf(said, tree)
}

/** Whether a sentence begins with the name of a field rather than with a verb: `order number 20991`. */
function namesField(said: string, tree: PageTree): boolean {
  const stems = stemsOf(said)
  return controlsOf(tree).some(
    ({ kind, labels }) =>
      kind !== 'choice' &&
      labels.names.some((name) => name.length > 1 && name.every((stem, index) => stems[index] === stem)),
  )
}

/** Whether a heading of the page is about what a sentence says to do: `Überweise 20 Euro` on `Neue Überweisung`. */
function isFormOf(said: string, tree: PageTree): boolean {
  const root = rootOf(said)
  return (
    root !== undefined &&
    root.length > VERB_LENGTH &&
    tree.elements.some(
      (element) => element.role === 'heading' && wordsOf(element.text).some((word) => word.startsWith(root)),
    )
  )
}

/** What the forms of the first word of a sentence share; none for verbs of filling in. */
function rootOf(said: string): string | undefined {
  const { empty } = formWordsOf(said)
  const verb = wordsOf(said).find((word) => !empty.has(word))
  if (verb === undefined || verb.length < VERB_LENGTH || FILLS.test(verb)) return undefined
  return verb.slice(0, Math.max(VERB_LENGTH, verb.length - 2))
}

const FILLS =
  /^(enter|type|write|choose|select|pick|fill|change|turn|click|press|open|tick|make|name|next|wahle|gib|trage|setze|choisis|remplis|entre|elige|pon|with|without|from|dann|then|your|meine)$/

/** A button that is called by the first word of a sentence: `Überweise 20 Euro` is `Jetzt überweisen`. */
function buttonByVerb(said: string, tree: PageTree): ViewElement | undefined {
  const root = rootOf(said)
  if (root === undefined) return undefined
  const isOfField = tree.elements.some(
    (element) =>
      isField(element) &&
      wordsOf(`${element.name} ${element.placeholder ?? ''}`).some((word) => word.includes(root)),
  )
  if (isOfField) return undefined
  return tree.elements.find(
    (element) =>
      isPressed(element) && wordsOf(element.name || element.text).some((word) => word.includes(root)),
  )
}

/** Whether a clause says to press a button of the page and nothing else. */
export function callsButton(said: string, tree: PageTree): boolean {
  if (calledSo(said, tree, 1)) return true
  const stems = telling(said)
  return tree.elements.some((element) => isPressed(element) && stems.length > 0 && isAllIn(stems, element))
}

const MOST_PAGES = 5

/** Sends off the form that was filled in, through as many pages as it has. `heads` are words that may call the button. */
export async function sendForm(
  heads: readonly string[],
  sends: boolean,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const button =
      (await namedButton(heads, sends, scene)) ?? (sends ? await sendingButton(heads, scene) : undefined)
    if (button && !isOnward(button)) return clickOn(button, scene)
    if (!sends || !(button ?? onwardButton(await scene.tree()))) return undefined
    if (!(await goOnward(scene))) return failed(`The form did not go on${complaint(scene)}.`)
  }
  return undefined
}

const RECKONS =
  /^(?:(?:re)?calculate|compute|estimate|show|see|get|view|find|search|check|berechne|berechnen|anzeigen|suchen|calculer|estimer|afficher|rechercher|calcular|ver|buscar|calcola|mostra|cerca|bereken|toon|zoek)(?:$|\s(?!(?:started|help|more|all)\b))/iu

/** Has a form show what comes of it, where a button of it does that and gives nothing away: a question about it asks for that. */
export async function reckon(scene: Scene): Promise<void> {
  const tree = await scene.tree()
  const last = tree.get(scene.last?.ref)
  const button = tree.elements.find(
    (element) =>
      element.clickable &&
      !element.disabled &&
      !isField(element) &&
      element.href === undefined &&
      RECKONS.test((element.name || element.text).trim()) &&
      (element.name || element.text).length < 30 &&
      !hasConsequences({ ...element, type: undefined }) &&
      last !== undefined &&
      tree.order(element) > tree.order(last),
  )
  if (button) await clickOn(button, scene)
}

/** What a page shows since the last deed, as the end of a sentence. */
function complaint({ changes }: Scene): string {
  const texts = changes?.newTexts.slice(0, 4) ?? []
  return texts.length === 0 ? '' : `; the page says ${texts.map((text) => `"${text}"`).join(', ')}`
}

/** A form without a button takes what was typed last when Enter is pressed. */
export async function sentByEnter(told: string, scene: Scene): Promise<StepOutcome> {
  const last = (await scene.tree()).get(scene.last?.ref)
  if (last?.editable && last.tag === 'input')
    await scene.act({ do: 'press', key: 'Enter', ref: last.ref }, { type: 'press', value: 'Enter' })
  await scene.pause(LATE_MS)
  return done(told)
}

const ENABLED_WITHIN = 6

/** The button that a part of the sentence names: `into the basket` is `Add to basket`, `Find sailings` is `Show sailings`. */
async function namedButton(
  parts: readonly string[],
  sends: boolean,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const wanted = parts.filter((part) => !formWordsOf(part).not.test(part)).map((part) => telling(part))
  const find = (tree: PageTree) =>
    tree.elements
      .filter((element) => isPressed(element) && !isUnasked(element, scene))
      .map((element) => ({ element, score: Math.max(0, ...wanted.map((stems) => naming(stems, element))) }))
      .filter(({ element }) => sends || wanted.some((stems) => isAllIn(stems, element)))
      .filter((found) => found.score > 0)
      .sort((a, b) => b.score - a.score)[0]?.element
  const byVerb = (tree: PageTree) =>
    sends ? parts.map((part) => buttonByVerb(part, tree)).find((button) => button !== undefined) : undefined
  let button = find(await scene.tree()) ?? byVerb(await scene.tree())
  for (let times = 0; button?.disabled && times < ENABLED_WITHIN; times++) {
    const tree = await scene.pause(250)
    button = find(tree) ?? byVerb(tree)
  }
  return button
}

const SMALL = /^(the|a|an|my|your|with|for|in|into|to|of|on|at|and|me|now|it|this|then|please)$/

function telling(said: string): string[] {
  return stemsOf(said).filter((stem) => !SMALL.test(stem))
}

/** Without a verb that asks for it, only what names a button and nothing else means it. */
function isAllIn(said: readonly string[], element: ViewElement): boolean {
  const name = stemsOf(element.name || element.text)
  return said.length > 0 && said.every((stem) => name.some((other) => isSameWord(stem, other)))
}

/** How much of what is said is in the name of a button, synonyms of the verb included. */
function naming(said: readonly string[], element: ViewElement): number {
  const name = stemsOf(element.name || element.text)
  const verbs = new Set(
    [said.slice(0, 1), said.slice(0, 2)]
      .flatMap((words) => [words.join(' '), `${words.join(' ')}e`])
      .flatMap((words) => synonymsOf(words))
      .flatMap(stemsOf),
  )
  const own = said.filter((stem) => name.includes(stem)).length
  const other = own === 0 && name.some((stem) => verbs.has(stem)) ? 0.5 : 0
  return (own + other) / Math.max(2, name.length)
}

function isPressed(element: ViewElement): boolean {
  const said = element.name || element.text
  if (element.role === 'button') return element.pressed === undefined && /\p{L}/u.test(said)
  if (!element.clickable || isField(element) || said.length > 40) return false
  return (
    /\b(btn|button|submit|send|cta|save)\b/i.test(element.hints) ||
    (element.role === 'text' && element.look.background !== undefined)
  )
}

/** What only wants to see something gives nothing away by the next best button. */
const LOOKING = new RegExp(`^${POLITE}(?:find|search|get|show|filter|compare|track|see|list)\\b`, 'i')

/** What sends the form that was filled in: not any button of the page. */
async function sendingButton(heads: readonly string[], scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const last = tree.get(scene.last?.ref)
  const inForm =
    last && tree.closest(last, (element) => element.tag === 'form' || element.role.endsWith('dialog'))
  if (inForm) return submitButton(tree, last)
  const isLooking = heads.some((head) => LOOKING.test(head))
  const button = last && (nearestAlone(last, tree) ?? (isLooking ? undefined : firstAfter(last, tree)))
  return button && !isOfAnotherEntry(button, last, tree) ? button : undefined
}

/** The first button behind what was filled in that gives or sends something. */
function firstAfter(last: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.elements.find(
    (element) =>
      tree.order(element) > tree.order(last) &&
      isPressed(element) &&
      hasConsequences(element) &&
      !REFUSES.test(element.name || element.text),
  )
}

const REFUSES =
  /^(cancel|clear|reset|delete|remove|discard|abbrechen|löschen|zurück|annuler|cancelar|annulla|annuleren)\b/iu

/** The words of a sentence that may call the button that sends it. */
export function headOf(said: string): string {
  return said.split(formWordsOf(said).cuts)[0] ?? ''
}
