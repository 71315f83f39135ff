import lists from './cdp-methods.json' with { type: 'json' }
import { isAllowedUrl } from '../../page/tab/allowed-url.ts'

export interface CdpRequest {
  method: string
  params: Record<string, unknown>
}

export type CdpVerdict =
  | { verdict: 'say'; params: Record<string, unknown> }
  | { verdict: 'answer'; result: Record<string, unknown> }
  | { verdict: 'refuse'; why: string }

// What an outside client of a session may say to its browser: only listed methods, only in the session's context,
// which alone has a pass at the gate, and nothing about files, the process or this machine.
export function checkCdp({ method, params }: CdpRequest, browserContextId: string): CdpVerdict {
  if (NO_OP_METHODS.has(method)) return { verdict: 'answer', result: {} }
  if (!isListed(method)) return refusal(`'${method.slice(0, 100)}' is not available here.`)
  const why = PARAMETER_CHECKS.get(method)?.(params)
  if (why !== undefined) return refusal(why)
  if (!CONTEXT_METHODS.has(method))
    return { verdict: 'say', params: { ...params, ...FIXED_PARAMS.get(method) } }
  const { browserContextId: wanted = browserContextId } = params
  if (wanted !== browserContextId) return refusal('A session has one browser context, and no other.')
  return { verdict: 'say', params: { ...params, ...FIXED_PARAMS.get(method), browserContextId } }
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

/** Of the domains that are allowed as a whole: what names files. */
const FORBIDDEN_METHODS = wordSet(lists.never)

/** Clients say these by habit and end when they are refused; files of a session stay where it puts them. */
const NO_OP_METHODS = wordSet(lists.pretended)

/** What belongs to a browser context; without one it would be the default one, which has no way out. */
const CONTEXT_METHODS = wordSet(lists.confined)

/** Messages of the other kind of sessions come wrapped in others, where nobody could look at them. */
const FIXED_PARAMS = new Map([
  ['Target.attachToTarget', { flatten: true }],
  ['Target.setAutoAttach', { flatten: true }],
])

const PARAMETER_CHECKS = new Map<string, (params: Record<string, unknown>) => string | undefined>([
  ['Page.navigate', ({ url }) => urlError(url)],
  ['Target.createTarget', ({ url }) => urlError(url)],
  ['Input.dispatchDragEvent', ({ data }) => dragError(data)],
])

/** An address that a page does not take when it is dropped is opened by the browser. */
function dragError(data: unknown): string | undefined {
  const { files = [], items = [] } = (data ?? {}) as { files?: unknown; items?: unknown }
  if (!Array.isArray(files) || files.length > 0) return 'Files cannot be dragged into a page here.'
  if (!Array.isArray(items)) return 'What is dragged is a list of items.'
  return items
    .filter((item: Partial<DragItem> | null) => item?.mimeType === 'text/uri-list')
    .flatMap(({ data: list }: DragItem) => String(list).split(/\s+/))
    .map(urlError)
    .find((trouble) => trouble !== undefined)
}

interface DragItem {
  mimeType: unknown
  data: unknown
}

function urlError(url: unknown): string | undefined {
  return typeof url === 'string' && isAllowedUrl(url)
    ? undefined
    : 'Only http, https, data and blob addresses and about:blank can be opened here.'
}
