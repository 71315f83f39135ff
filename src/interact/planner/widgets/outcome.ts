/** Whether a control took a value, or why not, in a sentence for the caller. */
export type Outcome = { state: 'done' } | { state: 'failed'; why: string }

export function done(): Outcome {
  return { state: 'done' }
}

export function failed(why: string): Outcome {
  return { state: 'failed', why }
}
