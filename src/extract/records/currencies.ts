import type { WishedField } from '../schema/wished-field.ts'
import { readMoney } from '../values/money.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading } from '../values/read-scalar.ts'
import type { Finding } from './finding.ts'

/** A wished currency that nothing names is that of the price beside it. */
export function addCurrencies(
  findings: readonly Finding[],
  fields: readonly WishedField[],
  reading: Reading,
): Finding[] {
  const found = [...findings]
  const known = new Set(findings.map(({ path }) => path.join('/')))
  for (const field of fields) {
    if (known.has(field.path.join('/')) || !field.naming.endsIn('currency')) continue
    const beside = findings
      .map((finding) => ({
        finding,
        money: finding.text.length < 200 ? readMoney(finding.text, hintsOf(reading)) : undefined,
      }))
      .filter(({ money }) => money?.currency !== undefined)
      .toSorted((one, other) => shared(other.finding, field) - shared(one.finding, field))
    const [first] = beside
    const value = first && readScalar(first.money!.currency!, field.wish, reading)
    if (first && value !== undefined) found.push({ ...first.finding, path: field.path, value })
  }
  return found
}

function hintsOf({ language, base }: Reading): { language?: string | undefined; host?: string | undefined } {
  return { language, host: base === undefined ? undefined : URL.parse(base)?.hostname }
}

/** How far two lead the same way. */
function shared({ path }: Finding, field: WishedField): number {
  let at = 0
  while (at < path.length && path[at] === field.path[at]) at++
  return at
}
