import type { Screen } from '../../egress/egress.ts'
import { openFileOf } from '../open-url.ts'
import type { OpenUrlWithin } from '../open-url.ts'
import { createRobots } from './robots.ts'
import type { Robots } from './robots.ts'

/** Beyond this many policies, those that were used longest ago read their files anew. */
const MOST_POLICIES = 20

/** robots.txt may redirect to hosts that own lists forbid, so it is shared only by those with the same policy. */
export function createScreenedRobots(openUrl: OpenUrlWithin): (screen: Screen) => Robots {
  const byPolicy = new Map<string, Robots>()
  return (screen) => {
    const robots = byPolicy.get(screen.key) ?? createRobots({ openUrl: openOwnFile(screen, openUrl) })
    byPolicy.delete(screen.key)
    byPolicy.set(screen.key, robots)
    const [oldest] = byPolicy.keys()
    if (byPolicy.size > MOST_POLICIES && oldest !== undefined) byPolicy.delete(oldest)
    return robots
  }
}

function openOwnFile(screen: Screen, openUrl: OpenUrlWithin): Parameters<typeof createRobots>[0]['openUrl'] {
  return (url, signal) => openFileOf(url, screen, openUrl)(url, signal)
}
