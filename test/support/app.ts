import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { startApp } from '../../src/app.ts'
import type { App } from '../../src/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/log.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { sharedDataDir } from './shared-data-dir.ts'
import { WaitTimeoutError, waitUntil } from './wait-until.ts'

export const ADMIN_KEY = 'an-admin-key-for-tests'
export const PARTNER_KEY = 'a-partner-key-for-tests'
export const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  body: any
}

interface CallOptions {
  method?: string
  /** The default team's key unless another one, or null for none, is given. */
  key?: string | null
  json?: unknown
  body?: FormData | string | Uint8Array
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface TestApp extends AsyncDisposable {
  url: string
  app: App
  database: TestDatabase
  call(path: string, options?: CallOptions): Promise<Answer>
  admin(path: string, options?: CallOptions): Promise<Answer>
  /** A new team with a key of its own. */
  team(wishes?: object): Promise<{ id: string; key: string }>
  /** Fails when a hold, a slot or a running job is left. */
  checkNothingLeft(): Promise<void>
}

/** The whole service in this process, on a database of its own and any free port. */
export async function startTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await testDatabase())
  const config = loadConfig({
    DATABASE_URL: database.url,
    WINNOW_SECRET: 'a-root-secret-for-tests',
    WINNOW_ADMIN_KEY: ADMIN_KEY,
    WINNOW_PARTNER_KEY: PARTNER_KEY,
    WINNOW_API_KEY: API_KEY,
    WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
    WINNOW_DATA_DIR: sharedDataDir(),
    HOST: '127.0.0.1',
    PORT: '0',
    ...environment,
  })
  const app = await startApp(config, createLog('silent', false))
  opening.defer(() => app.stop())
  const open = opening.move()
  const url = app.url!
  const call = (path: string, options: CallOptions = {}) => send(url, path, options)
  const admin = (path: string, options: CallOptions = {}) =>
    call(`/admin/v1${path}`, { key: ADMIN_KEY, ...options })
  return {
    url,
    app,
    database,
    call,
    admin,
    async team(wishes = {}) {
      const made = await admin('/teams', { json: { name: 'a team', ...wishes } })
      assert.equal(made.status, 200, JSON.stringify(made.body))
      const key = await admin(`/teams/${made.body.id}/api-keys`, { json: {} })
      return { id: made.body.id, key: key.body.apiKey }
    },
    checkNothingLeft: () => checkNothingLeft(database),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** One service for all tests of a file, looked over after each of them. */
export function useApp(environment: Record<string, string> = {}): () => TestApp {
  let app: TestApp
  before(async () => void (app = await startTestApp(environment)))
  afterEach(() => app.checkNothingLeft())
  after(() => app[Symbol.asyncDispose]())
  return () => app
}

let users = 0
let shared: Promise<TestApp> | undefined

/**
 * The service with default settings that all files of this process share; the last of them stops it. For files that take
 * no count of what others do, and change nothing that others see.
 */
export function useSharedApp(): () => TestApp {
  users++
  let app: TestApp
  before(async () => void (app = await (shared ??= startTestApp())))
  afterEach(() => app.checkNothingLeft())
  after(async () => {
    users--
    if (users === 0) await app[Symbol.asyncDispose]()
  })
  return () => app
}

async function send(
  url: string,
  path: string,
  { method, key = API_KEY, json, body, headers = {}, signal }: CallOptions,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('/json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** What a request leaves may still be on its way out when its answer is read, hence a bounded wait. */
async function checkNothingLeft({ db }: TestDatabase): Promise<void> {
  let left: unknown[] = []
  await waitUntil(async () => {
    left = await db.rows(`
      select 'hold' as what, id::text from holds
      union all select 'slot', id::text from slots
      union all select 'job', id::text from pgboss.job where state = 'active'`)
    return left.length === 0
  }).catch((failure: Error) => {
    if (!(failure instanceof WaitTimeoutError)) throw failure
    assert.deepEqual(left, [], 'something was left behind')
  })
}
