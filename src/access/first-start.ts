/** What the operator wants an installation to have from its first start on. */
export interface FirstStartWishes {
  apiKey: string | undefined
  adminKey: string | undefined
  partnerKey: string | undefined
  /** Concurrency of the default team, and of callers without a key, set from the machine. */
  concurrency: number
  threatProtection: unknown
  siem: unknown
}

/** Keys that were generated just now; this is the only time they can be read. */
export interface ShownOnce {
  apiKey?: string
  adminKey?: string
}

export type FirstStart = (wishes: FirstStartWishes) => Promise<ShownOnce>
