import type { Phrase } from './phrase.ts'

/** One part of an instruction that asks for one thing. */
export interface Clause {
  /** The meaning of its verb; undefined where it has none of its own. */
  verb: string | undefined
  /** The verb as it was said. */
  said: Phrase
  body: Phrase
  /** Where it is to happen: `In the dialog, …`. */
  context?: Phrase
  /** It says what the clause before is good for: `… to find and click the link`. */
  purpose?: boolean
  /** All of it. */
  whole: Phrase
}
