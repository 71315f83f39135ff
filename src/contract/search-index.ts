import { z } from 'zod'
import { answer, Success } from './answer.ts'
import { clientFields } from './client-fields.ts'
import { Flag, repeated, whole } from './query.ts'

const Query = z.string().trim().min(1).max(500)
const Word = z.string().min(1).max(256)
const stars = whole({ min: 0 }).optional()

const developerFields = {
  query: Query,
  k: whole({ min: 1, max: 100 }).prefault(10).describe('How many results at most.'),
  passages: whole({ min: 1, max: 5 }).prefault(1).describe('How many passages of each result.'),
  types: repeated(z.enum(['doc', 'issue', 'pull_request', 'readme'])).prefault([]),
  repos: repeated(Word, 20).prefault([]),
  sources: repeated(Word, 20).prefault([]),
  language: Word.optional(),
  topic: repeated(Word, 8).prefault([]),
  license: Word.optional(),
  min_stars: stars,
  max_stars: stars,
  archived: Flag.optional(),
  fork: Flag.optional(),
  skills: z.literal('only').optional(),
}

/** Body of `POST /search/developer`. */
export const DeveloperSearchRequest = z.strictObject({ ...developerFields, ...clientFields })
export type DeveloperSearchRequest = z.output<typeof DeveloperSearchRequest>

/** Query of `GET /search/developer`. */
export const DeveloperSearchQuery = z.object(developerFields)
export type DeveloperSearchQuery = z.output<typeof DeveloperSearchQuery>

/** Answer of `/search/developer`. */
export const DeveloperSearchAnswer = answer({
  success: Success,
  results: z.array(
    answer({
      id: z.string(),
      url: z.string(),
      title: z.string().optional(),
      passages: z.array(answer({ text: z.string(), citation_url: z.string().optional() })),
      license: z.unknown().optional(),
    }),
  ),
  repos: z.array(z.looseObject({ repo: z.string(), indexed: z.boolean() })).optional(),
  sources: z.array(z.looseObject({ source: z.string(), indexed: z.boolean() })).optional(),
  warning: z.string().optional(),
})
export type DeveloperSearchAnswer = z.output<typeof DeveloperSearchAnswer>

/** Query of `GET /search/research/papers`. */
export const PaperSearchQuery = z.object({
  query: Query,
  k: whole({ min: 1, max: 500 }).prefault(40),
  authors: repeated(Word).prefault([]),
  categories: repeated(Word).prefault([]),
  from: Word.optional(),
  to: Word.optional(),
})
export type PaperSearchQuery = z.output<typeof PaperSearchQuery>

/** Path of `GET /search/research/papers/{id}`; papers have ids of many kinds. */
export const PaperParams = z.object({ id: z.string().min(1).max(512) })

/** Query of `GET /search/research/papers/{id}`; with a query, passages of the paper are read. */
export const PaperQuery = z
  .object({
    query: Query.optional(),
    k: whole({ min: 1, max: 50 })
      .optional()
      .describe('How many passages at most, 4 when left out; taken only with query.'),
  })
  .refine(({ query, k }) => k === undefined || query !== undefined, {
    path: ['k'],
    message: 'is taken only with query',
  })
  .transform(({ query, k }) => ({ query, k: k ?? 4 }))
export type PaperQuery = z.output<typeof PaperQuery>

/** Query of `GET /search/research/papers/{id}/similar`. */
export const SimilarPapersQuery = z.object({
  intent: Query,
  mode: z.enum(['similar', 'citers', 'references']).default('similar'),
  k: whole({ min: 1, max: 500 }).prefault(40),
  rerank: Flag.prefault(false),
  anchor: repeated(Word).prefault([]),
})
export type SimilarPapersQuery = z.output<typeof SimilarPapersQuery>

/** Query of `GET /search/research/github`. */
export const RepositorySearchQuery = z.object({ query: Query, k: whole({ min: 1, max: 100 }).prefault(20) })
export type RepositorySearchQuery = z.output<typeof RepositorySearchQuery>

/** Answer of the searches under `/search/research`. */
export const ResearchAnswer = answer({
  success: Success,
  results: z.array(z.looseObject({})),
  poolSize: z.int().optional(),
  truncated: z.boolean().optional(),
  note: z.string().nullish(),
  agent_hints: z.array(z.string()).optional(),
})
export type ResearchAnswer = z.output<typeof ResearchAnswer>
