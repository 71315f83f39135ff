import { checkThreatOverride } from '../access/access.ts'
import { MapAnswer, MapRequest } from '../contract/map.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** The addresses of a site, without its pages. */
export function mapRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/map',
      access: 'team',
      bucket: 'map',
      tag: 'Map',
      summary: 'List the addresses of a site',
      body: MapRequest,
      answer: MapAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.threatProtection)
        return notBuilt('Mapping a site')()
      },
    }),
  ]
}
