import { isWithin, outsideFault } from '../egress/egress.ts'
import { exportUrl } from './fetch/export-url.ts'
import type { PageWish } from './page-wish.ts'

/** The same request for the exported file, where its URL is a link to a Google document; any other request as it is. */
export function throughExport(request: PageWish): PageWish {
  const url = exportUrl(request.url)
  if (url === undefined) return request
  const { confinement } = request
  if (confinement && !isWithin(confinement, request.url)) throw outsideFault(request.url)
  // Who may visit the link may have the file: from which host it comes is for Google to say, and for no page.
  return { ...request, url, isExport: true, confinement: undefined }
}
