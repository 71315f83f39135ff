import type { WishedField } from '../schema/wished-field.ts'
import { expectedOf } from './expected.ts'
import type { Expected } from './expected.ts'
import type { ValueKind } from './piece.ts'
import { piecesIn } from './pieces.ts'

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
