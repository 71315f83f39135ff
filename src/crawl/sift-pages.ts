import type { FoundPage, RefusedPage } from './frontier.ts'
import type { Journey } from './journey.ts'

/** Tells what may be visited from what the organization's own lists forbid. */
export function siftPages(
  found: readonly FoundPage[],
  { refusal }: Pick<Journey, 'refusal'>,
): { admitted: FoundPage[]; refused: RefusedPage[] } {
  const admitted: FoundPage[] = []
  const refused: RefusedPage[] = []
  for (const page of found) {
    const fault = refusal(page.url)
    if (fault) refused.push({ ...page, code: fault.code, error: fault.message })
    else admitted.push(page)
  }
  return { admitted, refused }
}
