import type { Siem } from '../contract/siem.ts'
import type { Product, SiemEvent } from './event.ts'

/** Events on their way to a collector, in the form and with the headers that their organization wants. */
export interface Shipment {
  events: readonly SiemEvent[]
  format: Siem['format']
  headers: Readonly<Record<string, string>>
}

/** What became of a shipment: one that was refused is wrong itself, one that failed may succeed later. */
export type Receipt = ({ state: 'accepted' } | { state: 'refused' | 'failed'; reason: string }) & {
  /** The status that an HTTP collector answered with. */
  status?: number
}

/** Takes whole shipments or nothing. What it throws means that nobody knows whether anything arrived. */
export type Collector = (shipment: Shipment, signal: AbortSignal) => Promise<Receipt>

/** Who reports, and from where. */
export type Reporter = Product & { host: string }
