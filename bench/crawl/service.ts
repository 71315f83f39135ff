import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnService, temporaryFolder } from '../../test/support/service.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`
const ADMIN_KEY = 'an-admin-key-for-the-bench'

/** The whole service as `npm start` runs it, on a folder that is gone afterwards. */
export interface Service extends AsyncDisposable {
  pid: number
  crawl(url: string, key?: string): Promise<string>
  progress(id: string, key?: string): Promise<Progress>
  /** Waits for the end. */
  ended(id: string): Promise<Progress>
  /** The addresses of all documents. */
  addresses(id: string): Promise<string[]>
  scrape(url: string, key?: string): Promise<void>
  newTeam(): Promise<string>
}

interface Progress {
  status: string
  completed: number
  total: number
  creditsUsed: number
}

const LOOK_MS = 250

export async function startService(env: Record<string, string> = {}): Promise<Service> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const service = opened.use(
    await spawnService({
      // As the README says, with whatever Node there is.
      node: 'node',
      env: {
        WINNOW_DATA_DIR: join(folder.path, 'data'),
        WINNOW_API_KEY: API_KEY,
        WINNOW_ADMIN_KEY: ADMIN_KEY,
        WINNOW_ALLOWED_TARGETS: '127.0.0.0/8',
        ...env,
      },
    }),
  )
  await browserUnpacked(service.url)
  const call = (path: string, body?: object, key = API_KEY) => ask(service.url + path, key, body)
  const progress = (id: string, key?: string) =>
    call(`/v2/crawl/${id}?limit=1`, undefined, key) as Promise<Progress>
  const open = opened.move()
  return {
    pid: service.child.pid!,
    async crawl(url, key) {
      const body = { url, limit: 10_000, scrapeOptions: { formats: ['markdown'] } }
      return ((await call('/v2/crawl', body, key)) as { id: string }).id
    },
    progress,
    async ended(id) {
      for (;;) {
        const now = await progress(id)
        if (now.status !== 'scraping') return now
        await delay(LOOK_MS)
      }
    },
    async addresses(id) {
      const found: string[] = []
      for (let path: string | undefined = `/v2/crawl/${id}?limit=1000`; path;) {
        const page = (await call(path)) as { next?: string; data: { metadata: { url: string } }[] }
        found.push(...page.data.map(({ metadata }) => metadata.url))
        path = page.next?.slice(service.url.length)
      }
      return found
    },
    async scrape(url, key) {
      await call('/v2/scrape', { url, formats: ['markdown'] }, key)
    },
    async newTeam() {
      const team = (await call('/admin/v1/teams', { name: 'another' }, ADMIN_KEY)) as { id: string }
      const path = `/admin/v1/teams/${team.id}/api-keys`
      return ((await call(path, {}, ADMIN_KEY)) as { apiKey: string }).apiKey
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A new data directory gets its browser in the background, which costs seconds that are none of a crawl's. */
/** Waits for what the service does by itself after its start. */
export async function browserUnpacked(url: string): Promise<void> {
  for (;;) {
    const { browser } = (await (await fetch(`${url}/ready`)).json()) as { browser?: string }
    if (browser === 'ok') return
    await delay(LOOK_MS)
  }
}

async function ask(url: string, key: string, body: object | undefined): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return await response.json()
}
