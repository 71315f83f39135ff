import type { CDPSession } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import { isConnectionHeader, isSameParty, isWithin, outsideFault } from '../../../egress/egress.ts'
import type { ProxyCredential, Screen } from '../../../egress/egress.ts'
import { Fault } from '../../../fault.ts'
import type { AdFilter } from '../../ads/ad-filter.ts'
import type { Visit } from '../../visit.ts'
import { isAllowedUrl } from './allowed-url.ts'
import { languagesOf } from './context-options.ts'
import type { Identity } from './context-options.ts'

export interface TabNeeds {
  credential: ProxyCredential
  ads: AdFilter
  identity: Identity
}

export interface Interception {
  session: Pick<CDPSession, 'send' | 'on'>
  currentUrl: () => string
  mainFrameId?: string | undefined
  visit: Visit
  /** Told why the tab does not go where it would have gone. */
  onBlocked: (why: unknown) => void
  /** Called for each further document that the tab would load by itself; a tab that may not stays as it is. */
  mayNavigate?: (() => boolean) | undefined
  onWithheld: (what: 'frame' | 'part', why: Fault) => void
  signal: AbortSignal
}

export function isRestricted({ confinement, screen }: Visit): boolean {
  return confinement !== undefined || screen !== undefined
}

/** Gives a tab its identity, and judges what it sends from then on. */
export async function setUpTab(tab: Interception, needs: TabNeeds): Promise<void> {
  const { userAgent, platform, hints } = needs.identity
  const acceptLanguage = languagesOf(tab.visit).join(',')
  await Promise.all([
    tab.session.send('Emulation.setUserAgentOverride', {
      userAgent,
      acceptLanguage,
      platform,
      ...(hints && { userAgentMetadata: hints }),
    }),
    intercept(tab, needs),
  ])
}

// Every request is judged before it is sent, each hop of a redirect again, and what was added to one hop is not carried
// over to the next. A confined tab goes nowhere else, one with a screen to no page it does not admit, in frames
// neither, and none to what belongs to this machine or the browser. Sites that ask for a password get none; the gate
// gets its own, which the browser remembers for the context: the document of the page always asks first.
async function intercept(tab: Interception, { ads, credential }: TabNeeds): Promise<void> {
  const { session, currentUrl, visit, onBlocked, mayNavigate = () => true } = tab
  const { screen } = visit
  let { mainFrameId } = tab
  const added = sendableHeaders(visit.headers)
  const home = new URL(visit.url)
  // While a first page is loading, the tab still shows an empty one.
  const sourceUrl = () => (currentUrl().startsWith('http') ? currentUrl() : visit.url)

  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = paused
    const isMainDocument = resourceType === 'Document' && frameId === mainFrameId
    const isHeld = isMainDocument && redirectedRequestId === undefined && !mayNavigate()
    const isOutside = visit.confinement !== undefined && !isWithin(visit.confinement, request.url)
    if (isOutside && isMainDocument) onBlocked(outsideFault(request.url))
    // What is fetched ahead is another page and no part of this one.
    const isForbidden =
      (isOutside && (isMainDocument || isPrefetch(request))) ||
      (screen !== undefined && isPrefetch(request)) ||
      // Rules that a header names, by which the browser fetches pages ahead unseen, come as something else; so do icons.
      (isRestricted(visit) && resourceType === 'Other')
    const type = resourceType === 'Document' ? 'subdocument' : resourceType.toLowerCase()
    const isAd =
      visit.blockAds && !isMainDocument && ads.blocks({ url: request.url, sourceUrl: sourceUrl(), type })
    const fail = (errorReason: 'Aborted' | 'BlockedByClient') =>
      session.send('Fetch.failRequest', { requestId, errorReason })
    const refuse = () => fail('BlockedByClient')
    const proceed = () =>
      session.send('Fetch.continueRequest', {
        requestId,
        ...(added.size > 0 && { headers: headersFor(request, home, added) }),
      })
    const kind = resourceType !== 'Document' ? 'part' : isMainDocument ? 'page' : 'frame'
    const decision = isHeld
      ? // After this error the tab keeps the document that it has.
        fail('Aborted')
      : isForbidden || isAd || !isAllowedUrl(request.url)
        ? refuse()
        : screen && /^https?:/i.test(request.url)
          ? isAdmitted(screen, { kind, url: request.url }, tab).then((is) => (is ? proceed() : refuse()))
          : proceed()
    // The request may be gone by now, and the tab with it; one that the browser does not want like this must not wait.
    decision.catch(() =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {}),
    )
  })
  const respondTo = createProxyAuthenticator(credential)
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse = respondTo(requestId, authChallenge.source)
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  mainFrameId ??= (await session.send('Page.getFrameTree')).frameTree.frame.id
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true })
}

/** The gate gets its password and nobody else does; asked twice for the same request, the gate does not want it. */
export function createProxyAuthenticator({ username, password }: ProxyCredential) {
  const admitted = new Set<string>()
  return (requestId: string, source: string | undefined) => {
    if (source !== 'Proxy' || admitted.has(requestId)) return { response: 'CancelAuth' } as const
    admitted.add(requestId)
    return { response: 'ProvideCredentials', username, password } as const
  }
}

/** Pages are asked about, in frames too; parts of them are held against lists only. */
async function isAdmitted(
  screen: Screen,
  { kind, url }: { kind: 'page' | 'frame' | 'part'; url: string },
  { onBlocked, onWithheld, signal }: Interception,
): Promise<boolean> {
  if (kind === 'part') {
    const why = screen.refusal(url)
    if (why) onWithheld(kind, why)
    return why === undefined
  }
  try {
    await orAborted(screen.admit(url, signal), signal)
    return true
  } catch (failure) {
    if (kind === 'frame' && failure instanceof Fault) onWithheld(kind, failure)
    else onBlocked(failure)
    return false
  }
}

function isPrefetch({ headers }: { headers: Record<string, string> }): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^(?:sec-)?purpose$/i.test(name) && value.includes('prefetch'),
  )
}

function headersFor(
  request: { url: string; headers: Record<string, string> },
  home: URL,
  added: ReadonlyMap<string, string>,
): { name: string; value: string }[] {
  const target = URL.parse(request.url)
  const extra = target !== null && isSameParty(home, target) ? added : new Map<string, string>()
  const own = Object.entries(request.headers).filter(([name]) => !extra.has(name.toLowerCase()))
  return [...own, ...extra].map(([name, value]) => ({ name, value }))
}

/** Without those that describe the connection; cookies are the browser's to send, and are given to it as such. */
function sendableHeaders(headers: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !isConnectionHeader(name) && !BROWSER_HEADERS.test(name)),
  )
}

const BROWSER_HEADERS = /^(cookie2?|set-cookie2?|user-agent)$/

/** Removes rules by which a browser fetches pages ahead, which it does past everything that looks at its requests. */
export const DISABLE_PREFETCH = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      for (const script of [node, ...(node.querySelectorAll?.('script') ?? [])])
        if (script.localName === 'script' && /^\\s*speculationrules\\s*$/i.test(script.type)) script.remove()
}).observe(document, { childList: true, subtree: true })`
