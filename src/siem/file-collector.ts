import { open } from 'node:fs/promises'
import type { Product } from './event.ts'
import { FORMATS, lineOf } from './format.ts'
import type { Collector } from './shipment.ts'

/** Nobody else on the machine has to read who did what. */
const OWNER_ONLY = 0o600

/** Opened for every shipment, so that a file that was moved away begins anew; flushed before events are forgotten. */
export function fileCollector(path: string, product: Product): Collector {
  return async ({ events, format }) => {
    const lines = events.map((event) => `${lineOf(FORMATS[format](event, product))}\n`)
    await using file = await open(path, 'a', OWNER_ONLY)
    await file.appendFile(lines.join(''))
    await file.datasync()
    return { state: 'accepted' }
  }
}
