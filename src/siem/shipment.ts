import type { Siem } from '../contract/siem.ts'
import type { Product, SiemEvent } from './event.ts'

export interface Shipment {
  events: readonly SiemEvent[]
  format: Siem['format']
  headers: Readonly<Record<string, string>>
}

/** What became of a shipment: one that was refused is wrong itself, one that failed may succeed later. */
export type Receipt = ({ state: 'accepted' } | { state: 'refused' | 'failed'; reason: string }) & {
  status?: number
}

/** Takes whole shipments or nothing. What it throws means that nobody knows whether anything arrived. */
export type Collector = (shipment: Shipment, signal: AbortSignal) => Promise<Receipt>

export type Reporter = Product & { host: string }
