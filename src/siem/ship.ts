import type { Siem } from '../contract/siem.ts'
import type { Egress } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { collectorAt, defaultCollector } from './collector.ts'
import type { DefaultPlace } from './collector.ts'
import type { Product, SiemEvent } from './event.ts'
import type { Collector, Receipt } from './shipment.ts'

export interface Ways {
  egress: Pick<Egress, 'request' | 'connect'>
  /** Where events go whose organization names none, and the way there. */
  standard: { place: DefaultPlace; egress: Pick<Egress, 'request' | 'connect'> }
  product: Product
}

const PATIENCE_MS = 10_000

export async function ship(
  { url, format, headers }: Pick<Siem, 'url' | 'format' | 'headers'>,
  events: readonly SiemEvent[],
  ways: Ways,
  signal: AbortSignal,
): Promise<Receipt> {
  try {
    const time = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    return await collectorOf(url, ways)({ events, format, headers }, time)
  } catch (failure) {
    signal.throwIfAborted()
    return { state: 'failed', reason: reasonOf(failure) }
  }
}

function collectorOf(url: string | undefined, { egress, standard, product }: Ways): Collector {
  if (url !== undefined) return collectorAt(url, egress, product)
  if (standard.place !== undefined) return defaultCollector(standard.place, standard.egress, product)
  return async () => ({ state: 'failed', reason: 'it has none, and the service has none either' })
}

/** For the log and the list of jobs: codes alone, because what a library says may quote an address with a token in it. */
function reasonOf(failure: unknown): string {
  if (failure instanceof Fault && failure.code === 'FORBIDDEN') return 'its address may not be dialled'
  const cause = codeOf(failure instanceof Fault ? failure.cause : failure)
  return failure instanceof Fault ? [failure.code, cause].filter(Boolean).join(', ') : (cause ?? 'it failed')
}

function codeOf(failure: unknown): string | undefined {
  const { code, name } = (failure ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : undefined
}
