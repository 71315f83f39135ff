import { randomUUID } from 'node:crypto'
import { createSeal, createSlots } from '../../src/access/access.ts'
import type { LiveBrowser, LiveBrowserOptions } from '../../src/browser/browser.ts'
import { createSessions, emptyVisit } from '../../src/interact/interact.ts'
import type { PromptOutcome, RunCode, RunPrompt } from '../../src/interact/run.ts'
import type { SessionOptions } from '../../src/interact/session.ts'
import { createLog } from '../../src/log.ts'
import { createBrowserSessions } from '../../src/store/sessions/browser-sessions.ts'
import type { Database } from '../../src/store/database/database.ts'
import { createBlobs } from '../../src/store/pages/blobs.ts'
import { createRecordings } from '../../src/store/sessions/recordings.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { createProfiles } from '../../src/store/sessions/profiles.ts'
import { openSlots } from '../../src/store/credits/slots.ts'
import { createManualClock } from './manual-clock.ts'
import { makeTeam } from './team.ts'

const CODE_OUTCOME = { stdout: '', stderr: '', result: '4', exitCode: 0, killed: false, truncated: false }
const PROMPT_OUTCOME: PromptOutcome = { done: true, output: 'Done.', actions: [] }

export const NEVER_ABORTED = new AbortController().signal

export const sessionOptions: SessionOptions = {
  ttlSeconds: 600,
  activityTtlSeconds: 300,
  streamWebView: true,
  profile: undefined,
  visit: emptyVisit(),
}

export const codeTask = { kind: 'code', code: '2 + 2', language: 'node', timeoutMs: 30_000 } as const
export const promptTask = { kind: 'prompt', prompt: 'click it', timeoutMs: 30_000 } as const

/** A process of the service as far as sessions need one, with browsers that only say what became of them. */
export async function startSessions(
  db: Database,
  given: {
    most?: number
    runCode?: RunCode
    runPrompt?: RunPrompt
    openBrowser?: typeof fakeBrowser
  } = {},
) {
  const quiet = createLog('silent', false)
  const processId = randomUUID()
  await createProcesses(db).register(processId, 'api', 600_000)
  const lost = new AbortController()
  const slots = await openSlots(db, () => processId, quiet)
  const takeSlot = createSlots(slots, () => ({ processId, signal: lost.signal }))
  const clock = createManualClock()
  const browsers: FakeBrowser[] = []
  const table = createBrowserSessions(db, { processId: () => processId })
  const openBrowser = given.openBrowser ?? fakeBrowser
  const sessions = createSessions({
    table,
    ledger: createLedger(db, () => processId),
    // Nobody in a test waits for a slot that nobody gives back.
    takeSlot: (teamId, signal, waitMs) => takeSlot(teamId, signal, Math.min(waitMs, 10)),
    async openLiveBrowser(wish, signal) {
      const browser = openBrowser(wish, signal)
      browsers.push(browser)
      return browser
    },
    recordings: createRecordings(db, createBlobs(db, { maxBytes: 1e9 })),
    profiles: createProfiles(db, createSeal('a root secret', 'profile'), () => processId),
    runCode: given.runCode ?? (async () => CODE_OUTCOME),
    runPrompt: given.runPrompt ?? (async () => PROMPT_OUTCOME),
    maxSessions: given.most ?? 1000,
    log: quiet,
    clock,
  })
  return {
    processId,
    sessions,
    table,
    clock,
    browsers,
    loseLease: (reason: Error) => lost.abort(reason),
    /** As after a kill: the process says no more, and others notice. */
    vanish: () => db.rows(`delete from processes where id = $1`, [processId]),
    async [Symbol.asyncDispose]() {
      await sessions[Symbol.asyncDispose]()
      await slots[Symbol.asyncDispose]()
      await createProcesses(db).remove(processId)
    },
  }
}

export interface FakeBrowser extends LiveBrowser {
  wish: LiveBrowserOptions
  /** What happened to it, in order. */
  events: string[]
  crash(): void
}

/** A browser that is none. */
export function fakeBrowser(wish: LiveBrowserOptions, _signal?: AbortSignal): FakeBrowser {
  const ended = new AbortController()
  const events: string[] = []
  const none = () => Promise.reject(new Error('There is no page in this browser.'))
  return {
    wish,
    events,
    crash: () => ended.abort(),
    processId: 0,
    ended: ended.signal,
    controller: {} as LiveBrowser['controller'],
    remote: {} as LiveBrowser['remote'],
    warnings: () => [],
    takeRefusals: () => [],
    async profileState() {
      events.push('read')
      return 'a cookie'
    },
    openChannel: none,
    watch: none,
    async [Symbol.asyncDispose]() {
      events.push('closed')
      ended.abort()
    },
  }
}

/** What the ledger and the tables say of a team. Nothing may be left of sessions that have ended. */
export async function accountStateOf(db: Database, teamId: string) {
  const [row] = await db.rows<{
    balance: number
    entries: number
    held: number
    slots: number
    active: number
    settled: number
  }>(
    `select (select amount from balances where team_id = $1) as balance,
       (select coalesce(sum(amount), 0)::bigint from credit_entries where team_id = $1) as entries,
       (select coalesce(sum(amount), 0)::bigint from holds where team_id = $1) as held,
       (select count(*) from slots where team_id = $1) as slots,
       (select count(*) from browser_sessions where team_id = $1 and ended_at is null) as active,
       (select count(*) from credit_entries where team_id = $1 and kind = 'settle') as settled`,
    [teamId],
  )
  return row!
}

/** The same, when the team has this much left, so many sessions were billed, and nothing of them is left. */
export function settledState(balance: number, settled: number) {
  return { balance, entries: balance, held: 0, slots: 0, active: 0, settled }
}

/** A team of its own that may open sessions. */
export async function createOwner(
  db: Database,
  { credits = 1000, concurrency }: { credits?: number | undefined; concurrency?: number | undefined },
) {
  const team = await makeTeam(db, { credits, limits: { concurrency: concurrency ?? null } })
  return { teamId: team.id, keyId: randomUUID() }
}
