export interface Rating {
  score: number
  categories: readonly string[]
  holdsMs?: number | undefined
}

export type RateRisk = (url: string, signal: AbortSignal) => Promise<Rating>
