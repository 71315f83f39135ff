import { asMarkup, cleanText, cleanTitle } from '../clean.ts'
import { collect } from '../query-providers.ts'
import type { Hit, Provider, ProviderRequest } from '../provider.ts'
import { domainsNote } from '../query-text.ts'
import type { TimeFilter } from '../time-filter.ts'

/** The pages that a team has scraped, by their texts. */
export interface LocalIndex {
  find(request: LocalSearchRequest, signal: AbortSignal): Promise<LocalHit[]>
  isEmpty(teamId: string): Promise<boolean>
}

/**
 * Web gives pages, news pages that have a date of publication, images the pictures of pages. The time is that of publication,
 * or of the scrape where that is not known.
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

/** Not all that the index gives may count: it knows parts of sites only by their words, and addresses as they are. */
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

const NO_WORD = 'There is no word in the query that could be looked for.'

/** Where nothing is asked for, the index would give everything. */
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

/** A team that searches itself must not take what it finds for the web. */
async function coverage(
  index: LocalIndex,
  teamId: string,
  { isAlone, isFound }: { isAlone: boolean; isFound: boolean },
): Promise<string> {
  const remedy = isAlone ? ' Set WINNOW_SEARCH_PROVIDER to search the web.' : ''
  return !isFound && (await index.isEmpty(teamId))
    ? `Nothing was searched: the local index covers only what this team has already scraped, and that is nothing yet.${remedy}`
    : `This covers only what this team has already scraped.${remedy}`
}
