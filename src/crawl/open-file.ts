import { isWithin } from '../egress/egress.ts'
import type { Screen } from '../egress/egress.ts'
import type { OpenUrl, OpenUrlWithin } from './open-url.ts'

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
