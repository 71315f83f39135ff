import { randomUUID } from 'node:crypto'
import { anySignal } from '../../concurrency/abort.ts'
import { settleFailed, insufficientCredits } from '../../access/access.ts'
import type { Ledger, Slot, TakeSlot } from '../../access/access.ts'
import type { OpenLiveBrowser } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Recordings } from '../recording.ts'
import type { KnownSession, Owner, SessionTable, SessionOptions } from '../session.ts'
import { creditsOf, createMeter } from './credit-hold.ts'
import type { Meter } from './credit-hold.ts'

export interface OpeningNeeds {
  table: Pick<SessionTable, 'enter' | 'find' | 'hold'>
  ledger: Ledger
  takeSlot: TakeSlot
  openLiveBrowser: OpenLiveBrowser
  profiles: Profiles
  recordings: Pick<Recordings, 'begin'>
}

export type OpenedSession = Awaited<ReturnType<typeof openSession>>

/** Runs cheap checks first. The row is written last, so that a failure before it leaves nothing behind. */
export async function openSession(
  needs: OpeningNeeds,
  owner: Owner,
  options: SessionOptions,
  signal: AbortSignal,
) {
  const id = randomUUID()
  const { url, screen } = options.visit
  const meter = screen && createMeter(screen)
  const minute = creditsOf(0, options.withPrompt ?? false)
  const credits = minute + (url === undefined ? 0 : (screen?.leastCredits(url) ?? 0))
  const reason = options.scrapeId === undefined ? 'browser' : 'interact'
  const hold = { id, teamId: owner.teamId, keyId: owner.keyId, credits, reason }
  const outcome = await needs.ledger.hold(hold)
  if (!outcome.held) throw insufficientCredits(credits, outcome.balance)
  try {
    const opening = await openResources(needs, owner.teamId, { ...options, meter }, signal)
    await using resources = opening.resources
    const known = await enter(needs.table, id, options)
    if (options.isRecorded) await needs.recordings.begin(id)
    // The visit may have cost more checks. If the team cannot pay for them, the session fails at its next
    // page.
    if (meter) await needs.table.hold(id, minute + meter.credits())
    return { ...opening, known, options, meter, resources: resources.move() }
  } catch (failure) {
    // If this fails too, the ledger's sweep releases the hold.
    await settleFailed(needs.ledger, hold, meter?.credits() ?? 0).catch(() => undefined)
    throw failure
  }
}

/**
 * The signal counts only until everything is open. After that the session lives independently of the request.
 */
async function openResources(
  { takeSlot, profiles, openLiveBrowser }: OpeningNeeds,
  teamId: string,
  { visit, meter, ...options }: SessionOptions & { meter: Meter | undefined },
  signal: AbortSignal,
) {
  // Aborts all work of the session when it ends.
  const lifetime = new AbortController()
  const giveUp = () => lifetime.abort(signal.reason)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    await using opening = new AsyncDisposableStack()
    if (visit.url !== undefined) await meter?.screen.admit(visit.url, lifetime.signal)
    const slot = opening.use(await takeSessionSlot(takeSlot, teamId, lifetime.signal))
    const profile = options.profile && opening.use(await profiles.open({ teamId, ...options.profile }))
    using waitSignal = anySignal(slot.signal)
    const visitProfile = options.profile && profile && { ...options.profile, state: profile.state }
    const browser = opening.use(
      await openLiveBrowser(
        { visit: { ...visit, screen: meter?.screen, profile: visitProfile } },
        waitSignal,
      ),
    )
    slot.signal.throwIfAborted()
    // `slotSignal` aborts when this process has lost the slot.
    return { browser, profile, life: lifetime, slotSignal: slot.signal, resources: opening.move() }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

const SLOT_WAIT_MS = 3_000
const RETRY_AFTER_SECONDS = 10

async function takeSessionSlot(takeSlot: TakeSlot, teamId: string, signal: AbortSignal): Promise<Slot> {
  try {
    return await takeSlot(teamId, signal, SLOT_WAIT_MS)
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code !== 'CONCURRENCY_QUEUE_TIMEOUT') throw failure
    throw new Fault(
      'RATE_LIMITED',
      'All concurrency slots of this team are in use, and a browser session needs one for its lifetime. Stop another session, or try again when a job or session has ended.',
      { cause: failure, retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }
}

async function enter(
  table: OpeningNeeds['table'],
  id: string,
  options: SessionOptions,
): Promise<KnownSession> {
  const { scrapeId, streamWebView, ttlSeconds, activityTtlSeconds } = options
  const entered = await table.enter({ id, scrapeId, streamWebView, ttlSeconds, activityTtlSeconds })
  if (entered === 'taken') throw otherProcessFault()
  const known = entered === 'gone' ? undefined : await table.find(id)
  if (known) return known
  throw new Fault('UNAVAILABLE', 'The service was interrupted while it opened the session. Try again.')
}

export function otherProcessFault(): Fault {
  return new Fault(
    'UNAVAILABLE',
    'This browser session runs in another process of the service, and only that process can reach its browser. Send its requests to that process.',
  )
}

export function tooManySessionsFault(most: number): Fault {
  return new Fault(
    'RATE_LIMITED',
    `The service has reached its limit of ${most} open browser sessions. Try again when one has ended.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

interface Profiles {
  /** Throws CONFLICT while another session that saves changes holds the profile. */
  open(options: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
}

interface OpenProfile extends AsyncDisposable {
  state: string | undefined
  save(state: string): Promise<void>
}
