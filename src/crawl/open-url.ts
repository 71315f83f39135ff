import { isWithin } from '../egress/egress.ts'
import type { Confinement, Screen } from '../egress/egress.ts'

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

export type OpenUrlWithin = (
  url: string,
  signal: AbortSignal,
  confinement: Confinement,
  screen?: Screen,
) => Promise<OpenedUrl>

/** Files of a site that was let through are checked against own lists alone, others in full. None may lead elsewhere. */
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
