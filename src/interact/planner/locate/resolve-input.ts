import type { ViewElement } from '../../../browser/browser.ts'
import { onlyOf, isCheckable, isSearchField, acceptsText, acceptsValues } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { similarity, wordsOf } from '../match/words.ts'
import type { FormInput } from '../parse/command.ts'
import { NUMBERS } from '../parse/vocabulary.ts'
import { findDate } from '../widgets/date/read-date.ts'
import { dateContextOf } from '../widgets/date/calendar.ts'
import { stepperOf } from '../widgets/numbers.ts'
import { ambiguous, groupName, withoutDuplicates } from './locate.ts'
import type { Located } from './locate.ts'

interface ScoredControl {
  element: ViewElement
  value: string
  score: number
}

export type Resolved =
  | (Extract<Located, { state: 'found' }> & { value: string })
  | Exclude<Located, { state: 'found' }>

interface FormControls {
  tree: PageTree
  controls: ViewElement[]
  used: ReadonlySet<string>
}

const SURE = 0.6
const MARGIN = 0.05

interface Options {
  tree: PageTree
  used?: ReadonlySet<string>
  isChoice?: boolean
  isOnly?: boolean
}

export function resolveInput(
  input: FormInput,
  { tree, used = new Set(), isChoice = false, isOnly = false }: Options,
): Resolved {
  const offer: FormControls = {
    tree,
    controls: tree.elements.filter((element) => isFormControl(element, tree)),
    used,
  }
  if (input.on !== undefined) return bestControl(scoredBoxes(input.said, input.on, offer), tree)
  const found = bestControl(
    [
      ...input.interpretations.flatMap(({ key, value }) => byLabel(key, value, offer)),
      ...labelSplits(input).flatMap(({ key, value, weight }) => byLabel(key, value, offer, weight)),
      ...byChoice(input.said, offer),
      ...byDate(input.said, offer),
    ],
    tree,
  )
  const isNameless = isOnly && !isChoice && input.interpretations.length === 0
  return found.state === 'missing' && isNameless ? onlyField(input.said, offer) : found
}

/** `the station Gull Rock in the Observations panel` */
const TAIL =
  /\s+(?:in|on|under|from)\s+the\s+[^,]*\b(?:panel|section|form|list|table|area|tab|box|menu|drop-?down)(?: that (?:appears|comes up|opens|shows up))?$/i

function isFormControl(element: ViewElement, tree: PageTree): boolean {
  if (element.disabled || (element.readonly && !isDateLike(element))) return false
  const isListButton = element.role === 'button' && element.expanded !== undefined
  const { dialog } = tree
  if (dialog && !tree.contains(dialog, element)) return false
  const isListOf = (one: ViewElement) => one.role === 'combobox' && one.name === element.name
  if (element.role === 'listbox' && tree.elements.some(isListOf)) return false
  // Its choices are offered themselves.
  if (element.role === 'radiogroup' && tree.descendants(element).some(isCheckable)) return false
  return acceptsValues(element) || isListButton || stepperOf(element, tree) !== undefined
}

function isDateLike({ type, name, placeholder, hints }: ViewElement): boolean {
  return (
    /^(date|datetime-local|month|week)$/.test(type ?? '') ||
    /\b(date|day|calendar|check-?in|check-?out|arriv\w*|depart\w*|birth\w*|when)\b/i.test(
      `${name} ${placeholder ?? ''} ${hints}`,
    )
  )
}

function bestControl(candidates: readonly ScoredControl[], tree: PageTree): Resolved {
  const [first, ...others] = candidates
    .filter(({ score }) => score >= SURE)
    .toSorted((a, b) => b.score - a.score)
  if (!first) return { state: 'missing', near: [] }
  const likely = [first, ...others.filter(({ score }) => score >= first.score - MARGIN)]
  const elements = withoutDuplicates([...new Set(likely.map(({ element }) => element))], tree)
  return elements.length > 1
    ? ambiguous(elements, tree)
    : { state: 'found', element: first.element, value: first.value }
}

/** A label that is only part of the words must fit better: `age 4` for `Age in years`. */
const SURE_INSIDE = 0.65

function byLabel(key: string, value: string, offer: FormControls, weight = 1): ScoredControl[] {
  if (value === '' && weight < 1) return []
  const { tree, controls, used } = offer
  const found = controls.flatMap((control): ScoredControl[] => {
    const named = Math.max(...labelsOf(control, tree).map((label) => similarity(key, label)))
    const doubt = named < (weight < 1 ? SURE_INSIDE : SURE) ? undefined : mismatchOf(value, control)
    if (doubt === undefined) return []
    const number = takesNumber(control) ? NUMBERS[value.toLowerCase()] : undefined
    const score = named * weight + 0.005 * wordsOf(key).length - (used.has(control.ref) ? 0.03 : 0) - doubt
    return [{ element: control, value: String(number ?? value), score }]
  })
  return [...found, ...byGroup(key, value, offer, weight)]
}

/** The choice of a group with a label: `frequency` `Monthly`. */
function byGroup(
  key: string,
  value: string,
  { tree, controls }: FormControls,
  weight: number,
): ScoredControl[] {
  return controls.filter(isCheckable).flatMap((control): ScoredControl[] => {
    const named = similarity(key, groupLabel(control, tree) ?? '')
    const chosen = named >= SURE ? choiceScore(value, control) : 0
    return chosen >= SURE ? [{ element: control, value: 'on', score: ((named + chosen) / 2) * weight }] : []
  })
}

