import type { Siem } from '../contract/siem.ts'
import type { SiemEvent } from './event.ts'
import { ship } from './ship.ts'
import type { Ways } from './ship.ts'
import type { Receipt } from './shipment.ts'

export type TestCollector = (siem: Siem, event: SiemEvent, signal: AbortSignal) => Promise<Receipt>

export function createTestCollector(ways: Ways): TestCollector {
  return (siem, event, signal) => ship(siem, [event], ways, signal)
}
