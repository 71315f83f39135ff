import type { Caller, Charge } from '../../access/access.ts'
import {
  DeveloperSearchResponse,
  DeveloperSearchQuery,
  DeveloperSearchRequest,
  PaperParams,
  PaperQuery,
  PaperSearchQuery,
  RepositorySearchQuery,
  ResearchResponse,
  SimilarPapersQuery,
} from '../../contract/search.ts'
import { Fault } from '../../fault.ts'
import { ANYWHERE } from '../../search/search.ts'
import type { Search } from '../../search/search.ts'
import { routesWith } from '../server/route.ts'
import { creditsOfSearch } from './search.ts'

export interface IndexSearchNeeds {
  charge: Charge
  search: Search
}

const route = routesWith({ access: 'team', scope: 'search', bucket: 'search', tag: 'Search' })

/**
 * Searches that other services answer from their own index: developer documentation, papers, repositories.
 */
export function indexSearchRoutes(needs: IndexSearchNeeds) {
  const developer = {
    description:
      'Searches developer sites with the configured providers. There is no index of passages, so filters have no effect.',
    response: DeveloperSearchResponse,
  }
  return [
    route('GET /v2/search/developer', 'Search developer documentation', {
      ...developer,
      query: DeveloperSearchQuery,
      handle: ({ caller, query, signal }) => searchDeveloper(needs, { caller, query, signal }),
    }),
    route('POST /v2/search/developer', 'Search developer documentation', {
      ...developer,
      body: DeveloperSearchRequest,
      handle: ({ caller, body, signal }) => searchDeveloper(needs, { caller, query: body, signal }),
    }),
    route('GET /v2/search/research/papers', 'Search papers', {
      query: PaperSearchQuery,
      response: ResearchResponse,
      handle: () => emptyResponse(NO_PAPERS),
    }),
    route('GET /v2/search/research/papers/:id', 'One paper', {
      params: PaperParams,
      query: PaperQuery,
      response: ResearchResponse,
      handle() {
        // Clients read the reason from the fields of RFC 9457.
        throw new Fault('NOT_FOUND', NO_PAPERS, { fields: { title: 'No such paper', detail: NO_PAPERS } })
      },
    }),
    route('GET /v2/search/research/papers/:id/similar', 'Similar papers', {
      params: PaperParams,
      query: SimilarPapersQuery,
      response: ResearchResponse,
      handle: () => emptyResponse(NO_PAPERS),
    }),
    route('GET /v2/search/research/github', 'Search repositories', {
      query: RepositorySearchQuery,
      response: ResearchResponse,
      handle: () =>
        emptyResponse(
          'This service has no index of repositories. Use POST /v2/search with categories ["github"] to search them.',
        ),
    }),
  ]
}

const NO_PAPERS =
  'This service has no index of papers. Use POST /v2/search with categories ["research"] to search the sites that publish them.'

function emptyResponse(note: string): ResearchResponse {
  return { success: true, results: [], poolSize: 0, truncated: false, note, agent_hints: [note] }
}

const TIMEOUT_MS = 60_000
/** Filters of an index of passages, which web search providers do not support. */
const FILTERS = [
  'types',
  'repos',
  'sources',
  'language',
  'topic',
  'license',
  'min_stars',
  'max_stars',
  'archived',
  'fork',
  'skills',
] as const satisfies readonly (keyof DeveloperSearchQuery)[]

async function searchDeveloper(
  { charge, search }: IndexSearchNeeds,
  { caller, query, signal }: { caller: Caller; query: DeveloperSearchQuery; signal: AbortSignal },
): Promise<DeveloperSearchResponse> {
  const price = { credits: creditsOfSearch(query.k), reason: 'search' }
  return await charge(caller, price, async () => {
    const { results, warnings } = await search(
      {
        teamId: caller.teamId,
        query: query.query,
        limit: query.k,
        sources: [ANYWHERE],
        categories: ['developer'],
        includeDomains: [],
        excludeDomains: [],
        safe: false,
        timeout: TIMEOUT_MS,
      },
      signal,
    )
    const found = results.flatMap(({ hits }) => hits)
    const warning = [...filterWarnings(query), ...warnings].join(' ')
    const value: DeveloperSearchResponse = {
      success: true,
      results: found.map(({ url, title, description }) => ({
        id: url,
        url,
        ...(title !== undefined && { title }),
        passages: description === undefined ? [] : [{ text: description, citation_url: url }],
      })),
      ...(warning !== '' && { warning }),
    }
    return { value, usedCredits: creditsOfSearch(found.length) }
  })
}

function filterWarnings(query: DeveloperSearchQuery): string[] {
  const lost = FILTERS.filter((name) => query[name] !== undefined && [query[name]].flat().length > 0)
  return lost.length === 0
    ? []
    : [
        `This service has no index of developer documentation, so ${lost.join(', ')} had no effect. Put such words into the query instead.`,
      ]
}
