import type { ViewElement } from '../../../browser/browser.ts'
import { limitsFor } from '../range/fit-limits.ts'
import type { Control } from './controls.ts'
import type { Fit } from './fit.ts'
import { labelIn, runIn, stemsOf } from './labels.ts'
import { restOf } from './rest-of.ts'
import { numberOf } from './said-values.ts'
import type { SaidValues } from './said-values.ts'
import type { Part } from './segments.ts'

const MARKS = /^(star|stern|étoile|etoile|estrella|stelle|stella|ster|sterren|estrela|point|punkt)/iu

/** What a part puts into several elements that take one value together. */
export function compoundIn(part: Part, said: SaidValues, { kind, labels, parts }: Control): Fit {
  const label = labelIn(stemsOf(part.text), labels)
  if (kind === 'range' || kind === 'low' || kind === 'high')
    return limitsFor(part.text, kind, parts, label !== undefined)
  if (kind === 'dateParts')
    return said.date
      ? { value: said.date, score: 0.75 + (label ? 0.15 : 0), ...(label ? {} : { used: said.text! }) }
      : undefined
  if (kind === 'nameParts')
    return parts.some((one) => isNamed(one, part)) ? undefined : nameParts(part, label)
  if (kind === 'rating' && said.count && MARKS.test(said.count.noun))
    return { value: String(said.count.number), score: 0.7 + (label ? label.worth * 0.2 : 0) }
  const number = said.count?.number ?? numberIn(part.rest)
  if (number === undefined || said.date || said.time || said.money || !label) return undefined
  return { value: String(number), score: 0.2 + label.worth }
}

/** `First name Ada` is about one of the two. */
function isNamed({ name }: ViewElement, part: Part): boolean {
  const stems = stemsOf(name)
  return stems.length > 1 && runIn(stemsOf(part.text), stems) !== -1
}

function nameParts(part: Part, label: ReturnType<typeof labelIn>): Fit {
  const name = label ? restOf(part, label) : part.rest
  if (!name || !/^\p{Lu}[\p{L}'’.-]*(\s+\p{L}[\p{L}'’.-]*)+$/u.test(name)) return undefined
  const isLed = /^(as|named|als|namens|comme|como|come)$/.test(part.lead)
  return { value: name, score: label ? 0.8 : isLed ? 0.7 : /\s\p{Ll}/u.test(name) ? 0 : 0.47 }
}

function numberIn(text: string): number | undefined {
  const found = /(?:^|\s)(\d{1,6}|\p{L}+)(?:\s|$)/u.exec(text)?.[1]
  return found === undefined ? undefined : numberOf(found)
}
