import { asMarkup, cleanText, cleanTitle } from '../clean.ts'
import { collect } from '../query-providers.ts'
import type { Hit, Provider, ProviderRequest } from '../provider.ts'
import { domainsNote } from '../query-text.ts'
import type { TimeFilter } from '../time-filter.ts'

/** Full-text search over the pages that a team has scraped. */
export interface LocalIndex {
  find(request: LocalSearchRequest, signal: AbortSignal): Promise<LocalHit[]>
  isEmpty(teamId: string): Promise<boolean>
}

/**
 * `web` returns pages, `news` pages with a publication date, `images` the pictures of pages. The time filter
 * uses the publication date, or the scrape date if that is unknown.
 */
export type LocalSearchRequest = Pick<ProviderRequest, 'teamId' | 'query' | 'source' | 'limit' | 'language'> &
  TimeFilter

export interface LocalHit {
  url: string
  title: string
  description: string
  publishedAt: Date | undefined
  image: { url: string; width?: number; height?: number; alt?: string } | undefined
}

const MAX_SITES = 64
const MAX_ATTEMPTS = 3
const GROWTH = 4

export function createLocal(index: LocalIndex, isAlone: boolean): Provider {
  return {
    name: 'local',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'safe'],
    async search(request, signal) {
      if (isEmptyQuery(request)) return { state: 'found', hits: [], notes: [NO_WORD] }
      const hits = await findEnough(index, request, signal)
      const { sites } = request.scope
      const notes = domainsNote(Math.min(MAX_SITES, sites.length), sites.length)
      return {
        state: 'found',
        hits,
        notes: [...notes, await coverage(index, request.teamId, { isAlone, isFound: hits.length > 0 })],
      }
    },
  }
}

/**
 * Asks for more when hits are outside of the scope: the index matches paths only by words, and does not
 * normalize URLs.
 */
async function findEnough(index: LocalIndex, request: ProviderRequest, signal: AbortSignal): Promise<Hit[]> {
  for (let attempt = 0; ; attempt++) {
    const limit = request.limit * GROWTH ** attempt
    const found = await index.find({ ...localRequestOf(request), limit }, signal)
    const response = await collect(request, 1, async () => ({ state: 'page', hits: found.map(hitOf) }))
    const hits = response.state === 'found' ? response.hits : []
    if (hits.length >= request.limit || found.length < limit || attempt + 1 === MAX_ATTEMPTS) return hits
  }
}

function hitOf({ url, title, description, publishedAt, image }: LocalHit): Hit {
  return {
    url,
    title: cleanTitle(asMarkup(title)) ?? cleanTitle(asMarkup(image?.alt ?? '')),
    description: cleanText(asMarkup(description)),
    date: publishedAt?.toISOString(),
    image,
  }
}

const NO_WORD = 'The query has no searchable word.'

/** Without this check, the index would return everything for an empty query. */
function isEmptyQuery({ query, scope }: ProviderRequest): boolean {
  const { words, phrases, anyOf = [], excluded, inTitle, inUrl } = query
  const isLimited = scope.sites.length > 0 || scope.fileType !== undefined
  return !isLimited && [words, phrases, anyOf, excluded, inTitle, inUrl].every(({ length }) => length === 0)
}

function localRequestOf({
  teamId,
  query,
  scope,
  source,
  limit,
  time,
  language,
}: ProviderRequest): LocalSearchRequest {
  return {
    teamId,
    query: {
      ...query,
      sites: scope.sites.slice(0, MAX_SITES),
      excludedSites: [...scope.excludedSites],
      fileType: scope.fileType,
    },
    source,
    limit,
    ...time,
    language: language?.split('-', 1)[0],
  }
}

/** Tells callers that these results are not from the whole web. */
async function coverage(
  index: LocalIndex,
  teamId: string,
  { isAlone, isFound }: { isAlone: boolean; isFound: boolean },
): Promise<string> {
  const remedy = isAlone ? ' Set WINNOW_SEARCH_PROVIDER to search the web.' : ''
  return !isFound && (await index.isEmpty(teamId))
    ? `Nothing was searched: the local index covers only what this team has already scraped, which is nothing yet.${remedy}`
    : `This covers only what this team has already scraped.${remedy}`
}
