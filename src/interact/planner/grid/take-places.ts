import type { ViewElement } from '../../../browser/browser.ts'
import { isDateLike } from '../form/controls.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { clickOn } from '../steps/click-on.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { todayOf } from '../widgets/date/today.ts'
import { weekdayAt } from '../widgets/date/day.ts'
import type { Calends } from '../widgets/date/read-date.ts'
import { atomsOf, saysDay, weekdayIn, wordAtoms } from './atoms.ts'
import type { Atom } from './atoms.ts'
import { cellOf } from './crossing.ts'
import { placeSaid, saysTime } from './said-place.ts'
import type { SaidPlace } from './said-place.ts'
import { leafDays } from './leaf-days.ts'

/** What was taken of a clause by where and when it is, and the steps that are left of it. */
interface Placed {
  outcome: StepOutcome
  steps: Step[]
}

const PLACING = new Set<Step['do']>([
  'choose',
  'act',
  'check',
  'click',
  'unclear',
  'find',
  'open',
  'fill',
  'tell',
])

/**
 * A day and a time on pages that have them as things to click: in a week, in a list for each day, in a grid of rooms and
 * hours. Undefined where a clause says neither, or the page has fields for them.
 */
export async function takePlaces(
  clause: readonly Step[],
  next: Step | undefined,
  scene: Scene,
): Promise<Placed | undefined> {
  const [step] = clause
  const said = step?.said
  if (said === undefined || !PLACING.has(step!.do) || step!.if || /["“«]/.test(said)) return undefined
  const tree = await scene.tree()
  const calends = todayOf(tree)
  const pieces = piecesOf(said).filter((piece) => hasPlace(placeSaid(piece, calends)))
  if (pieces.length === 0 || hasFields(tree)) return undefined
  let rest = said
  const told: string[] = []
  for (const piece of pieces) {
    const place = placeSaid(piece, calends)
    const taken = await takeOne(piece, place, scene)
    if (!taken)
      return told.length === 0
        ? undefined
        : { outcome: { state: 'failed', why: `${told.join(' ')} "${piece}" was not found.` }, steps: [] }
    if (taken.outcome.state === 'failed') return { outcome: taken.outcome, steps: [] }
    told.push(taken.outcome.said)
    for (const words of [place.day?.text, place.time?.text, ...taken.words])
      if (words) rest = rest.replace(words, ' ')
  }
  return { outcome: { state: 'done', said: told.join(' ') }, steps: left(step!, rest, next) }
}

function hasPlace({ day, time }: SaidPlace): boolean {
  return day !== undefined || time !== undefined
}

/** Several places in one breath: `Drossel at 11:00 and Amsel at 9:00`; a day and its time stay together. */
function piecesOf(said: string): string[] {
  const parts = said.split(/\s*;\s*|\s+(?:and|und|et|y|e|en)\s+/iu)
  const isEach = parts.length > 1 && parts.every((part) => /\d/.test(part))
  return isEach ? parts : [said]
}

/** Fields for dates are for the form. */
function hasFields(tree: PageTree): boolean {
  return tree.elements.some(
    (element) =>
      !element.disabled &&
      ((element.tag === 'input' && isDateLike(element)) || (element.tag === 'select' && isDateLike(element))),
  )
}

type Taken = { outcome: StepOutcome; words: readonly string[] } | undefined

async function takeOne(piece: string, place: SaidPlace, scene: Scene): Promise<Taken> {
  const here = await takeHere(piece, place, scene)
  if (here || !place.day) return here
  return leafDays(place.day.isWeekday ? undefined : place.day.day, scene, () => takeHere(piece, place, scene))
}

/** In what is shown: the cell of day and time, the cell of a named row and a time, or the day and then the time. */
async function takeHere(piece: string, { day, time }: SaidPlace, scene: Scene): Promise<Taken> {
  const tree = await scene.tree()
  const calends = todayOf(tree)
  for (const isLoose of [false, true]) {
    const atTime = time && {
      text: time.text,
      isIn: ({ text }: { text: string }) => saysTime(text, time, isLoose),
    }
    const onDay = day && {
      text: day.text,
      isIn: ({ text }: { text: string }) => isOn(text, day, calends),
    }
    if (atTime && onDay) {
      const cell = cellOf([onDay, atTime], tree, 'click')
      if (cell) return { outcome: await clickOn(cell, scene), words: [] }
    }
    if (atTime && !onDay) {
      const named = namedCell(piece, atTime, tree)
      if (named) return { outcome: await clickOn(named.cell, scene), words: named.words }
    }
  }
  const dayThing = day && dayIn(tree, (text) => isOn(text, day, calends))
  if (!dayThing) return undefined
  const chosen = await clickOn(dayThing, scene)
  return chosen.state === 'failed' || !time
    ? { outcome: chosen, words: [] }
    : thenTime(chosen.said, time, scene)
}

function isOn(text: string, { day, isWeekday }: NonNullable<SaidPlace['day']>, calends: Calends): boolean {
  return isWeekday
    ? text.length <= LONGEST_DAY && weekdayIn(text) === weekdayAt(day)
    : saysDay(text, day, calends)
}

/** The words of a text that name the row or column of a cell at a time. */
function namedCell(
  piece: string,
  atTime: Atom,
  tree: PageTree,
): { cell: ViewElement; words: string[] } | undefined {
  const words = wordsOf(piece.replace(atTime.text, ' ')).filter((word) => wordAtoms(word).length > 0)
  for (const word of words) {
    const cell = cellOf([atTime, ...atomsOf(word, todayOf(tree))], tree, 'click')
    const written = cell && new RegExp(`\\b${word}\\b`, 'i').exec(piece)?.[0]
    if (cell && written) return { cell, words: [written] }
  }
  return undefined
}

const LONGEST_DAY = 30

/** A day that is clicked by itself: of a strip of days, a tab. */
function dayIn(tree: PageTree, isDay: (text: string) => boolean): ViewElement | undefined {
  const days = tree.elements.filter(
    (element) =>
      element.clickable &&
      !element.editable &&
      !element.disabled &&
      element.text.length <= LONGEST_DAY &&
      isDay(element.name || element.text),
  )
  return days.find((one) => !days.some((other) => other !== one && tree.holds(one, other)))
}

async function thenTime(said: string, time: NonNullable<SaidPlace['time']>, scene: Scene): Promise<Taken> {
  for (const ms of [0, 200, 400, 600]) {
    const { elements } = ms === 0 ? await scene.tree() : await scene.pause(ms)
    for (const isLoose of [false, true]) {
      const found = elements.find(
        (element) =>
          element.clickable && !element.disabled && saysTime(element.name || element.text, time, isLoose),
      )
      const outcome = found && (await clickOn(found, scene))
      if (outcome?.state === 'done')
        return { outcome: { state: 'done', said: `${said} ${outcome.said}` }, words: [] }
    }
  }
  return { outcome: { state: 'failed', why: `${said} There is no ${time.text} on that day.` }, words: [] }
}

const SMALL =
  /\b(?:on|at|for|in|from|the|am|um|uhr|den|der|le|la|à|el|a las|il|alle|op|om|no|às|slot|time|please|bitte)\b/giu

/** The steps that a clause still asks for: the rest of what it says, or only its verb where that presses something. */
function left(step: Step, rest: string, next: Step | undefined): Step[] {
  if (step.do === 'unclear' || step.do === 'tell') return []
  const words = wordsOf(rest.replace(SMALL, ' '))
  const plain = rest
    .replace(/\s+(?:on|at|for|am|um|den|à|el|op|om)(?=\s*(?:$|[,.;]|\s(?:for|on|at|für|pour)\b))/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const hasMore = /[,;:]|\bfor (?:the|my|name)\b|\bauf den namen\b|\bname\b/iu.test(plain) || words.length > 4
  if (hasMore) return readInstruction(plain)
  if (step.do !== 'act') return []
  const isPressedNext = next !== undefined && /^(click|submit|press|act)$/.test(next.do)
  return isPressedNext ? [] : [{ do: 'act', verb: step.verb, target: undefined, said: step.verb }]
}

/** Whether pressing what a verb is called is possible; where it is not, the choice was all. */
export async function hasControl(step: Step, scene: Scene): Promise<boolean> {
  if (step.do !== 'act' || step.target || step.said !== step.verb) return true
  const [best] = await seekHere({ words: step.verb, quoted: false, kind: 'button' }, scene, 'click')
  return best?.element.clickable === true
}
