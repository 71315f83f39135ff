import type { ViewElement } from '../../../browser/browser.ts'
import type { Control } from './controls.ts'
import { dateIn } from './said-values.ts'
import type { Part } from './segments.ts'

const MOST =
  /\bmax|\bup to\b|\bto\b|\bmost\b|\bbis\b|höchst|\bmáx|\btot\b|\bhasta\b|jusqu|\baté\b|\bunder\b/iu
const LEAST =
  /\bmin|\bfrom\b|\bleast\b|\bab\b|\bvon\b|mindest|\bmín|\bvanaf\b|\bdesde\b|\bà partir\b|\bover\b/iu

/** `up to 70 dollars`: the number for the field that is called the most; empty for a field that is not. */
export function limitIn(part: Part, { element, labels }: Control, isNamed: boolean): string | undefined {
  const number = /\d[\d.,]*/.exec(part.rest)?.[0]?.replace(/[.,]$/, '')
  const [most, least] = limitsOf(part)
  if (/\d{1,2}:\d/.test(part.rest) || dateIn(part.rest) !== undefined) return undefined
  if (number === undefined || most === least || !element.editable || element.options) return undefined
  const about = [element.name, ...labels.names.map((name) => name.join(' '))].join(' ')
  if (most ? MOST.test(about) : LEAST.test(about)) return number
  return isNamed && !(most ? LEAST.test(about) : MOST.test(about)) ? number : ''
}

/** Whether a part says what is the most, and what is the least. */
function limitsOf({ text, words }: Part): [most: boolean, least: boolean] {
  const most = words.most.exec(text)?.[0] ?? ''
  const least = words.least.exec(text)?.[0] ?? ''
  if (most !== '' && least !== '') return most.length > least.length ? [true, false] : [false, true]
  return [most !== '', least !== '']
}

/** `at least 5 seats` in a list of `2+`, `4+`, `5+`: the option with that number. */
export function optionForLimit(part: Part, { options = [] }: ViewElement): string | undefined {
  const wanted = /\d+/.exec(part.rest)?.[0]
  if (wanted === undefined || limitsOf(part).every((said) => !said)) return undefined
  return options.find((option) => !option.disabled && /\d+/.exec(option.label)?.[0] === wanted)?.label
}
