import { isWithin, outsideFault } from '../../egress/egress.ts'
import { exportUrl } from './export-url.ts'
import type { PageWish } from './page-wish.ts'

/** Turns a request for a Google document into one for its exported file. Other requests stay as they are. */
export function throughExport(request: PageWish): PageWish {
  const url = exportUrl(request.url)
  if (url === undefined) return request
  const { confinement } = request
  if (confinement && !isWithin(confinement, request.url)) throw outsideFault(request.url)
  // The confinement was checked on the link. Google serves the file from hosts of its own choice.
  return { ...request, url, isExport: true, confinement: undefined }
}
