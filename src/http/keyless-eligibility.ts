import { z } from 'zod'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** Whether somebody may go without a key today. */
export function keylessEligibilityRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v2/keyless/eligibility',
      access: 'open',
      tag: 'Support',
      summary: 'Whether an address may go without a key',
      answer: z.unknown(),
      handle: notBuilt('Asking whether an address may go without a key'),
    }),
  ]
}
