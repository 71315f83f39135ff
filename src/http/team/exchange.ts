import { CatalogueAnswer } from '../../contract/exchange.ts'
import { route } from '../server/route.ts'
import type { Route } from '../server/route.ts'

/** A catalogue of tools that third parties sell through a service, which clients browse: it has nothing here. */
export function exchangeRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/exchange/discover',
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Support',
      summary: 'A catalogue of third-party tools',
      description: 'This service sells no tools of others, so that the catalogue is empty.',
      answer: CatalogueAnswer,
      handle: (): CatalogueAnswer => ({
        success: true,
        cohorts: [],
        note: 'This service offers no tools of third parties.',
      }),
    }),
  ]
}
