import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnService, temporaryFolder } from '../../test/support/service.ts'
import { browserUnpacked } from '../crawl/service.ts'

const ADMIN_KEY = 'an-admin-key-for-the-bench'
const LOOK_MS = 100
/** A task that takes longer counts as one that never ends. */
const LONGEST_MS = 300_000

/** What the service says about a task that has ended. */
export interface Ended {
  status: string
  data?: unknown
  partial?: unknown
  error?: string
  creditsUsed?: number
  /** Pages that it visited by its own account, also those that it had a copy of. */
  visits: string[]
}

/** The whole service with its own database, as `npm start` runs it, on a folder that is gone afterwards. */
export interface AgentService extends AsyncDisposable {
  /** A new team, which knows no page yet, and the key of it. */
  newTeam(): Promise<string>
  scrape(url: string, key: string): Promise<void>
  /** Starts a task and waits for its end. */
  run(request: object, key: string): Promise<Ended>
}

export async function startAgentService(): Promise<AgentService> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const service = opened.use(
    await spawnService({
      env: {
        WINNOW_DATA_DIR: join(folder.path, 'data'),
        WINNOW_ADMIN_KEY: ADMIN_KEY,
        WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
        LOG_LEVEL: 'error',
      },
    }),
  )
  await browserUnpacked(service.url)
  const call = (path: string, key: string, body?: object) => ask(service.url + path, key, body)
  const open = opened.move()
  return {
    async newTeam() {
      const team = (await call('/admin/v1/teams', ADMIN_KEY, { name: 'bench' })) as { id: string }
      const made = await call(`/admin/v1/teams/${team.id}/api-keys`, ADMIN_KEY, {})
      return (made as { apiKey: string }).apiKey
    },
    async scrape(url, key) {
      await call('/v2/scrape', key, { url, formats: ['markdown'] })
    },
    async run(request, key) {
      const started = await call('/v2/agent', key, request).catch((failure: Error) => failure)
      if (started instanceof Error) return { status: 'refused', error: started.message, visits: [] }
      const { id } = started as { id: string }
      for (const since = performance.now(); ;) {
        const now = (await call(`/v2/agent/${id}`, key)) as Omit<Ended, 'visits'>
        if (now.status !== 'processing' || performance.now() - since > LONGEST_MS) {
          return { ...now, visits: visitsIn(await call(`/v2/agent/${id}/trace`, key)) }
        }
        await delay(LOOK_MS)
      }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

interface Trace {
  events: { type: string; toolName?: string; parameters?: { url?: string } }[]
}

function visitsIn(trace: unknown): string[] {
  return (trace as Trace).events
    .filter(({ type, toolName }) => type === 'tool_call.started' && toolName === 'scrape')
    .map(({ parameters }) => parameters?.url ?? '')
}

async function ask(url: string, key: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.json()
}
