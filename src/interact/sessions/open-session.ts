import { randomUUID } from 'node:crypto'
import { anySignal } from '../../concurrency/abort.ts'
import { closeFailed, insufficient } from '../../access/access.ts'
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

/** In the order of what it costs to find out that it cannot be had. Written down last, so what fails before leaves nothing. */
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
  if (!outcome.held) throw insufficient(credits, outcome.balance)
  try {
    const opening = await openResources(needs, owner.teamId, { ...options, meter }, signal)
    await using resources = opening.resources
    const known = await enter(needs.table, id, options)
    if (options.isRecorded) await needs.recordings.begin(id)
    // Where the page led on the way; a team that has not even that much is told when it goes on.
    if (meter) await needs.table.hold(id, minute + meter.credits())
    return { ...opening, known, wish: options, meter, resources: resources.move() }
  } catch (failure) {
    // Should that fail too, the ledger sees to the hold by itself.
    await closeFailed(needs.ledger, hold, meter?.credits() ?? 0).catch(() => undefined)
    throw failure
  }
}

/** The signal counts until all is open; from then on the session lives by itself. */
async function openResources(
  { takeSlot, profiles, openLiveBrowser }: OpeningNeeds,
  teamId: string,
  { visit, meter, ...options }: SessionOptions & { meter: Meter | undefined },
  signal: AbortSignal,
) {
  // Aborts all work in the session when the session ends.
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
    // `standing` aborts when this process has lost its slot.
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
      'A browser session takes one of its team’s concurrency slots for its life, and all of them are in use. Stop another session, or try again when something has ended.',
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
    'This browser session lives in another process of the service, which alone can reach its browser. Send requests about it to that process.',
  )
}

export function tooManySessionsFault(most: number): Fault {
  return new Fault(
    'RATE_LIMITED',
    `The service has ${most} browser sessions open, which is as many as it may have at once. Try again when one has ended.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

interface Profiles {
  /** Refuses with CONFLICT while another one that saves holds the profile. */
  open(options: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
}

interface OpenProfile extends AsyncDisposable {
  state: string | undefined
  save(state: string): Promise<void>
}
