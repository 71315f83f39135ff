import { Fault } from '../fault.ts'

const MOST_REASON = 200

/** The model was asked and would not answer. */
export function declined(reason: string): Fault {
  const said = reason.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_REASON)
  return new Fault('UNAVAILABLE', `The model declined to answer: ${said || 'it gave no reason'}.`)
}
