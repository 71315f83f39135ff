import { anySignal, orAborted } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { endedFault, summaryOf } from './session.ts'
import type {
  KnownSession,
  Owner,
  SessionSummary,
  SessionTable,
  Sessions,
  SessionOptions,
} from './session.ts'
import { LocalSession } from './sessions/local-session.ts'
import type { LocalSessionNeeds } from './sessions/local-session.ts'
import { otherProcessFault, openSession, tooManySessionsFault } from './sessions/open-session.ts'
import type { OpeningNeeds } from './sessions/open-session.ts'
import { processClock } from './sessions/watchdog.ts'
import type { Clock } from './sessions/watchdog.ts'

export interface SessionsNeeds
  extends Omit<OpeningNeeds, 'table' | 'recordings'>, Omit<LocalSessionNeeds, 'table' | 'clock'> {
  table: SessionTable
  clock?: Clock
  maxSessions: number
}

const MOST_LISTED = 100

export function createSessions({ clock = processClock, ...needs }: SessionsNeeds): Sessions {
  const { table, recordings, log } = needs
  const { live, open, endAll } = createLiveSessions({ ...needs, clock })
  const heartbeat = startHeartbeat(live, { table, clock, log })

  function findHere(teamId: string, id: string): LocalSession | undefined {
    const session = live.get(id)
    if (session && session.teamId !== teamId) throw notFoundFault()
    return session
  }

  async function find(teamId: string, id: string): Promise<KnownSession> {
    const known = await table.find(id)
    if (known?.teamId !== teamId) throw notFoundFault()
    return known
  }

  /** A session of this process that does not live any more is over, whatever is written down. */
  function currentSummaryOf(known: KnownSession): SessionSummary {
    const isActive = !known.ending && known.place === 'elsewhere'
    return live.get(known.id)?.summary() ?? summaryOf(known, isActive ? 'active' : 'destroyed')
  }

  return {
    open: async (owner, options, signal) => (await open(owner, options, signal)).summary(),
    async findByScrape(teamId, scrapeId) {
      const known = await table.findByScrape(scrapeId)
      return known?.teamId === teamId ? currentSummaryOf(known) : undefined
    },
    find: async (teamId, id) => currentSummaryOf(await find(teamId, id)),
    async run({ teamId }, id, task, signal) {
      const session = findHere(teamId, id)
      if (session) return await session.run(task, signal)
      throw unavailableFault(await find(teamId, id))
    },
    async stop(teamId, id) {
      const session = findHere(teamId, id)
      if (session) return await session.end('stopped')
      const known = await find(teamId, id)
      if (!known.ending && known.place === 'elsewhere') throw otherProcessFault()
      return (await table.end(id, { ...abandonedEnding(known), durationMs: undefined }))!
    },
    async replay(teamId, id) {
      const recording = await recordings.find(teamId, id)
      if (!recording) throw notRecordedFault(await find(teamId, id))
      // A recording may be kept longer than it is known that the session was there.
      const known = await table.find(id)
      return { ...recording, status: known ? currentSummaryOf(known).status : 'destroyed' }
    },
    async list(teamId, status) {
      const listed = (await table.list(teamId, status, MOST_LISTED)).map(currentSummaryOf)
      return listed.filter((session) => status === undefined || session.status === status)
    },
    live(id) {
      const session = live.get(id)
      return session?.endFault() ? undefined : session
    },
    async [Symbol.asyncDispose]() {
      await heartbeat[Symbol.asyncDispose]()
      await endAll()
    },
  }
}

function notRecordedFault({ id }: KnownSession): Fault {
  return new Fault(
    'NOT_FOUND',
    `The browser session ${id} was not recorded. Send \`recordSession: true\` when you open a session, or with an interact request.`,
  )
}

function unavailableFault(known: KnownSession): Fault {
  if (!known.ending && known.place === 'elsewhere') return otherProcessFault()
  return endedFault(known.ending ?? abandonedEnding(known), known.activityTtlSeconds)
}

