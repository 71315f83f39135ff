import { firstOf, orAborted } from '../../concurrency/abort.ts'
import { Fault } from '../../fault.ts'
import type { Owner, SessionWish } from '../session.ts'
import { LivingSession } from './living.ts'
import type { LivingNeeds } from './living.ts'
import { openSession, tooMany } from './open.ts'
import type { OpeningNeeds } from './open.ts'
import type { Log } from '../../log.ts'
import type { Clock } from './vigil.ts'
import type { SessionTable } from './table.ts'

export interface RosterNeeds extends Omit<OpeningNeeds, 'table' | 'recordings'>, Omit<LivingNeeds, 'table'> {
  table: OpeningNeeds['table'] & LivingNeeds['table']
  most: number
}

export function createRoster(needs: RosterNeeds) {
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
export function unknown(): Fault {
  return new Fault(
    'NOT_FOUND',
    'There is no browser session with this id. Sessions that have ended are known for a day.',
  )
}

const BEAT_MS = 10_000

/** Writes down that the sessions are alive, again and again, and ends those that others took for dead. */
export function startHeart(
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
