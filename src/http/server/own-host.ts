import { Fault } from '../../fault.ts'
import { isLoopback, namesThisMachine } from './public-url.ts'

/**
 * Refuses what a page of somebody else makes a browser send. A page that lets its own name lead to this machine (DNS
 * rebinding) still says that name in `Host`; one that calls us under our name says its own in `Origin`. Programs send
 * no `Origin`, and loopback has pages of this machine's user alone.
 */
export function refuseForeign(
  { host, origin }: { host: string; origin: string | undefined },
  configuredUrl: string | undefined,
): void {
  if (!isOwnHost(host, configuredUrl)) {
    throw new Fault(
      'FORBIDDEN',
      'Forbidden: this service is not known under the host of this request. Its operator sets PUBLIC_URL to the root under which clients reach it.',
    )
  }
  if (origin !== undefined && !isOwnOrigin(origin, host, configuredUrl))
    throw new Fault('FORBIDDEN', 'Forbidden: pages of another origin may not call this.')
}

/** Whether a `Host` names this service: the one it was given, or what can only be this machine. */
function isOwnHost(host: string, configuredUrl: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return (
    namesThisMachine(host) || (configuredUrl !== undefined && hostname === new URL(configuredUrl).hostname)
  )
}

function isOwnOrigin(origin: string, host: string, configuredUrl: string | undefined): boolean {
  // A page without an origin says `null`, and those of files and extensions have no host.
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return (
    page.host === new URL(`${page.protocol}//${host}`).host ||
    (configuredUrl !== undefined && page.origin === new URL(configuredUrl).origin) ||
    isLoopback(page.hostname)
  )
}
