import { isWithin } from '../egress/egress.ts'
import type { Confinement } from '../egress/egress.ts'
import type { Move } from './step.ts'
import type { TaskPlan } from './task.ts'

/** Where a task may go. The runner keeps to it, whatever the mind wants. */
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
        return searches ? undefined : 'This task may not search; it is confined to what it was given.'
      }
      if (ignoresSitemaps && move.kind === 'map') return 'This task may not read sitemaps.'
      const isBound = reach === 'urls' || reach === 'pages'
      if (isBound && (move.kind === 'map' || !isGiven(move.url))) return OUT_OF_BOUNDS_MESSAGES[reach]
      return includes(move.url) ? undefined : OUT_OF_BOUNDS_MESSAGES[reach]
    },
  }
}

const OUT_OF_BOUNDS_MESSAGES: Record<TaskPlan['reach'], string> = {
  urls: 'This task may visit nothing but the given urls.',
  pages: 'This task may visit nothing but the given urls.',
  sites: 'This task may visit nothing but the sites of the given urls.',
  hosts: 'This task may visit nothing but the hosts of the given urls.',
  anywhere: 'Only http and https addresses can be visited.',
}

function isPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}

/** The URLs, hosts or sites that pages and redirects must stay in; undefined when there is no limit. */
function confinementOf({ urls, reach }: Pick<TaskPlan, 'urls' | 'reach'>): Confinement | undefined {
  if (reach === 'anywhere') return undefined
  if (reach === 'urls') return { urls }
  return reach === 'hosts' ? { hosts: urls } : { sites: urls }
}
