import { isWithin } from '../egress/egress.ts'
import type { Confinement } from '../egress/egress.ts'
import type { Move } from './step.ts'
import type { TaskPlan } from './task.ts'

/** The URLs that a task may visit. The runner enforces them for every strategy. */
export type Bounds = ReturnType<typeof boundsOf>

export function boundsOf(plan: Pick<TaskPlan, 'urls' | 'reach' | 'searches' | 'ignoresSitemaps'>) {
  const { urls, reach, searches, ignoresSitemaps = false } = plan
  const confinement = confinementOf(plan)
  const includes = (url: string) => (confinement === undefined ? isPage(url) : isWithin(confinement, url))
  const isGiven = (url: string) => isWithin({ urls }, url)
  return {
    confinement,
    includes,
    isGiven,
    refusal(move: Move): string | undefined {
      if (move.kind === 'think') return undefined
      if (move.kind === 'search') {
        return searches ? undefined : 'This task may not search: it is limited to the given URLs.'
      }
      if (ignoresSitemaps && move.kind === 'map') return 'This task may not read sitemaps.'
      const isBound = reach === 'urls' || reach === 'pages'
      if (isBound && (move.kind === 'map' || !isGiven(move.url))) return OUT_OF_BOUNDS_MESSAGES[reach]
      return includes(move.url) ? undefined : OUT_OF_BOUNDS_MESSAGES[reach]
    },
  }
}

const OUT_OF_BOUNDS_MESSAGES: Record<TaskPlan['reach'], string> = {
  urls: 'This task may visit only the given URLs.',
  pages: 'This task may visit only the given URLs.',
  sites: 'This task may visit only the sites of the given URLs.',
  hosts: 'This task may visit only the hosts of the given URLs.',
  anywhere: 'Only http and https URLs can be visited.',
}

function isPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}

/** The URLs, hosts or sites that pages and redirects must stay on; undefined when there is no limit. */
function confinementOf({ urls, reach }: Pick<TaskPlan, 'urls' | 'reach'>): Confinement | undefined {
  if (reach === 'anywhere') return undefined
  if (reach === 'urls') return { urls }
  return reach === 'hosts' ? { hosts: urls } : { sites: urls }
}
