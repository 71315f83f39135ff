import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import { NO_EFFECT } from '../scene.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { fillField, likelyField } from '../steps/fill.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'
import { submitButton } from '../steps/submit.ts'

/** Finds a number by halving what is left, as the page says whether it is higher or lower. */
export async function guessNumber(step: StepOf<'act'>, scene: Scene): Promise<StepOutcome | undefined> {
  if (step.verb !== 'guess' || !/number/.test(`${step.target?.kind} ${step.target?.words}`)) return undefined
  const range = readRange(
    `${step.said ?? ''} ${(step.details ?? []).map(({ value }) => value.text).join(' ')}`,
  )
  if (!range) return undefined
  let { least, most } = range
  while (least <= most) {
    const guess = Math.floor((least + most) / 2)
    const field = await likelyField(scene)
    const tree = await scene.tree()
    const [called] = await seekHere({ words: 'guess', quoted: false, kind: 'button' }, scene, 'click')
    const button = called?.element.role === 'button' ? called.element : submitButton(tree, field)
    if (!field || !button) return failed('There is nowhere to enter a guess.')
    const filled = await fillField(field, String(guess), scene)
    if (filled.state === 'failed') return filled
    const sent = await clickOn(button, scene)
    if (sent.state === 'failed') return sent
    const told = feedbackIn(await scene.tree(), guess)
    if (told === 'higher') least = guess + 1
    else if (told === 'lower') most = guess - 1
    else if (scene.actions.at(-1)?.effect === NO_EFFECT)
      return failed(`The page says nothing about the guess ${guess}.`)
    else return done(`The number is ${guess}.`)
  }
  return failed('What the page says about the guesses leaves no number.')
}

/** The bounds in `between 0-9`, `from 1 to 100`, `between 3 and 7`. */
export function readRange(text: string): { least: number; most: number } | undefined {
  const match = /(-?\d+)\s*(?:-|–|to|and|through|\.\.+)\s*(-?\d+)/.exec(text)
  if (!match) return undefined
  const [one, other] = [Number(match[1]), Number(match[2])]
  return { least: Math.min(one, other), most: Math.max(one, other) }
}

/** Where the page says that the number lies, seen from a guess; undefined when it says neither. */
export function feedbackIn(tree: PageTree, guess: number): 'higher' | 'lower' | undefined {
  const said = tree.elements.findLast(
    (element) =>
      element.text.length < 120 &&
      FEEDBACK.test(element.text) &&
      (!/\d/.test(element.text) || new RegExp(`(?<!\\d)${guess}(?!\\d)`).test(element.text)),
  )?.text
  if (said === undefined) return undefined
  if (/\btoo (high|big|large|great)\b/i.test(said)) return 'lower'
  if (/\btoo (low|small|little)\b/i.test(said)) return 'higher'
  return /\b(higher|greater|larger|bigger|more)\b/i.test(said) ? 'higher' : 'lower'
}

const FEEDBACK =
  /\b(higher|greater|larger|bigger|more|lower|less|smaller|too (high|low|big|small|large|little|great))\b/i
