/** The stages, and the parts of the fetch that can be slow. */
type Stage =
  | 'admit'
  | 'cache'
  | 'slot'
  | 'fetch'
  | 'fetch:host'
  | 'fetch:http'
  | 'fetch:browser'
  | 'fetch:look'
  | 'understand'
  | 'answer'
  | 'keep'
  | 'document'

/** Runs one stage and measures it. Repeated stages are summed. */
export type RunStage = <T>(stage: Stage, work: () => Promise<T>) => Promise<T>

/** How long a scrape took, for the log. Contains no URL: under zero data retention none may be logged. */
export interface Timing {
  /** Total milliseconds. */
  ms: number
  /** Milliseconds by stage. The stages of a fetch are part of `fetch`. */
  stages: Partial<Record<Stage, number>>
}

export type ReportTiming<T> = (timing: Timing, end: { result: T } | { failure: unknown }) => void

/** Runs work in stages and reports their times, also after a failure. */
export async function timed<T>(work: (stage: RunStage) => Promise<T>, report: ReportTiming<T>): Promise<T> {
  const start = performance.now()
  const stages: Timing['stages'] = {}
  const stage: RunStage = async (name, run) => {
    const since = performance.now()
    try {
      return await run()
    } finally {
      stages[name] = (stages[name] ?? 0) + performance.now() - since
    }
  }
  const timing = (): Timing => ({
    ms: Math.round(performance.now() - start),
    stages: Object.fromEntries(Object.entries(stages).map(([name, ms]) => [name, Math.round(ms)])),
  })
  try {
    const result = await work(stage)
    report(timing(), { result })
    return result
  } catch (failure) {
    report(timing(), { failure })
    throw failure
  }
}
