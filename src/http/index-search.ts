import {
  DeveloperSearchAnswer,
  DeveloperSearchQuery,
  DeveloperSearchRequest,
  PaperParams,
  PaperQuery,
  PaperSearchQuery,
  RepositorySearchQuery,
  ResearchAnswer,
  SimilarPapersQuery,
} from '../contract/search-index.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const common = { access: 'team', bucket: 'search', tag: 'Search' } as const
const handle = notBuilt('An index of papers and developer documentation')

/** Searches in indexes of their own: papers, repositories, developer documentation. */
export function indexSearchRoutes(): Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/v2/search/developer',
      summary: 'Search developer documentation',
      query: DeveloperSearchQuery,
      answer: DeveloperSearchAnswer,
      handle,
    }),
    route({
      ...common,
      method: 'POST',
      path: '/v2/search/developer',
      summary: 'Search developer documentation',
      body: DeveloperSearchRequest,
      answer: DeveloperSearchAnswer,
      handle,
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v2/search/research/papers',
      summary: 'Search papers',
      query: PaperSearchQuery,
      answer: ResearchAnswer,
      handle,
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v2/search/research/papers/:id',
      summary: 'One paper',
      params: PaperParams,
      query: PaperQuery,
      answer: ResearchAnswer,
      handle,
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v2/search/research/papers/:id/similar',
      summary: 'Papers like this one',
      params: PaperParams,
      query: SimilarPapersQuery,
      answer: ResearchAnswer,
      handle,
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v2/search/research/github',
      summary: 'Search repositories',
      query: RepositorySearchQuery,
      answer: ResearchAnswer,
      handle,
    }),
  ]
}
