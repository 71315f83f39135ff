import type { ViewElement } from '../../../browser/browser.ts'
import { wordsOf } from '../match/words.ts'
import { bestOption } from '../widgets/native-select.ts'
import type { Control } from './controls.ts'
import type { Fit } from './fit.ts'
import { labelIn, runIn, stemsOf } from './labels.ts'
import type { LabelPlace } from './labels.ts'
import { limitIn, optionForLimit } from './limits.ts'
import { nameIn, placeIn } from './kinds-of-text.ts'
import { placesOf, restOf } from './rest-of.ts'
import type { SaidValues } from './said-values.ts'
import type { Part } from './segments.ts'
import { leaning, typedIn } from './typed.ts'

/** What a part puts into a field, a list or what opens one. */
export function fieldIn(part: Part, said: SaidValues, control: Control): Fit {
  const { element } = control
  const stems = stemsOf(part.rest)
  const maker = madeBy(part, said, control)
  if (maker) return maker
  const label = labelOf(part, stems, control)
  const limit = limitIn(part, control, label !== undefined)
  if (limit !== undefined) return limit === '' ? undefined : { value: limit, score: label ? 0.86 : 0.8 }
  const typed = typedIn(said, control)
  if (typed)
    return {
      value: typed,
      score: 0.72 + (label ? 0.15 : 0) + leaning(part.lead, element),
      used: usedBy(part, said.text ?? typed, label),
    }
  if (typed === null) return undefined
  const option = element.options ? optionIn(part, stems, element) : undefined
  if (option)
    return {
      value: option,
      score: label ? 0.9 : 0.78,
      used: usedBy(part, option, label),
    }
  const atLeast = label && element.options ? optionForLimit(part, element) : undefined
  if (atLeast) return { value: atLeast, score: 0.86 }
  if (control.kind === 'opener' && said.count) return openerIn(said, control, label !== undefined)
  if (!label)
    return (
      measuredIn(part, control) ??
      placeIn(part, said, control) ??
      nameIn(part, said, control) ??
      rangeIn(part, element)
    )
  return labelled(part, said, control, label)
}

/** `directed by Bowen` is the director. */
function madeBy({ lead, rest }: Part, said: SaidValues, { labels }: Control): Fit {
  const maker = lead.endsWith(' by') ? lead.slice(0, 5) : undefined
  const stems = maker ? [...labels.words, ...labels.names].flat() : []
  return maker && stems.some((stem) => stem.startsWith(maker))
    ? { value: said.quoted ?? rest, score: 0.75 }
    : undefined
}

/** Where a part names the control; the word that leads it in may be its name: `to Leeds` is `Moving to`. */
function labelOf(part: Part, stems: readonly string[], control: Control): LabelPlace | undefined {
  const led = part.lead === '' ? [] : stemsOf(part.lead)
  const found = labelIn([...led, ...stems], control.labels)
  if (found) return { ...found, at: found.at - led.length }
  const { element } = control
  const words = wordsOf(element.name || (element.placeholder ?? ''))
  const isLed =
    part.lead !== '' && words.length <= 4 && (words.at(-1) === part.lead || words[0] === part.lead)
  return isLed && element.editable ? { at: -1, length: 1, worth: 0.62 } : undefined
}

/** The places of the words that say a value and of those that name its control. */
function usedBy({ rest }: Part, value: string, label: LabelPlace | undefined): number[] {
  const [words, wanted] = [wordsOf(rest), wordsOf(value)]
  const exact = runIn(words, wanted)
  const at = exact === -1 ? runIn(stemsOf(rest), stemsOf(value)) : exact
  if (at === -1) return words.map((_, index) => index)
  const used = wanted.map((_, index) => at + index)
  for (let index = 0; index < (label?.length ?? 0); index++) used.push(label!.at + index)
  return used.filter((index) => index >= 0)
}

