import { isObject, pointedAt, stepsOf } from './schema-part.ts'
import { pointerOf } from './evidence.ts'
import type { Embedded } from './material.ts'

/** Places where a page states a value under its name, for machines or for readers. */
const STATING: ReadonlySet<string> = new Set(['json-ld', 'microdata', 'rdfa', 'meta', 'pair', 'definition'])
const SURE = 0.9

/**
 * A model's answer with the values that it left empty although the page states them or the embedded engine is sure of them.
 * A list is taken whole where the model has none: its records cannot be told apart by their number.
 */
export function withStated(given: unknown, { value, evidence }: Embedded): unknown {
  const stated = evidence.filter(
    ({ source = '', confidence = 0 }) => STATING.has(source) || confidence >= SURE,
  )
  return stated.reduce((filled, { field }) => {
    const steps = stepsOf(pointerOf(field))
    const list = steps.findIndex((_, at) => Array.isArray(pointedAtSteps(value, steps.slice(0, at))))
    return withMissing(filled, value, list === -1 ? steps : steps.slice(0, list))
  }, given)
}

/** The value with what another one has at this place, unless there is something already. */
function withMissing(given: unknown, found: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return isEmpty(given) ? found : given
  if ((!isEmpty(given) && !isObject(given)) || !isObject(found) || !Object.hasOwn(found, step)) return given
  const whole = isObject(given) ? given : {}
  const inner = withMissing(Object.hasOwn(whole, step) ? whole[step] : undefined, found[step], rest)
  return inner === undefined ? given : { ...whole, [step]: inner }
}

function isEmpty(value: unknown): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
}

function pointedAtSteps(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (found, step) => pointedAt(found, `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    value,
  )
}
