import type { OpenTab } from './open-tab.ts'
import { OVERLAYS } from './page-script.ts'

/** Takes advertisements and requests for consent out of the page, where the caller wants that. */
export async function removeOverlays(tab: OpenTab): Promise<void> {
  if (!tab.visit.blockAds) return
  await tab.reader.call(OVERLAYS, 'removeOverlays', tab.ads.hiddenSelectors(tab.page.url()))
}
