import { isWithin } from '../egress/egress.ts'
import type { Confinement, Screen } from '../egress/egress.ts'

export interface OpenedUrl extends AsyncDisposable {
  /** The URL after redirects. */
  url: string
  status: number
  /** Header names are in lower case. */
  headers: Record<string, string>
  /** Decompressed and unlimited: the reader must stop in time. Reading may throw a Fault. */
  body: AsyncIterable<Uint8Array>
}

/** Fetches a URL over plain HTTP and follows redirects; every connection is guarded. */
export type OpenUrl = (url: string, signal: AbortSignal) => Promise<OpenedUrl>

export type OpenUrlWithin = (
  url: string,
  signal: AbortSignal,
  confinement: Confinement,
  screen?: Screen,
) => Promise<OpenedUrl>

/**
 * Files of an admitted site are checked against our own lists only, other files in full. Redirects out are
 * refused.
 */
export function openScreenedFile(site: string, screen: Screen, openUrl: OpenUrlWithin): OpenUrl {
  return async (url, signal) => {
    if (!isWithin({ sites: [site] }, url)) await screen.admit(url, signal)
    return await openUrl(url, signal, { sites: [url] }, listsOnly(screen))
  }
}

function listsOnly(screen: Screen): Screen {
  return {
    ...screen,
    async admit(url) {
      const refusal = screen.refusal(url)
      if (refusal) throw refusal
    },
  }
}
