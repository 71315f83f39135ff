import { randomBytes } from 'node:crypto'
import { onDatabase, withClient } from '../../test/support/template.ts'
import { startService } from './service.ts'
import { startSite } from './site.ts'
import type { Site } from './site.ts'

const PAGES = 1000
const ROUNDS = 3
/** How much slower than the embedded server another one may be. */
const AIM = 0.85

/**
 * Crawls with the embedded database and with a database on the server of `url`, in turns. Each run starts a new service
 * on a new database; its first crawl warms it up, the second one counts. The role in `url` must be allowed to create
 * databases.
 */
export async function benchDatabases(url: string): Promise<void> {
  await using first = await startSite(PAGES)
  await using second = await startSite(PAGES)
  const rates: Record<'embedded' | 'external', number[]> = { embedded: [], external: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.embedded.push(told('embedded', await secondRate({}, [first, second])))
    await using database = await newDatabase(url)
    const env = { DATABASE_URL: database.url, WINNOW_SECRET: randomBytes(16).toString('hex') }
    rates.external.push(told('external', await secondRate(env, [first, second])))
  }
  const embedded = median(rates.embedded)
  const external = median(rates.external)
  console.log(
    `median of ${ROUNDS}: embedded ${embedded.toFixed(1)} pages/s, external ${external.toFixed(1)} pages/s, external to embedded ${(external / embedded).toFixed(2)} (aim: at least ${AIM})`,
  )
}

/** Pages per second of the second crawl. */
async function secondRate(env: Record<string, string>, sites: readonly Site[]): Promise<number> {
  await using service = await startService(env)
  let perSecond = 0
  for (const site of sites) {
    const since = performance.now()
    const { status, completed } = await service.ended(await service.crawl(`${site.url}/`))
    perSecond = (completed * 1000) / (performance.now() - since)
    if (completed !== site.pages) console.log(`WRONG: ${status} with ${completed} pages of ${site.pages}`)
  }
  return perSecond
}

async function newDatabase(serverUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const name = `winnow_bench_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`create database ${name}`))
  return {
    url: onDatabase(serverUrl, name),
    [Symbol.asyncDispose]: () =>
      withClient(
        serverUrl,
        async (client) => void (await client.query(`drop database ${name} with (force)`)),
      ),
  }
}

function told(server: string, perSecond: number): number {
  console.log(`${server}: ${perSecond.toFixed(1)} pages/s`)
  return perSecond
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
