import type { ViewElement } from '../../../browser/browser.ts'
import { contentWords, similarity, stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import type { Fact } from '../parse/command.ts'
import { findDate } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'
import { isCheckable, isKind, takesText, takesValues } from './kinds.ts'
import { labelOf } from './kinds.ts'
import { ambiguous, anchorsOf, withoutDoubles } from './locate.ts'
import { groupName } from './locate.ts'
import { stepperOf } from '../widgets/stepper.ts'

/** A control and the value for it. */
export interface Placed {
  control: ViewElement
  value: string
}

export type Resolved =
  | ({ state: 'found'; score: number } & Placed)
  | { state: 'missing' }
  | { state: 'ambiguous'; elements: ViewElement[]; names: string[] }

/** What the page offers for values, read once per look. */
interface Offer {
  tree: PageTree
  controls: ViewElement[]
  /** The element of the last command. */
  last: ViewElement | undefined
  used: ReadonlySet<string>
}

const SURE = 0.6
const MARGIN = 0.05

/** Finds the control that a value is for, and the value as the control takes it. */
export function resolveFact(
  fact: Fact,
  {
    tree,
    last,
    used = new Set(),
    isChoice = false,
    isOnly = false,
  }: {
    tree: PageTree
    last: ViewElement | undefined
    used?: ReadonlySet<string>
    isChoice?: boolean
    isOnly?: boolean
  },
): Resolved {
  const controls = tree.elements.filter((element) => isOffered(element, tree))
  const offer: Offer = { tree, controls, last, used }
  if (fact.on !== undefined) return best(boxes(fact, offer), tree)
  const candidates = [
    ...fact.readings.flatMap(({ key, value }) => [
      ...byLabel(key, value, offer, 1),
      ...byEntry(key, value, offer),
    ]),
    ...byLabelInside(fact.said, offer),
    ...byChoice(fact.said, offer),
    ...byType(fact.said, offer),
  ]
  const found = best(candidates, tree)
  if (found.state !== 'missing' || isChoice || isOnly === false || fact.readings.length > 0) return found
  return onlyField(fact.said, offer)
}

function isOffered(element: ViewElement, tree: PageTree): boolean {
  if (element.disabled || (element.readonly && !isDateLike(element))) return false
  const { dialog } = tree
  if (dialog && !tree.holds(dialog, element)) return false
  return takesValues(element) || isListButton(element, tree) || stepperOf(element, tree) !== undefined
}

/** A button that opens a list, or a clickable value with its label before it. */
function isListButton(element: ViewElement, tree: PageTree): boolean {
  const { role, expanded, clickable } = element
  if (role === 'button' && expanded !== undefined) return true
  return clickable && role === 'generic' && labelBefore(element, tree) !== undefined
}

/** `From` before `GBP – British pound`: the only other text of the part of the page. */
function labelBefore(element: ViewElement, tree: PageTree): string | undefined {
  const siblings = tree.siblings(element)
  const [first] = siblings
  const isPair = siblings.length === 2 && first !== element && first!.ownText !== '' && !first!.clickable
  return isPair ? first!.ownText : undefined
}

function isDateLike({ type, name, placeholder, hints }: ViewElement): boolean {
  return (
    /^(date|datetime-local|month|week)$/.test(type ?? '') ||
    /\b(date|day|calendar|check-?in|check-?out|arriv\w*|depart\w*|birth\w*|when)\b/i.test(
      `${name} ${placeholder ?? ''} ${hints}`,
    )
  )
}

interface Candidate extends Placed {
  score: number
}

function best(candidates: readonly Candidate[], tree: PageTree): Resolved {
  const sure = candidates.filter(({ score }) => score >= SURE).toSorted((a, b) => b.score - a.score)
  const [first] = sure
  if (!first) return { state: 'missing' }
  const likely = sure.filter(({ score }) => score >= first.score - MARGIN)
  const elements = withoutDoubles([...new Set(likely.map(({ control }) => control))], tree)
  return elements.length <= 1 || elements.every((element) => isSameGroup(element, first.control, tree))
    ? { state: 'found', ...first }
    : ambiguous(elements, tree)
}

/** Radio buttons of one group are one control. */
function isSameGroup(one: ViewElement, other: ViewElement, tree: PageTree): boolean {
  if (one === other) return true
  const [left, right] = [groupName(one, tree), groupName(other, tree)]
  return left !== undefined && left === right && one.role === 'radio'
}

/** The control with a label, for a value that it takes. */
function byLabel(key: string, value: string, { tree, controls, used }: Offer, weight: number): Candidate[] {
  const found = controls.flatMap((control): Candidate[] => {
    const score = Math.max(...labelsOf(control, tree).map((label) => similarity(key, label)))
    return score < SURE
      ? []
      : [{ control, value, score: score * weight - (used.has(control.ref) ? 0.03 : 0) }]
  })
  return [...found, ...byGroup(key, value, { tree, controls, last: undefined, used }, weight)].flatMap(
    (one) => accepting(one, tree),
  )
}

/** `quantity of Lamp`: the control of an entry. */
function byEntry(key: string, value: string, { tree, controls }: Offer): Candidate[] {
  const { label, entry } =
    /^(?<label>.+?)\s+(?:of|for|in the row of|next to)\s+(?:the\s+)?(?<entry>.+)$/i.exec(key)?.groups ?? {}
  if (label === undefined) return []
  const records = anchorsOf({ name: entry! }, tree).map((anchor) => recordOf(anchor, tree))
  return controls
    .filter((control) => records.some((record) => record && tree.holds(record, control)))
    .map((control) => ({
      control,
      value,
      score: Math.max(0, ...labelsOf(control, tree).map((name) => similarity(label, name))),
    }))
}

/** The choice of a group with a label: `frequency` `Monthly`. */
function byGroup(key: string, value: string, { tree, controls }: Offer, weight: number): Candidate[] {
  return controls.filter(isCheckable).flatMap((control): Candidate[] => {
    const group = groupLabel(control, tree)
    const named = group === undefined ? 0 : similarity(key, group)
    const chosen = choiceScore(value, control)
    return named >= SURE && chosen >= SURE
      ? [{ control, value: 'on', score: ((named + chosen) / 2) * weight }]
      : []
  })
}

/** What says what a group of choices is for: its name, or the text before it. */
function groupLabel(control: ViewElement, tree: PageTree): string | undefined {
  const named = groupName(control, tree)
  if (named !== undefined) return named
  const outer = tree.ancestors(control).find((one) => tree.descendants(one).filter(isCheckable).length > 1)
  if (!outer) return undefined
  const first = tree.descendants(outer).find(isCheckable)!
  const label = tree
    .descendants(outer)
    .find((one) => tree.order(one) < tree.order(first) && one.ownText !== '')
  return label?.ownText ?? outer.name
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A control takes a value that is among its options, if it has options. */
function accepting(candidate: Candidate, tree: PageTree): Candidate[] {
  const { control, value } = candidate
  if (value === 'on' || value === '') return [candidate]
  const counted = NUMBER_WORDS.indexOf(value.toLowerCase())
  if (counted > 0) return accepting({ ...candidate, value: String(counted) }, tree)
  if (control.options && control.tag === 'select') {
    const score = Math.max(
      0,
      ...control.options.map(({ label, value: own }) =>
        Math.max(similarity(value, label), similarity(value, own, true)),
      ),
    )
    return score >= 0.5 ? [candidate] : [{ ...candidate, score: candidate.score - 0.2 }]
  }
  if (isCheckable(control)) {
    if (/^(?:on|yes|true|checked|ticked|selected)$/i.test(value)) return [candidate]
    return choiceScore(value, control) >= SURE && groupLabel(control, tree) ? [candidate] : []
  }
  if (control.role === 'spinbutton' || control.type === 'number') return /\d/.test(value) ? [candidate] : []
  return [candidate]
}

/** Part of a label is enough beside a value: `age 4` for `Age in years`. */
const LEAST_INSIDE = 0.65

/** A label at the beginning or end of the words, and the value beside it: `first name Tariq`, `express delivery`, `2 guests`. */
function byLabelInside(said: string, { tree, controls, used }: Offer): Candidate[] {
  const words = said.trim().split(/\s+/)
  return controls
    .flatMap((control) =>
      labelsOf(control, tree).flatMap((label): Candidate[] => {
        const size = wordsOf(label).length
        if (size === 0 || size > 6) return []
        return [...splitsOf(words)].flatMap(({ key, value, isLast }): Candidate[] => {
          const score = similarity(key, label)
          if (score < LEAST_INSIDE || value === '') return []
          const weight = (isLast ? 0.9 : 0.97) - (used.has(control.ref) ? 0.03 : 0)
          const candidate = { control, value, score: score * weight + 0.005 * wordsOf(key).length }
          return isCheckable(control)
            ? byGroup(key, value, { tree, controls, last: undefined, used }, weight)
            : accepting(candidate, tree)
        })
      }),
    )
    .concat(groupsInside(words, { tree, controls, last: undefined, used }))
}

/** `frequency monthly`, `express delivery`: the name of a group and one of its choices. */
function groupsInside(words: readonly string[], offer: Offer): Candidate[] {
  return splitsOf(words).flatMap(({ key, value, isLast }) => byGroup(key, value, offer, isLast ? 0.93 : 0.97))
}

function splitsOf(words: readonly string[]): { key: string; value: string; isLast: boolean }[] {
  return Array.from({ length: Math.max(0, words.length - 1) }, (_, at) => at + 1).flatMap((at) => {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    return [
      { key: bare(head), value: tail.replace(/^(?:of|is|to|as|by|=|:)\s+/i, ''), isLast: false },
      { key: bare(tail), value: bare(head), isLast: true },
    ]
  })
}

function bare(text: string): string {
  return text
    .replace(/^(?:the|a|an|my|your|with|for|and)\s+/i, '')
    .replace(/[:=]$/, '')
    .trim()
}

/** A choice that has the words as its name: an option of a list, a radio button, a box. */
function byChoice(said: string, { controls }: Offer): Candidate[] {
  const name = bare(said).replace(/\s+(?:option|slot|choice|button|radio button|card)$/i, '')
  return controls.flatMap((control): Candidate[] => {
    if (isCheckable(control)) {
      const score = choiceScore(name, control)
      return score >= 0.75 ? [{ control, value: 'on', score: score * 0.95 }] : []
    }
    const options = control.options?.filter(({ disabled }) => !disabled) ?? []
    const score = Math.max(0, ...options.map(({ label }) => similarity(name, label)))
    return score >= 0.75 ? [{ control, value: name, score: score * 0.95 }] : []
  })
}

function choiceScore(value: string, control: ViewElement): number {
  return Math.max(
    similarity(value, control.name),
    similarity(value, control.text),
    similarity(value, control.value ?? '', true) * 0.95,
  )
}

/** A value that says by itself what it is for: an e-mail address, a date. */
function byType(said: string, { tree, controls, used }: Offer): Candidate[] {
  const value = bare(said)
  const free = controls.filter(({ ref }) => !used.has(ref))
  if (/^[^\s=:]+@\S+\.\S+$/.test(value)) {
    return free
      .filter(
        (one) =>
          takesText(one) && (one.type === 'email' || /e-?mail/i.test(`${one.name} ${one.placeholder ?? ''}`)),
      )
      .map((control) => ({ control, value, score: 0.8 }))
  }
  const date = findDate(value, todayOf(tree))
  if (!date || date.text.length < value.length - 3) return []
  const first = free.find(isDateLike)
  return first ? [{ control: first, value, score: 0.8 }] : []
}

/** Without any name, the field with the focus or the only text field is meant. */
function onlyField(value: string, { tree, controls }: Offer): Resolved {
  const fields = controls.filter((control) => takesText(control) && !isDateLike(control))
  const focused = fields.find(({ ref }) => ref === tree.view.focused)
  const [only, ...others] = fields
  const control = focused ?? (others.length === 0 ? only : undefined)
  return control ? { state: 'found', control, value, score: SURE } : { state: 'missing' }
}

/** Boxes to tick: by name, by the entry that they are part of. */
function boxes(fact: Fact, { tree, controls }: Offer): Candidate[] {
  const wanted = bare(fact.said)
    .replace(/\s+(?:box|checkbox|check ?box|option|switch|toggle)$/i, '')
    .replace(/^(?:box|checkbox|option|switch)\s+(?:for\s+|called\s+|labelled\s+)?/i, '')
  const stems = contentWords(wanted).map(stemOf)
  return controls
    .concat(
      tree.elements.filter(
        (element) =>
          element.clickable && (element.pressed !== undefined || (fact.on && element.role === 'button')),
      ),
    )
    .filter(
      (control) =>
        isKind('checkbox', control, tree) ||
        control.pressed !== undefined ||
        control.role === 'radio' ||
        control.role === 'button',
    )
    .flatMap((control): Candidate[] => {
      const named = Math.max(similarity(wanted, control.name), similarity(wanted, control.text))
      const words = new Set(contentWords(`${control.name} ${control.text}`).map(stemOf))
      const covered = stems.length > 0 && stems.every((stem) => words.has(stem)) && named >= 0.5 ? 0.75 : 0
      const entry = tree
        .ancestors(control)
        .slice(0, 3)
        .find(({ text }) => text !== '')
      const beside =
        entry && tree.descendants(entry).filter(isCheckable).length === 1
          ? similarity(wanted, entry.text) * 0.95
          : 0
      // A button without a state is meant only by its whole name.
      const isPlain = control.role === 'button' && control.pressed === undefined
      const score = isPlain
        ? similarity(wanted, labelOf(control)) >= 0.9
          ? 0.7
          : 0
        : Math.max(named, covered, beside)
      return score >= SURE ? [{ control, value: fact.on ? 'on' : 'off', score }] : []
    })
}

/** The names of a control: its label, its placeholder, its title, and the group around a single field. */
function labelsOf(control: ViewElement, tree: PageTree): string[] {
  const stepper = stepperOf(control, tree)
  const named = control.name.endsWith(control.ownText)
    ? control.name.slice(0, -control.ownText.length || undefined).trim()
    : ''
  return [control.name, named, control.placeholder, control.title, stepper?.label, labelBefore(control, tree)]
    .filter((label) => label !== undefined && label !== '')
    .map((label) =>
      label!
        .replace(/\s*[*:]+\s*$|\s*\((?:optional|required)\)\s*$/i, '')
        .replace(/^(?:your|my|the)\s+/i, ''),
    )
}
