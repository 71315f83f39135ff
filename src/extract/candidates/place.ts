import { cuesFrom } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Spot } from './survey.ts'
import type { Candidate } from './candidate.ts'

/** A candidate with all that is known about where it stands. */
export interface Place extends Candidate {
  cues: Cues
  /** Where it stands in the tree; nothing for what is not a text of it. */
  spot: Spot | undefined
  /** An address that is no text to read; only who asks for addresses wants it. */
  isAddress: boolean
}

/** A candidate that was found elsewhere: all its labels are names given to it. */
export function placeFrom(candidate: Candidate): Place {
  return {
    ...candidate,
    cues: cuesFrom({ named: candidate.labels[0] ?? '', hint: candidate.labels.slice(1, 4).join(' ') }),
    spot: undefined,
    isAddress: false,
  }
}
