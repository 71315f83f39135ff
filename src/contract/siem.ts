import { z } from 'zod'
import { HeaderMap } from './headers.ts'
import { WebUrl } from './url.ts'

const Format = z.enum(['ocsf', 'ecs', 'cef'])

/** Whether and where the log events of an organization go. */
export const Siem = z.strictObject({
  enabled: z.boolean().default(false),
  url: WebUrl.optional().describe('A collector of its own; otherwise the one of the service.'),
  format: Format.default('ocsf'),
  headers: HeaderMap.default({}).describe('Sent with every event.'),
})
export type Siem = z.output<typeof Siem>

/** A change to `Siem`: what is given replaces what was. */
export const SiemChange = z.strictObject({
  enabled: z.boolean().optional(),
  url: WebUrl.nullish().describe('Null goes back to the collector of the service.'),
  format: Format.optional(),
  headers: HeaderMap.optional(),
})
export type SiemChange = z.output<typeof SiemChange>
