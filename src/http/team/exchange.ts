import { CatalogueAnswer } from '../../contract/exchange.ts'
import { route } from '../server/route.ts'

/** A catalogue of tools that third parties sell through a service, which clients browse: it has nothing here. */
export function exchangeRoutes() {
  return [
    route('GET /exchange/discover', 'A catalogue of third-party tools', {
      access: 'team',
      scope: null,
      bucket: 'status',
      tag: 'Support',
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
