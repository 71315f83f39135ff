/** What a rule may be about, as bits: kinds of requests first, then what an exception may switch off for a page. */
export const TYPE = {
  script: 1,
  image: 2,
  stylesheet: 4,
  xhr: 8,
  subdocument: 16,
  media: 32,
  font: 64,
  websocket: 128,
  object: 256,
  ping: 512,
  other: 1024,
  document: 2048,
  elemhide: 4096,
  generichide: 8192,
  specifichide: 16_384,
  genericblock: 32_768,
} as const

export const ALL_REQUESTS = 2047

/** The types that are about a page and not about a request; only exceptions use them. */
export const ABOUT_PAGES = 65_535 - ALL_REQUESTS

const ALIASES: Record<string, keyof typeof TYPE> = {
  background: 'image',
  css: 'stylesheet',
  xmlhttprequest: 'xhr',
  frame: 'subdocument',
  'object-subrequest': 'object',
  beacon: 'ping',
  doc: 'document',
  ehide: 'elemhide',
  ghide: 'generichide',
  shide: 'specifichide',
}

export const TYPE_OPTIONS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(TYPE),
  ...Object.entries(ALIASES).map(([alias, type]) => [alias, TYPE[type]] as const),
  // A visit opens no pop-ups and makes no calls: a rule about them alone is about nothing.
  ...['popup', 'popunder', 'webrtc'].map((name) => [name, 0] as const),
])

const RESOURCE_TYPES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    subdocument: TYPE.subdocument,
    stylesheet: TYPE.stylesheet,
    image: TYPE.image,
    media: TYPE.media,
    texttrack: TYPE.media,
    font: TYPE.font,
    script: TYPE.script,
    xhr: TYPE.xhr,
    fetch: TYPE.xhr,
    eventsource: TYPE.xhr,
    websocket: TYPE.websocket,
    ping: TYPE.ping,
  }),
)

export function requestType(resourceType: string): number {
  return RESOURCE_TYPES.get(resourceType) ?? TYPE.other
}
