import lists from './cdp-methods.json' with { type: 'json' }
import { isAllowedUrl } from '../../page/tab/allowed-url.ts'

export interface CdpRequest {
  method: string
  params: Record<string, unknown>
}

export type CdpVerdict =
  | { verdict: 'send'; params: Record<string, unknown> }
  | { verdict: 'answer'; result: Record<string, unknown> }
  | { verdict: 'refuse'; why: string }

// Checks a CDP message from a client: only listed methods, only in the session's context, which alone has a
// proxy credential, and nothing about files, the process or this machine.
export function checkCdp({ method, params }: CdpRequest, browserContextId: string): CdpVerdict {
  if (NO_OP_METHODS.has(method)) return { verdict: 'answer', result: {} }
  if (!isListed(method))
    return refusal(`The CDP method '${method.slice(0, 100)}' is not available in a session.`)
  const why = PARAMETER_CHECKS.get(method)?.(params)
  if (why !== undefined) return refusal(why)
  if (!CONTEXT_METHODS.has(method))
    return { verdict: 'send', params: { ...params, ...FIXED_PARAMS.get(method) } }
  const { browserContextId: wanted = browserContextId } = params
  if (wanted !== browserContextId)
    return refusal('A session has exactly one browser context; others are not available.')
  return { verdict: 'send', params: { ...params, ...FIXED_PARAMS.get(method), browserContextId } }
}

function isListed(method: string): boolean {
  const [, domain, name] = /^([A-Za-z]+)\.([A-Za-z]+)$/.exec(method) ?? []
  if (domain === undefined || name === undefined || FORBIDDEN_METHODS.has(method)) return false
  return DOMAINS.has(domain) || METHODS.get(domain)?.has(name) === true
}

function refusal(why: string): CdpVerdict {
  return { verdict: 'refuse', why }
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const DOMAINS = wordSet(lists.domains)

const METHODS = new Map(Object.entries(lists.methods).map(([domain, list]) => [domain, wordSet(list)]))

/** Methods that name files, in domains that are otherwise allowed. */
const FORBIDDEN_METHODS = wordSet(lists.never)

/**
 * Clients send these by default and fail when they are rejected. Files of a session stay in its own folder.
 */
const NO_OP_METHODS = wordSet(lists.pretended)

/**
 * Methods with a browser context. Without one they would use the default context, which has no network
 * access.
 */
const CONTEXT_METHODS = wordSet(lists.confined)

/** In non-flat sessions messages are wrapped in others and could not be checked. */
const FIXED_PARAMS = new Map([
  ['Target.attachToTarget', { flatten: true }],
  ['Target.setAutoAttach', { flatten: true }],
])

const PARAMETER_CHECKS = new Map<string, (params: Record<string, unknown>) => string | undefined>([
  ['Page.navigate', ({ url }) => urlError(url)],
  ['Target.createTarget', ({ url }) => urlError(url)],
  ['Input.dispatchDragEvent', ({ data }) => dragError(data)],
])

/** If the page does not handle the drop, the browser opens the URL. */
function dragError(data: unknown): string | undefined {
  const { files = [], items = [] } = (data ?? {}) as { files?: unknown; items?: unknown }
  if (!Array.isArray(files) || files.length > 0) return 'Files cannot be dragged into a page of a session.'
  if (!Array.isArray(items)) return '`data.items` must be a list.'
  return items
    .filter((item: Partial<DragItem> | null) => item?.mimeType === 'text/uri-list')
    .flatMap(({ data: list }: DragItem) => String(list).split(/\s+/))
    .map(urlError)
    .find((error) => error !== undefined)
}

interface DragItem {
  mimeType: unknown
  data: unknown
}

function urlError(url: unknown): string | undefined {
  return typeof url === 'string' && isAllowedUrl(url)
    ? undefined
    : 'Only http, https, data and blob URLs and about:blank can be opened in a session.'
}
