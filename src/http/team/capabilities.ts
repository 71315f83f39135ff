import { CapabilitiesAnswer } from '../../contract/capabilities.ts'
import type { Capabilities } from '../../contract/capabilities.ts'
import { route } from '../server/route.ts'

export interface CapabilitiesNeeds {
  capabilities: () => Promise<Capabilities>
}

/** The features of this installation, for callers with an API key; `/ready` says less to everybody. */
export function capabilitiesRoutes({ capabilities }: CapabilitiesNeeds) {
  return [
    route('GET /v2/capabilities', 'What this installation has', {
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Support',
      description:
        'Browser, languages of OCR, model, search providers, languages of code, and warnings about the setup. `winnow doctor` reads it.',
      answer: CapabilitiesAnswer,
      handle: async () => ({ success: true, ...(await capabilities()) }),
    }),
  ]
}
