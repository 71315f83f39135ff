import type { PageRequest } from '../run.ts'

/** One way to get the bytes of a page: over plain HTTP or with the browser, and through which of the proxies. */
export interface Attempt {
  by: 'http' | 'browser'
  way: 'basic' | 'enhanced'
}

export interface Capabilities {
  browser: boolean
  enhanced: boolean
}

export type Outcome =
  | 'page'
  /** The page says nothing until its scripts ran. */
  | 'shell'
  | 'challenge'
  | 'refused'
  | 'throttled'
  | 'file'
  | 'unreachable'

type PlanRequest = Pick<
  PageRequest,
  'actions' | 'waitFor' | 'mobile' | 'formats' | 'profile' | 'proxy' | 'isExport'
>

/** What of a request only a browser can do, in the caller's words; undefined when plain HTTP may do. */
export function browserNeed(request: PlanRequest): string | undefined {
  return BROWSER_NEEDS.find(({ isAsked }) => isAsked(request))?.what
}

const BROWSER_NEEDS: { what: string; isAsked: (request: PlanRequest) => boolean }[] = [
  { what: 'actions', isAsked: ({ actions }) => actions.length > 0 },
  { what: 'profile', isAsked: ({ profile }) => profile !== undefined },
  { what: 'a screenshot', isAsked: ({ formats }) => formats.some(({ type }) => type === 'screenshot') },
  { what: 'branding', isAsked: ({ formats }) => formats.some(({ type }) => type === 'branding') },
  { what: 'waitFor', isAsked: ({ waitFor }) => waitFor > 0 },
  { what: 'mobile', isAsked: ({ mobile }) => mobile },
]

/** HTTP first, unless the request needs the browser; `enhanced` is for sites that watch closely, so it takes both. */
export function firstAttempt(request: PlanRequest, means: Capabilities): Attempt {
  const isEnhanced = request.proxy === 'enhanced'
  const wantsBrowser = browserNeed(request) !== undefined || (isEnhanced && means.browser)
  const needsBrowser = wantsBrowser && !request.isExport
  return { by: needsBrowser ? 'browser' : 'http', way: isEnhanced ? 'enhanced' : 'basic' }
}

export function nextAttempt(
  request: PlanRequest,
  tried: readonly Attempt[],
  outcome: Outcome,
  means: Capabilities,
): Attempt | undefined {
  const last = tried.at(-1)!
  const candidates = candidatesAfter(request, last, outcome, means)
  return candidates.find(
    (candidate) => !tried.some(({ by, way }) => by === candidate.by && way === candidate.way),
  )
}

function candidatesAfter(
  { proxy }: PlanRequest,
  { by, way }: Attempt,
  outcome: Outcome,
  means: Capabilities,
): Attempt[] {
  const inBrowser: Attempt[] = means.browser ? [{ by: 'browser', way }] : []
  const enhanced: Attempt[] =
    proxy === 'auto' && means.enhanced && way === 'basic' ? [{ by, way: 'enhanced' }] : []
  switch (outcome) {
    case 'page':
      return []
    case 'shell':
      return inBrowser
    case 'challenge':
    case 'refused':
      return [...inBrowser, ...enhanced]
    case 'throttled':
    case 'unreachable':
      return enhanced
    case 'file':
      return [{ by: 'http', way }]
  }
}
