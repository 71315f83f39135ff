import { CapabilitiesAnswer } from '../contract/capabilities.ts'
import type { Capabilities } from '../contract/capabilities.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

export interface CapabilitiesNeeds {
  capabilities: () => Capabilities
}

/** What works in this installation, for those who have a key; probes of strangers learn less from `/ready`. */
export function capabilitiesRoutes({ capabilities }: CapabilitiesNeeds): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v2/capabilities',
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Support',
      summary: 'What this installation has',
      description:
        'Browser, languages of OCR, model, search providers, languages of code. `winnow doctor` reads it.',
      answer: CapabilitiesAnswer,
      handle: () => ({ success: true, ...capabilities() }),
    }),
  ]
}
