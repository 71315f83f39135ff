import { firstOf, orAborted } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { gone, toSummary } from './session.ts'
import type { KnownSession, Owner, SessionSummary, SessionTable, Sessions, SessionWish } from './session.ts'
import { LivingSession } from './sessions/living.ts'
import type { LivingNeeds } from './sessions/living.ts'
import { livesElsewhere, openSession, tooMany } from './sessions/open.ts'
import type { OpeningNeeds } from './sessions/open.ts'
import { processClock } from './sessions/vigil.ts'
import type { Clock } from './sessions/vigil.ts'

export interface SessionsNeeds
  extends Omit<OpeningNeeds, 'table' | 'recordings'>, Omit<LivingNeeds, 'table' | 'clock'> {
  table: SessionTable
  clock?: Clock
  most: number
}

const MOST_LISTED = 100

export function createSessions({ clock = processClock, ...needs }: SessionsNeeds): Sessions {
  const { table, recordings, log } = needs
  const { live, open, endAll } = createRoster({ ...needs, clock })
  const heart = startHeart(live, { table, clock, log })

  function here(teamId: string, id: string): LivingSession | undefined {
    const session = live.get(id)
    if (session && session.teamId !== teamId) throw unknown()
    return session
  }

  async function find(teamId: string, id: string): Promise<KnownSession> {
    const known = await table.find(id)
    if (known?.teamId !== teamId) throw unknown()
    return known
  }

  /** A session of this process that does not live any more is over, whatever is written down. */
  function summaryOf(known: KnownSession): SessionSummary {
    const isActive = !known.ending && known.place === 'elsewhere'
    return live.get(known.id)?.summary() ?? toSummary(known, isActive ? 'active' : 'destroyed')
  }

  return {
    open: async (owner, wish, signal) => (await open(owner, wish, signal)).summary(),
    async ofScrape(teamId, scrapeId) {
      const known = await table.ofScrape(scrapeId)
      return known?.teamId === teamId ? summaryOf(known) : undefined
    },
    find: async (teamId, id) => summaryOf(await find(teamId, id)),
    async run({ teamId }, id, task, signal) {
      const session = here(teamId, id)
      if (session) return await session.run(task, signal)
      throw whyNotHere(await find(teamId, id))
    },
    async stop(teamId, id) {
      const session = here(teamId, id)
      if (session) return await session.end('stopped')
      const known = await find(teamId, id)
      if (!known.ending && known.place === 'elsewhere') throw livesElsewhere()
      return (await table.end(id, { ...abandoned(known), durationMs: undefined }))!
    },
    async replay(teamId, id) {
      const recording = await recordings.find(teamId, id)
      if (!recording) throw notRecorded(await find(teamId, id))
      // A recording may be kept longer than it is known that the session was there.
      const known = await table.find(id)
      return { ...recording, status: known ? summaryOf(known).status : 'destroyed' }
    },
    async list(teamId, status) {
      const listed = (await table.list(teamId, status, MOST_LISTED)).map(summaryOf)
      return listed.filter((session) => status === undefined || session.status === status)
    },
    live(id) {
      const session = live.get(id)
      return session?.over() ? undefined : session
    },
    async [Symbol.asyncDispose]() {
      await heart[Symbol.asyncDispose]()
      await endAll()
    },
  }
}

function notRecorded({ id }: KnownSession): Fault {
  return new Fault(
    'NOT_FOUND',
    `The browser session ${id} was not recorded. Send \`recordSession: true\` when you open a session, or with an interact request.`,
  )
}

function whyNotHere(known: KnownSession): Fault {
  if (!known.ending && known.place === 'elsewhere') return livesElsewhere()
  return gone(known.ending ?? abandoned(known), known.activityTtlSeconds)
}

/** How a session ended that nobody has ended yet, although nobody has it. */
function abandoned({ place }: KnownSession) {
  return { cause: place === 'here' ? ('lost' as const) : ('restarted' as const), note: undefined }
}

function createRoster(needs: SessionsNeeds & { clock: Clock }) {
  const live = new Map<string, LivingSession>()
  const openings = new Set<Opening>()
  const ofScrapes = new Map<string | undefined, Opening>()
  const closing = new AbortController()

  function begin(owner: Owner, wish: SessionWish, signal: AbortSignal): Promise<LivingSession> {
    closing.signal.throwIfAborted()
    // Sessions that are ending have their memory still.
    if (live.size + openings.size >= needs.most) throw tooMany(needs.most)
    const opening: Opening = { teamId: owner.teamId, signal, session: start(owner, wish, signal) }
    openings.add(opening)
    if (wish.scrapeId !== undefined) ofScrapes.set(wish.scrapeId, opening)
    const leave = () => void openings.delete(opening)
    opening.session.then(leave, () => {
      leave()
      ofScrapes.delete(wish.scrapeId)
    })
    return opening.session
  }

  async function start(owner: Owner, wish: SessionWish, signal: AbortSignal): Promise<LivingSession> {
    using wanted = firstOf(signal, closing.signal)
    const opened = await openSession(needs, owner, wish, wanted)
    const { id } = opened.known
    const session = new LivingSession(opened, needs, () => {
      live.delete(id)
      ofScrapes.delete(wish.scrapeId)
    })
    live.set(id, session)
    return session
  }

  return {
    live: live as ReadonlyMap<string, LivingSession>,
    /** Of several who want the session of one scrape at once, the first opens it for all. */
    async open(owner: Owner, wish: SessionWish, signal: AbortSignal): Promise<LivingSession> {
      for (;;) {
        const first = ofScrapes.get(wish.scrapeId)
        if (!first) return await begin(owner, wish, signal)
        if (first.teamId !== owner.teamId) throw unknown()
        const session = await orAborted(first.session, signal).catch((failure: unknown) => {
          // Who asked first may have gone away and taken the opening along; others still want it.
          if (signal.aborted || !first.signal.aborted) throw failure
        })
        const over = session?.over()
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
  session: Promise<LivingSession>
}

/** What is said of a session that is not there, or is another team's: nobody learns that somebody has it. */
function unknown(): Fault {
  return new Fault(
    'NOT_FOUND',
    'There is no browser session with this id. Sessions that have ended are known for a day.',
  )
}

const BEAT_MS = 10_000

function startHeart(
  live: ReadonlyMap<string, LivingSession>,
  { table, clock, log }: { table: Pick<SessionTable, 'keep'>; clock: Clock; log: Log },
): AsyncDisposable {
  let beat = Promise.resolve()
  let timer = clock.after(BEAT_MS, next)

  function next(): void {
    beat = keep().finally(() => (timer = clock.after(BEAT_MS, next)))
  }

  async function keep(): Promise<void> {
    try {
      const ended = await table.keep(Array.from(live, ([id, session]) => ({ id, idleMs: session.idleMs() })))
      for (const id of ended) live.get(id)?.endSoon('lost')
    } catch (failure) {
      log.warn({ err: failure }, 'could not write down that the browser sessions are alive')
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      await beat
      timer[Symbol.dispose]()
    },
  }
}
