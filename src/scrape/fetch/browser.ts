import type { Capture, Visit, VisitResult } from '../../browser/browser.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Confinement, Screen, ProxyChoice } from '../../egress/egress.ts'
import type { Profiles } from './profiles.ts'
import type { Captures, Fetched } from './fetched.ts'

export interface BrowserFetchNeeds {
  visit: (visit: Visit, signal: AbortSignal) => Promise<VisitResult>
  profiles: Profiles
  keepCapture: (capture: Capture) => Promise<string>
}

export type BrowserFetched =
  | ({
      state: 'page'
      isWithheld: boolean
    } & Pick<Fetched, 'url' | 'status' | 'headers' | 'bytes' | 'captures' | 'warnings'>)
  | { state: 'file' }

type BrowserRequest = ScrapeRequest & { confinement?: Confinement | undefined }

export async function fetchByBrowser(
  request: BrowserRequest,
  { teamId, way, screen }: { teamId: string; way: ProxyChoice; screen?: Screen | undefined },
  { visit, profiles, keepCapture }: BrowserFetchNeeds,
  signal: AbortSignal,
): Promise<BrowserFetched> {
  const profile = profileOf(request)
  if (!profile) return await visitPage(undefined)
  await using opened = await profiles.open({ teamId, ...profile })
  const { profileState, ...fetched } = await visitPage({ ...profile, state: opened.state })
  if (profileState !== undefined) await opened.save(profileState)
  return fetched

  async function visitPage(
    visitProfile: Visit['profile'],
  ): Promise<BrowserFetched & { profileState?: string | undefined }> {
    const visited = await visit(
      { ...visitOf(request), proxyChoice: way, screen, profile: visitProfile },
      signal,
    )
    if (visited.state === 'file') return { state: 'file' }
    return {
      state: 'page',
      url: visited.url,
      status: visited.status,
      // The text was decoded by the browser already, whatever the site said about it.
      headers: { ...visited.headers, 'content-type': 'text/html; charset=utf-8' },
      bytes: Buffer.from(visited.html, 'utf8'),
      captures: await capturesOf(visited, keepCapture),
      warnings: visited.warnings,
      isWithheld: visited.isWithheld,
      profileState: visited.profileState,
    }
  }
}

/** Under zero data retention a profile is used, but nothing of the visit is kept in it. */
function profileOf({ profile, zeroDataRetention }: ScrapeRequest): ScrapeRequest['profile'] {
  return profile && { ...profile, saveChanges: profile.saveChanges && !zeroDataRetention }
}

function visitOf(request: BrowserRequest): Omit<Visit, 'proxyChoice' | 'profile'> {
  const { url, headers, skipTlsVerification, waitFor, mobile, location, blockAds, actions, formats } = request
  const screenshot = formats.find((format) => format.type === 'screenshot')
  return {
    url,
    headers,
    skipTlsVerification,
    waitForMs: waitFor,
    mobile,
    location,
    blockAds,
    confinement: request.confinement,
    actions,
    screenshot,
    branding: formats.some(({ type }) => type === 'branding'),
  }
}

/** The visit that brings a scraped page back, by the same way out, without pictures. */
export function revisitOf(request: ScrapeRequest, wasEnhanced: boolean): Omit<Visit, 'profile'> {
  return {
    ...visitOf(request),
    screenshot: undefined,
    branding: false,
    proxyChoice: { kind: wasEnhanced ? 'enhanced' : 'basic', country: request.location.country },
  }
}

async function capturesOf(
  { screenshot, branding, actions }: Extract<VisitResult, { state: 'page' }>,
  keep: BrowserFetchNeeds['keepCapture'],
): Promise<Captures> {
  const hasActions = Object.values(actions).some((list) => list.length > 0)
  return {
    ...(screenshot && { screenshot: await keep(screenshot) }),
    ...(branding && { branding }),
    ...(hasActions && {
      actions: {
        ...actions,
        screenshots: await Promise.all(actions.screenshots.map(keep)),
        pdfs: await Promise.all(actions.pdfs.map(keep)),
      },
    }),
  }
}
