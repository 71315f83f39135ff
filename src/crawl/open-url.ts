import { isWithin } from '../egress/egress.ts'
import type { Confinement, Screen } from '../egress/egress.ts'

/** An answer that is still to be read, piece by piece. Leaving it gives the connection back. */
export interface OpenedUrl extends AsyncDisposable {
  /** Where the last redirect led. */
  url: string
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** Decompressed, and as long as the target makes it: whoever reads must know when to stop. Reading may throw a Fault. */
  body: AsyncIterable<Uint8Array>
}

/** Gets an address over plain HTTP, redirects followed, every connection guarded. */
export type OpenUrl = (url: string, signal: AbortSignal) => Promise<OpenedUrl>

/** The same, and redirects lead nowhere else, nor to what a screen does not admit. */
export type OpenUrlWithin = (
  url: string,
  signal: AbortSignal,
  confinement: Confinement,
  screen?: Screen,
) => Promise<OpenedUrl>

/**
 * Opens the files by which a site tells about itself, where addresses are screened. Those of a site that was let through are
 * held against the organization's own lists alone; what lies elsewhere is an address like any other. None may lead elsewhere.
 */
export function openFileOf(site: string, screen: Screen, openUrl: OpenUrlWithin): OpenUrl {
  return async (url, signal) => {
    if (!isWithin({ sites: [site] }, url)) await screen.admit(url, signal)
    return await openUrl(url, signal, { sites: [url] }, ownListsOf(screen))
  }
}

function ownListsOf(screen: Screen): Screen {
  return {
    ...screen,
    async admit(url) {
      const refusal = screen.refusal(url)
      if (refusal) throw refusal
    },
  }
}
