import assert from 'node:assert/strict'
import { seenPlace } from '../../src/crawl/crawl.ts'
import { createLog } from '../../src/log.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'
import { parseQuery } from '../../src/search/search.ts'
import type { LocalHit, LocalSearchRequest } from '../../src/search/search.ts'
import { createSearchIndex } from '../../src/store/store.ts'
import type { TestDatabase } from './database.ts'

export type TestIndex = ReturnType<typeof createSearchIndex>

export function openIndex(
  { db }: Pick<TestDatabase, 'db'>,
  { isShared = false, maxBytes = 1e9 } = {},
): TestIndex {
  const log = createLog('silent', false)
  return createSearchIndex(db, { placeOf: seenPlace, isShared, maxBytes, freshMs: 60_000, log })
}

interface TestPage {
  title?: string
  body?: string
  head?: string
  language?: string
  contentType?: string
}

/** Enters a page as a scrape would. */
export function enterPage(index: TestIndex, teamId: string, url: string, page: TestPage): void {
  const { title = '', body = '', head = '', language = 'en', contentType = 'text/html' } = page
  const html = `<html lang="${language}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`
  const understood = understandSource(
    {
      bytes: Buffer.from(html),
      contentType: 'text/html; charset=utf-8',
      url,
      response: { status: 200, headers: {} },
    },
    {
      formats: [],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      indexes: true,
    },
  )
  assert.ok(understood.state === 'understood' && understood.forIndex)
  index.enter({ ...understood.forIndex, teamId, url, contentType })
}

const never = new AbortController().signal

export function searchPages(
  index: TestIndex,
  teamId: string,
  text: string,
  options: Partial<LocalSearchRequest> = {},
): Promise<LocalHit[]> {
  const query = parseQuery(text)
  return index.find(
    {
      teamId,
      query,
      source: 'web',
      limit: 10,
      from: undefined,
      to: undefined,
      byDate: false,
      language: undefined,
      ...options,
    },
    never,
  )
}

export const pathsOf = (hits: readonly LocalHit[]) => hits.map(({ url }) => new URL(url).pathname)

export async function foundPaths(
  index: TestIndex,
  teamId: string,
  text: string,
  options?: Partial<LocalSearchRequest>,
): Promise<string[]> {
  return pathsOf(await searchPages(index, teamId, text, options))
}
