import { z } from 'zod'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** A catalogue of tools that third parties sell through a service. */
export function exchangeRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/exchange/discover',
      access: 'team',
      bucket: 'status',
      tag: 'Support',
      summary: 'A catalogue of third-party tools',
      answer: z.unknown(),
      handle: notBuilt('A catalogue of third-party tools'),
    }),
  ]
}
