import { Siem } from '../contract/siem.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import type { Backlog, Waiting } from './event.ts'
import { ship } from './collector.ts'
import type { Ways } from './collector.ts'

export interface DrainNeeds extends Ways {
  backlog: Backlog
  tally: Tally
  log: Log
}

export interface Tally {
  delivered: number
  failures: number
  dropped: number
}

const MOST_EVENTS = 200
const MOST_CHARACTERS = 500_000
/** So often one event by itself may be refused before it is given up, so that those behind it get their turn. */
const MOST_REFUSALS = 6

/** Oldest first, so events arrive in order; should a process die between shipment and removal, they arrive twice. */
export async function drain(organizationId: string, needs: DrainNeeds, signal: AbortSignal): Promise<void> {
  const { backlog, tally } = needs
  for (;;) {
    signal.throwIfAborted()
    const { siem, waiting } = await backlog.next(organizationId, MOST_EVENTS)
    if (waiting.length === 0) return
    const some = together(waiting)
    const seqs = some.map(({ seq }) => seq)
    const events = some.map(({ event }) => event)
    const receipt = await ship(Siem.parse(siem), events, needs, signal)
    if (receipt.state === 'accepted') {
      tally.delivered += some.length
      await backlog.remove(seqs)
      continue
    }
    tally.failures++
    if (receipt.state === 'refused' && (await isSettled(some, organizationId, receipt.reason, needs)))
      continue
    throw new Fault('UNAVAILABLE', `The collector of ${organizationId} took no events: ${receipt.reason}.`)
  }
}

/** What goes in one shipment. After one was refused its events go one by one, to find out which of them is wrong. */
function together(waiting: readonly Waiting[]): Waiting[] {
  const [first, ...others] = waiting
  if (first!.refusals > 0) return [first!]
  let room = MOST_CHARACTERS - first!.size
  const fits = ({ refusals, size }: Waiting) => refusals === 0 && (room -= size) >= 0
  const end = others.findIndex((one) => !fits(one))
  return [first!, ...(end === -1 ? others : others.slice(0, end))]
}

async function isSettled(
  some: readonly Waiting[],
  organizationId: string,
  reason: string,
  { backlog, tally, log }: DrainNeeds,
): Promise<boolean> {
  const [first] = some
  await backlog.countRefusal(some.map(({ seq }) => seq))
  if (some.length > 1) return true
  if (first!.refusals + 1 < MOST_REFUSALS) return false
  log.error({ organizationId, eventId: first!.event.id, reason }, 'an audit event was refused and is dropped')
  tally.dropped++
  await backlog.remove([first!.seq])
  return true
}
