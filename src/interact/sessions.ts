import { Fault } from '../fault.ts'
import type { SessionSummary, Sessions } from './session.ts'
import { processClock } from './sessions/vigil.ts'
import type { Clock } from './sessions/vigil.ts'
import { gone, toSummary } from './sessions/table.ts'
import type { KnownSession, SessionTable } from './sessions/table.ts'
import { startHeart, createRoster, unknown } from './sessions/roster.ts'
import type { RosterNeeds } from './sessions/roster.ts'
import type { LivingSession } from './sessions/living.ts'
import { livesElsewhere } from './sessions/open.ts'

export interface SessionsNeeds extends Omit<RosterNeeds, 'table' | 'clock'> {
  table: SessionTable
  clock?: Clock
}

const MOST_LISTED = 100

/** The sessions of this process, and what is known of all others. */
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