/** How a session ended that nobody has ended yet, although nobody has it. */
function abandonedEnding({ place }: KnownSession) {
  return { cause: place === 'here' ? ('lost' as const) : ('restarted' as const), note: undefined }
}

function createLiveSessions(needs: SessionsNeeds & { clock: Clock }) {
  const live = new Map<string, LocalSession>()
  const openings = new Set<Opening>()
  const ofScrapes = new Map<string | undefined, Opening>()
  const closing = new AbortController()

  function begin(owner: Owner, options: SessionOptions, signal: AbortSignal): Promise<LocalSession> {
    closing.signal.throwIfAborted()
    // Sessions that are ending have their memory still.
    if (live.size + openings.size >= needs.maxSessions) throw tooManySessionsFault(needs.maxSessions)
    const opening: Opening = { teamId: owner.teamId, signal, session: start(owner, options, signal) }
    openings.add(opening)
    if (options.scrapeId !== undefined) ofScrapes.set(options.scrapeId, opening)
    const leave = () => void openings.delete(opening)
    opening.session.then(leave, () => {
      leave()
      ofScrapes.delete(options.scrapeId)
    })
    return opening.session
  }

  async function start(owner: Owner, options: SessionOptions, signal: AbortSignal): Promise<LocalSession> {
    using wantedSignal = anySignal(signal, closing.signal)
    const opened = await openSession(needs, owner, options, wantedSignal)
    const { id } = opened.known
    const session = new LocalSession(opened, needs, () => {
      live.delete(id)
      ofScrapes.delete(options.scrapeId)
    })
    live.set(id, session)
    return session
  }

  return {
    live: live as ReadonlyMap<string, LocalSession>,
    /** Of several who want the session of one scrape at once, the first opens it for all. */
    async open(owner: Owner, options: SessionOptions, signal: AbortSignal): Promise<LocalSession> {
      for (;;) {
        const first = ofScrapes.get(options.scrapeId)
        if (!first) return await begin(owner, options, signal)
        if (first.teamId !== owner.teamId) throw notFoundFault()
        const session = await orAborted(first.session, signal).catch((failure: unknown) => {
          // Who asked first may have gone away and taken the opening along; others still want it.
          if (signal.aborted || !first.signal.aborted) throw failure
        })
        const over = session?.endFault()
        if (over) throw over
        if (session) return session
      }
    },
    async endAll(): Promise<void> {
      closing.abort(new Fault('UNAVAILABLE', 'The service is stopping. Try again in a moment.'))
      await Promise.allSettled(Array.from(openings, ({ session }) => session))
      const ended = await Promise.allSettled(Array.from(live.values(), (session) => session.end('restarted')))
      for (const one of ended) {
        if (one.status === 'rejected')
          needs.log.error({ err: one.reason as unknown }, 'could not settle a browser session')
      }
    },
  }
}

interface Opening {
  teamId: string
  signal: AbortSignal
  session: Promise<LocalSession>
}

/** What is said of a session that is not there, or is another team's: nobody learns that somebody has it. */
function notFoundFault(): Fault {
  return new Fault(
    'NOT_FOUND',
    'There is no browser session with this id. Sessions that have ended are known for a day.',
  )
}

const HEARTBEAT_MS = 10_000

function startHeartbeat(
  live: ReadonlyMap<string, LocalSession>,
  { table, clock, log }: { table: Pick<SessionTable, 'keep'>; clock: Clock; log: Log },
): AsyncDisposable {
  let running = Promise.resolve()
  let timer = clock.after(HEARTBEAT_MS, next)

  function next(): void {
    running = sendHeartbeat().finally(() => (timer = clock.after(HEARTBEAT_MS, next)))
  }

  async function sendHeartbeat(): Promise<void> {
    try {
      const ended = await table.keep(Array.from(live, ([id, session]) => ({ id, idleMs: session.idleMs() })))
      for (const id of ended) live.get(id)?.endSoon('lost')
    } catch (failure) {
      log.warn({ err: failure }, 'could not write down that the browser sessions are alive')
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      await running
      timer[Symbol.dispose]()
    },
  }
}
