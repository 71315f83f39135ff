import { mayBePage } from './address/may-be-page.ts'
import type { Discovery } from './discovery.ts'
import type { ClaimedPage, FoundPage } from './frontier.ts'
import type { Journey } from './journey.ts'
import { newPage } from './new-page.ts'

/**
 * The page that this one says it is a copy of, when that is another one of the same crawl. Pages say so wrongly often
 * enough (every page of a list names the first, every page of a site its front) that both are compared before one is
 * left out.
 */
export async function canonicalOf(
  ownKey: string,
  { page, discovery, baseUrl }: { page: ClaimedPage; discovery: Discovery; baseUrl: string },
  journey: Journey,
): Promise<FoundPage | undefined> {
  if (discovery.canonical === undefined || !discovery.fingerprint) return undefined
  const address = journey.addressOf(discovery.canonical, page)
  if (!address || !mayBePage(address.url) || journey.placeOf(address.url, baseUrl) !== 'inside')
    return undefined
  const { url, hash: key } = address
  if (key === ownKey) return undefined
  const [isWanted] = await journey.keeps([address.url])
  if (!isWanted) return undefined
  const { rank, depth } = page
  return newPage({ key, url, rank, depth })
}
