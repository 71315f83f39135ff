import type { Retry } from './job-kind.ts'

/** Seconds to wait after a failed attempt (the first is 1). The spread keeps jobs that failed together apart. */
export function retryDelay(retry: Retry, attempt: number, random = Math.random()): number {
  const longest = Math.min(retry.maxDelaySeconds, retry.delaySeconds * 2 ** (attempt - 1))
  return longest * (0.5 + random / 2)
}
