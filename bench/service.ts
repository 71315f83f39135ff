import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../test/support/hostile/listening.ts'
import { spawnService, temporaryFolder } from '../test/support/service.ts'

export const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`
export const ADMIN_KEY = 'an-admin-key-for-the-bench'

/** The whole service as `npm start` runs it, on a folder that is gone afterwards. */
export interface BenchService extends AsyncDisposable {
  url: string
  pid: number
  /** Where its data and its browser are. */
  dataDir: string
  /** Asks a path for JSON, with a body by POST; fails when the answer is an error. */
  ask<Answer>(path: string, body?: object, key?: string): Promise<Answer>
  /** Makes a team and gives its key. */
  newTeam(): Promise<string>
}

const POLL_MS = 250

/** Starts the service, which may visit this machine, and waits until its browser is unpacked. */
export async function startService(env: Record<string, string> = {}): Promise<BenchService> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const dataDir = join(folder.path, 'data')
  const service = opened.use(
    await spawnService({
      env: {
        WINNOW_DATA_DIR: dataDir,
        WINNOW_API_KEY: API_KEY,
        WINNOW_ADMIN_KEY: ADMIN_KEY,
        WINNOW_ALLOWED_TARGETS: '127.0.0.0/8',
        LOG_LEVEL: 'error',
        ...env,
      },
    }),
  )
  await waitForBrowser(service.url)
  const open = opened.move()
  const ask = <Answer>(path: string, body?: object, key = API_KEY) =>
    askJson<Answer>(service.url + path, key, body)
  return {
    url: service.url,
    pid: service.child.pid!,
    dataDir,
    ask,
    async newTeam() {
      const { id } = await ask<{ id: string }>('/admin/v1/teams', { name: 'bench' }, ADMIN_KEY)
      return (await ask<{ apiKey: string }>(`/admin/v1/teams/${id}/api-keys`, {}, ADMIN_KEY)).apiKey
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A new data directory gets its browser in the background, which costs seconds that no request should pay for. */
async function waitForBrowser(url: string): Promise<void> {
  for (;;) {
    const { browser } = (await (await fetch(`${url}/ready`)).json()) as { browser?: string }
    if (browser === 'ok') return
    await delay(POLL_MS)
  }
}

async function askJson<Answer>(url: string, key: string, body: object | undefined): Promise<Answer> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Serves HTML on a loopback port of its own. */
export async function servePages(
  pageFor: (path: string) => string | Buffer | undefined,
): Promise<{ url: string } & AsyncDisposable> {
  const server = await listen(
    createServer((request: IncomingMessage, response: ServerResponse) => {
      const page = pageFor(request.url ?? '/')
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(page)
    }),
  )
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
