/** What a checker says about an address: how risky it is, from 0 to 100, and what for. */
export interface Rating {
  score: number
  categories: readonly string[]
  /** How long it may be repeated, where whoever rates says so. */
  holdsMs?: number | undefined
}

/** Asks somebody how risky an address is. Rejects when nobody answers in time. */
export type RateRisk = (url: string, signal: AbortSignal) => Promise<Rating>