function labelled(part: Part, said: SaidValues, { element, kind }: Control, label: LabelPlace): Fit {
  const rest = said.quoted ?? restOf(part, label)
  if (rest === undefined || rest === '') return undefined
  if (element.options && !bestOption(element, rest)) return undefined
  if (kind !== 'opener' && isOfNumbers(element)) {
    const number = /[-−]?\d[\d.,]*\d|\d/.exec(rest)?.[0]
    return number === undefined
      ? undefined
      : { value: number, score: label.worth, used: usedBy(part, number, label) }
  }
  const unit = /^(\d[\d.,]*)\s*([\p{L}%]{1,3})$/u.exec(rest)
  const isOfUnit = unit && new RegExp(`[(\\[/ ]${unit[2]!}[)\\] ]?`, 'iu').test(`${element.name} `)
  const value = isOfUnit ? unit[1]! : rest
  return { value, score: label.worth, free: said.quoted === undefined, ...beforeLabel(part, label, value) }
}

/** `exp 01/28 cvc 999`: figures before the name of a field are about another one. */
function beforeLabel({ rest }: Part, { at }: LabelPlace, value: string): { used?: number[] } {
  const words = wordsOf(rest)
  const before = words.slice(0, Math.max(0, at))
  if (!before.some((word) => /\d/.test(word)) || runIn(before, wordsOf(value)) !== -1) return {}
  return { used: words.map((_, index) => index).filter((index) => index >= at) }
}

function isOfNumbers({ type, role }: ViewElement): boolean {
  return type === 'number' || type === 'range' || role === 'spinbutton' || role === 'slider'
}

/** `3 kg` goes where the name of a field has the unit. */
function measuredIn(part: Part, { element }: Control): Fit {
  const measured = /(?:^|\s)(\d[\d.,]*)\s*(\p{L}{1,3}²?|%)(?:\s|$)/u.exec(part.rest)
  if (!measured || !element.editable || element.options) return undefined
  const isUnit = new RegExp(`[(\\[]\\s*${measured[2]!}\\s*[)\\]]`, 'iu').test(
    `${element.name} ${element.placeholder ?? ''}`,
  )
  return isUnit ? { value: measured[1]!, score: 0.6, used: usedBy(part, measured[0], undefined) } : undefined
}

/** The longest option that a part says. */
function optionIn(part: Part, stems: readonly string[], element: ViewElement): string | undefined {
  const options = (element.options ?? []).filter((option) => {
    const name = stemsOf(option.label)
    return !option.disabled && option.value !== '' && name.length > 0 && runIn(stems, name) !== -1
  })
  const longest = options.toSorted((a, b) => b.label.length - a.label.length)[0]
  if (!longest) return undefined
  if (longest.label.length > 2 || stems.length <= 1) return longest.label
  return placesOf(part.rest).some(({ text }) => text === longest.label) && !/^\d+$/.test(longest.label)
    ? longest.label
    : undefined
}

/** A list that opens on a click and says how many now: `1 passenger`. */
function openerIn(said: SaidValues, { element }: Control, labelledSo: boolean): Fit {
  const { number, noun } = said.count!
  const counts = stemsOf(element.text).includes(stemsOf(noun)[0] ?? '') && /\d/.test(element.text)
  return counts || labelledSo ? { value: `${number} ${noun}`, score: 0.8 } : undefined
}

/** A bare number goes where a range has it: between what a slider or a number field takes. */
function rangeIn({ rest }: Part, { type, role, min, max }: ViewElement): Fit {
  const number = /^[$€£]?\s?\d[\d.,]*$/.test(rest) ? Number(rest.replace(/[$€£,\s]/g, '')) : Number.NaN
  if (!/^(range|number)$/.test(type ?? '') && role !== 'slider') return undefined
  if (min === undefined || max === undefined || !(number >= Number(min) && number <= Number(max)))
    return undefined
  return { value: String(number), score: 0.5 }
}
