import type { WishedField } from '../schema/wished-field.ts'
import { expectedOf } from './expected.ts'
import type { Expected } from './expected.ts'
import type { ValueKind } from './piece.ts'
import { piecesIn } from './pieces.ts'
import { saidIn } from './said.ts'

type Meant = Pick<WishedField, 'name' | 'naming' | 'wish'>

/** What a field asks for, read once. */
const known = new WeakMap<object, Expected>()

function expectedFor({ name, naming, wish }: Meant): Expected {
  let expected = known.get(naming)
  if (!expected) known.set(naming, (expected = expectedOf(name, wish, { naming, hints: '' })))
  return expected
}

/** Of what kind the values of a field are. */
export function kindOfValue(field: Meant): ValueKind {
  return expectedFor(field).kind
}

/** The values of the field's kind that stand in a text, each as it is written there. */
export function valuesIn(text: string, field: Meant, language?: string): string[] {
  return piecesIn(text, kindOfValue(field), language).map((piece) => piece.text)
}

/** The length of time that a text begins with, in the unit of the field; undefined where neither says one. */
export function durationIn(text: string, field: Meant): number | undefined {
  const { unit } = expectedFor(field)
  const [first] = piecesIn(text, 'duration', undefined)
  return unit === 0 || first?.size === undefined ? undefined : first.size / unit
}

/** Whether some of a text that holds a value also says what it is the value of; fields that are called by their kind need nothing said. */
export function isSaidWith(value: string, markdown: string, field: Meant): boolean {
  const { topic } = expectedFor(field)
  if (topic.isEmpty) return true
  for (const said of saidIn(markdown, undefined)) {
    if (!said.text.includes(value)) continue
    const own = topic.mentionsIn(said).map((some) => some.length > 0)
    const around = topic.within([...said.headingWords, ...said.before, ...said.previousWords])
    if (own.every((is, at) => is || around[at])) return true
  }
  return false
}