function groupLabel(control: ViewElement, tree: PageTree): string | undefined {
  const outer = tree.ancestors(control).find((one) => tree.descendants(one).filter(isCheckable).length > 1)
  const inside = outer ? tree.descendants(outer) : []
  const before = inside.slice(0, inside.findIndex(isCheckable)).find(({ ownText }) => ownText !== '')
  return groupName(control, tree) ?? before?.ownText ?? outer?.name
}

function mismatchOf(value: string, control: ViewElement): number | undefined {
  if (value === '') return 0
  if (control.tag === 'select' && control.options) {
    const scores = control.options.flatMap((option) => [
      similarity(value, option.label),
      similarity(value, option.value, true),
    ])
    return Math.max(0, ...scores) >= 0.5 ? 0 : 0.2
  }
  if (isCheckable(control)) return /^(?:on|yes|true|checked|ticked|selected)$/i.test(value) ? 0 : undefined
  return takesNumber(control) && !/\d/.test(value) && !(value.toLowerCase() in NUMBERS) ? undefined : 0
}

function takesNumber({ role, type }: ViewElement): boolean {
  return role === 'spinbutton' || type === 'number'
}

/** A label at the beginning or end of the words and a value beside it: `first name Tariq`, `express delivery`. */
function labelSplits({ said, quoted }: FormInput): { key: string; value: string; weight: number }[] {
  if (quoted !== undefined)
    return [{ key: trimPhrase(said.replace(quoted, '')), value: quoted, weight: 0.97 }]
  const words = said.replace(TAIL, '').trim().split(/\s+/)
  return words.slice(1).flatMap((_, at) => {
    const [head, tail] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]
    return [
      { key: trimPhrase(head), value: tail.replace(/^(?:of|is|to|as|by|=|:)\s+/i, ''), weight: 0.97 },
      { key: trimPhrase(tail), value: trimPhrase(head), weight: 0.9 },
    ]
  })
}

function trimPhrase(text: string): string {
  return text
    .replace(/^(?:the|a|an|my|your|with|for|and)\s+/i, '')
    .replace(/[:=]$/, '')
    .trim()
}

function byChoice(said: string, { controls }: FormControls): ScoredControl[] {
  const name = trimPhrase(said).replace(/\s+(?:option|slot|choice|button|radio button|card)$/i, '')
  return controls.flatMap((control): ScoredControl[] => {
    const options = control.options?.filter(({ disabled }) => !disabled) ?? []
    const score = isCheckable(control)
      ? choiceScore(name, control)
      : Math.max(0, ...options.map(({ label }) => similarity(name, label)))
    const value = isCheckable(control) ? 'on' : name
    return score >= 0.75 ? [{ element: control, value, score: score * 0.95 }] : []
  })
}

function choiceScore(value: string, control: ViewElement): number {
  return Math.max(
    similarity(value, control.name),
    similarity(value, control.text),
    similarity(value, control.value ?? '', true) * 0.95,
  )
}

function byDate(said: string, { tree, controls, used }: FormControls): ScoredControl[] {
  const value = trimPhrase(said)
  const date = findDate(value, dateContextOf(tree))
  const control = controls.find((one) => !used.has(one.ref) && isDateLike(one))
  return control && date && date.text.length >= value.length - 3
    ? [{ element: control, value, score: 0.8 }]
    : []
}

function onlyField(value: string, { tree, controls }: FormControls): Resolved {
  const fields = controls.filter((control) => acceptsText(control) && !isDateLike(control))
  const element = fields.find(({ ref }) => ref === tree.view.focused) ?? onlyOf(fields)
  return element ? { state: 'found', element, value } : { state: 'missing', near: [] }
}

function scoredBoxes(said: string, on: boolean, { tree, controls }: FormControls): ScoredControl[] {
  const wanted = trimPhrase(said)
    .replace(/\s+(?:box|checkbox|check ?box|option|switch|toggle)$/i, '')
    .replace(/^(?:box|checkbox|option|switch)\s+(?:for\s+|called\s+|labelled\s+)?/i, '')
  const switches = tree.elements.filter(({ clickable, pressed }) => clickable && pressed !== undefined)
  return [...controls.filter(isCheckable), ...switches].flatMap((control): ScoredControl[] => {
    const named = Math.max(similarity(wanted, control.name), similarity(wanted, control.text))
    const entry = tree.ancestors(control).find(({ text }) => text !== '')
    const isOnly = entry && tree.descendants(entry).filter(isCheckable).length === 1
    const beside = isOnly ? similarity(wanted, entry.text) * 0.95 : 0
    const score = Math.max(named, beside)
    return [{ element: control, value: on ? 'on' : 'off', score }]
  })
}

function labelsOf(control: ViewElement, tree: PageTree): string[] {
  const stepper = stepperOf(control, tree)
  const named = control.name.endsWith(control.ownText)
    ? control.name.slice(0, -control.ownText.length || undefined).trim()
    : ''
  const search = isSearchField(control, tree) ? 'search' : undefined
  return [control.name, named, control.placeholder, control.title, stepper?.label, search]
    .filter((label) => label !== undefined && label !== '')
    .map((label) =>
      label!
        .replace(/\s*[*:]+\s*$|\s*\((?:optional|required)\)\s*$/i, '')
        .replace(/^(?:your|my|the)\s+/i, ''),
    )
}
