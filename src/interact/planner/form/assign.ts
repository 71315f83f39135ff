import type { ViewElement } from '../../../browser/browser.ts'
import { wordsOf } from '../match/words.ts'
import type { Control } from './controls.ts'
import { choiceIn } from './fit-choice.ts'
import { compoundIn } from './fit-compound.ts'
import { fieldIn } from './fit-field.ts'
import type { Fit } from './fit.ts'
import { labelIn, runIn } from './labels.ts'
import { placesOf } from './rest-of.ts'
import { numberOf, readValues } from './said-values.ts'
import { toPart } from './segments.ts'
import type { Part } from './segments.ts'

/** What a part of a sentence puts into a control. */
export interface Assignment {
  control: Control
  part: Part
  /** For a field what is put into it, for a choice whether it is on. */
  value: string | boolean
  score: number
  used?: readonly number[] | string
  /** The value is all that the part says besides the name of its field. */
  free?: boolean
  /** It is one of several values of a field that takes several. */
  several?: boolean
}

/** The best use of each part, and what is about nothing. What a part says besides is a part of its own. */
export function assignAll(
  parts: readonly Part[],
  controls: readonly Control[],
): { plan: Assignment[]; left: Part[] } {
  const plan: Assignment[] = []
  let open = [...parts]
  const left: Part[] = []
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const chosen = bestOf(open, controls, plan)
    plan.push(...chosen)
    const unused = open.filter((part) => !chosen.some((found) => found.part === part))
    left.push(...unused)
    open = chosen.flatMap(besides)
  }
  left.push(...open)
  const counted = quantity(parts, controls, plan)
  const added = withLastDay([...plan, ...counted], left)
  return { plan: added, left: left.filter((part) => !added.some((found) => found.part === part)) }
}

/** A first and a last day where there is one place for both. */
function withLastDay(plan: readonly Assignment[], left: Part[]): Assignment[] {
  return plan.map((found) => {
    const said = readValues(found.part.rest).date
    const at = said === found.value ? left.findIndex((part) => readValues(part.rest).date !== undefined) : -1
    if (said === undefined || at === -1) return found
    const [last] = left.splice(at, 1)
    return { ...found, value: `${said} – ${readValues(last!.rest).date!}` }
  })
}

const ROUNDS = 3
/** What fits worse is not meant. */
const LEAST = 0.4

/** Every control takes one part, every part goes to one control; the best fits first. */
function bestOf(
  parts: readonly Part[],
  controls: readonly Control[],
  before: readonly Assignment[],
): Assignment[] {
  const possible = parts
    .flatMap((part) => controls.map((control) => assign(part, control)))
    .filter((found) => found !== undefined)
    .filter((found) => found.score >= LEAST)
    .sort((a, b) => b.score - a.score)
  const chosen: Assignment[] = []
  const used = new Set<Part | ViewElement>(before.flatMap(({ control }) => elementsOf(control)))
  for (const found of possible) {
    const elements = elementsOf(found.control)
    if (used.has(found.part) || elements.some((element) => used.has(element))) continue
    for (const one of [found.part, ...elements]) used.add(one)
    chosen.push(found)
  }
  return chosen
}

function elementsOf({ element, parts }: Control): ViewElement[] {
  return [element, ...parts]
}

/** What a part says besides what was made of it. */
function besides({ part, used }: Assignment): Part[] {
  if (used === undefined) return []
  const places = placesOf(part.rest)
  const words = wordsOf(part.rest)
  if (places.length !== words.length) return []
  const taken = new Set(typeof used === 'string' ? runOf(words, wordsOf(used)) : used)
  const pieces: Part[] = []
  for (let at = 0; at < places.length; at++) {
    if (taken.has(at)) continue
    let end = at
    while (end + 1 < places.length && !taken.has(end + 1)) end++
    const piece = toPart(part.rest.slice(places[at]!.start, places[end]!.end), part.words)
    const isTelling = wordsOf(piece.rest).some((word) => !part.words.empty.has(word))
    const after = at > 0 && /^\d{4,5}$/.test(words[at - 1]!) ? ('code' as const) : undefined
    if (isTelling)
      pieces.push({ ...piece, ...(at === 0 ? { lead: part.lead } : {}), ...(after ? { after } : {}) })
    at = end
  }
  return pieces
}

function runOf(words: readonly string[], run: readonly string[]): number[] {
  const at = runIn(words, run)
  return at === -1 ? words.map((_, index) => index) : run.map((_, index) => at + index)
}

const AMOUNT = {
  names: [
    ['quantity'],
    ['qty'],
    ['quantiti'],
    ['menge'],
    ['amount'],
    ['how', 'many'],
    ['anzahl'],
    ['quantite'],
    ['cantidad'],
    ['quantita'],
    ['aantal'],
    ['quantidad'],
    ['stuck'],
  ],
  others: [],
  words: [],
}

/** `2 red mugs`: what counts a thing whose kind is chosen elsewhere says how many of it; `for four` where one thing is counted. */
function quantity(
  parts: readonly Part[],
  controls: readonly Control[],
  chosen: readonly Assignment[],
): Assignment[] {
  const free = controls.filter(
    (one) => one.kind !== 'choice' && !chosen.some((found) => found.control === one),
  )
  const steppers = free.filter((one) => one.kind === 'stepper')
  const control =
    free.find((one) => labelIn(one.labels.names[0] ?? [], AMOUNT)) ??
    (steppers.length === 1 ? steppers[0] : undefined)
  if (!control) return []
  const open = parts.filter(
    (one) => !chosen.some((found) => found.part === one && found.control.kind !== 'choice'),
  )
  for (const part of open) {
    const rest = unused(part, chosen)
    const number = readValues(rest).count?.number ?? (FOR.test(part.lead) ? numberOf(rest) : undefined)
    if (number !== undefined) return [{ control, part, value: String(number), score: 0.6 }]
  }
  return []
}

/** What a part says besides what was made of it, in one. */
function unused(part: Part, chosen: readonly Assignment[]): string {
  const found = chosen.find((one) => one.part === part)
  if (!found) return part.rest
  return besides(found)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+(?:of|de|von|di|van)$/, '')
}

const FOR = /^(for|für|pour|para|per|voor)$/

function assign(part: Part, control: Control): Assignment | undefined {
  const said = readValues(part.rest)
  const found: Fit =
    control.kind === 'choice'
      ? choiceIn(part, said, control)
      : control.kind === 'field' || control.kind === 'opener'
        ? fieldIn(part, said, control)
        : compoundIn(part, said, control)
  return found && { control, part, ...found }
}
