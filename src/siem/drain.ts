import { Siem } from '../contract/siem.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import type { Backlog, QueuedEvent } from './event.ts'
import { ship } from './collector.ts'
import type { CollectorAccess } from './collector.ts'

export interface DrainNeeds extends CollectorAccess {
  backlog: Backlog
  counts: DeliveryCounts
  log: Log
}

export interface DeliveryCounts {
  delivered: number
  failures: number
  dropped: number
}

const MAX_EVENTS = 200
const MAX_CHARACTERS = 500_000
/** So often one event by itself may be refused before it is given up, so that those behind it get their turn. */
const MAX_REFUSALS = 6

/** Oldest first, so events arrive in order; should a process die between shipment and removal, they arrive twice. */
export async function drain(organizationId: string, needs: DrainNeeds, signal: AbortSignal): Promise<void> {
  const { backlog, counts } = needs
  for (;;) {
    signal.throwIfAborted()
    const { siem, waiting } = await backlog.next(organizationId, MAX_EVENTS)
    if (waiting.length === 0) return
    const batch = nextBatch(waiting)
    const seqs = batch.map(({ seq }) => seq)
    const events = batch.map(({ event }) => event)
    const receipt = await ship(Siem.parse(siem), events, needs, signal)
    if (receipt.state === 'accepted') {
      counts.delivered += batch.length
      await backlog.remove(seqs)
      continue
    }
    counts.failures++
    if (receipt.state === 'refused' && (await handleRefusal(batch, organizationId, receipt.reason, needs)))
      continue
    throw new Fault('UNAVAILABLE', `The collector of ${organizationId} took no events: ${receipt.reason}.`)
  }
}

/** What goes in one shipment. After one was refused its events go one by one, to find out which of them is wrong. */
function nextBatch(waiting: readonly QueuedEvent[]): QueuedEvent[] {
  const [first, ...others] = waiting
  if (first!.refusals > 0) return [first!]
  let room = MAX_CHARACTERS - first!.size
  const fits = ({ refusals, size }: QueuedEvent) => refusals === 0 && (room -= size) >= 0
  const end = others.findIndex((one) => !fits(one))
  return [first!, ...(end === -1 ? others : others.slice(0, end))]
}

async function handleRefusal(
  batch: readonly QueuedEvent[],
  organizationId: string,
  reason: string,
  { backlog, counts, log }: DrainNeeds,
): Promise<boolean> {
  const [first] = batch
  await backlog.countRefusal(batch.map(({ seq }) => seq))
  if (batch.length > 1) return true
  if (first!.refusals + 1 < MAX_REFUSALS) return false
  log.error({ organizationId, eventId: first!.event.id, reason }, 'an audit event was refused and is dropped')
  counts.dropped++
  await backlog.remove([first!.seq])
  return true
}
