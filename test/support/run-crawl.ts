import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { waitUntil } from './wait-until.ts'

interface Job {
  id: string
  status: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  body: any
  /** The addresses of the documents, as paths, sorted. */
  paths: string[]
}

/** Starts a crawl and waits for its end. */
export async function runCrawl(
  app: TestApp,
  body: object,
  key?: string,
  base = '/v2/crawl',
  withinMs = 60_000,
): Promise<Job> {
  const options = key === undefined ? {} : { key }
  const started = await app.call(base, { json: body, ...options })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  return await waitForCrawl(app, started.body.id, key, base, withinMs)
}

/** Waits for the end of a crawl or batch and reads all its documents. */
export async function waitForCrawl(
  app: TestApp,
  id: string,
  key?: string,
  base = '/v2/crawl',
  withinMs = 60_000,
): Promise<Job> {
  const options = key === undefined ? {} : { key }
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  let body: any
  await waitUntil(async () => {
    body = (await app.call(`${base}/${id}?limit=1`, options)).body
    return body.status !== 'scraping'
  }, withinMs)
  body = (await app.call(`${base}/${id}?limit=1000`, options)).body
  const data = [...body.data]
  for (let next = body.next; next;) {
    const page = (await app.call(next.slice(app.url.length), options)).body
    data.push(...page.data)
    next = page.next
  }
  const paths = data.map(({ metadata }: { metadata: { url: string } }) => pathOf(metadata.url)).toSorted()
  return { id, status: body.status, body: { ...body, data }, paths }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
