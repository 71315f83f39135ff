import { isWithin, outsideFault } from '../../egress/egress.ts'
import type { PageRequest } from '../run.ts'

/** Turns a request for a Google document into one for its exported file. Other requests stay as they are. */
export function toExportRequest(request: PageRequest): PageRequest {
  const url = exportUrl(request.url)
  if (url === undefined) return request
  const { confinement } = request
  if (confinement && !isWithin(confinement, request.url)) throw outsideFault(request.url)
  // The confinement was checked on the link. Google serves the file from hosts of its own choice.
  return { ...request, url, isExport: true, confinement: undefined }
}

/** Documents published as web pages are read as web pages. */
export function exportUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const [, kind = 'file', id = ''] =
    url.host === 'docs.google.com'
      ? (EDITOR.exec(url.pathname) ?? [])
      : url.host === 'drive.google.com'
        ? (FILE.exec(url.pathname === '/open' ? `/file/d/${url.searchParams.get('id')}` : url.pathname) ?? [])
        : []
  if (!ID.test(id)) return undefined
  const exported = new URL(EXPORT_URLS[kind]!(id))
  // Old shared links only work with their resource key.
  const key = url.searchParams.get('resourcekey')
  if (key !== null) exported.searchParams.set('resourcekey', key)
  return exported.href
}

export function isSignIn(url: string): boolean {
  return URL.parse(url)?.host === 'accounts.google.com'
}

/** Links that a signed-in user copied also contain the domain and the number of the account. */
const EDITOR =
  /^(?:\/a\/[^/]+)?\/(document|spreadsheets|presentation)(?:\/u\/\d+)?\/d\/([^/]+)(?:\/(?:edit|view|preview|mobilebasic|htmlview|present)?)?$/
const FILE = /^\/(file)(?:\/u\/\d+)?\/d\/([^/]+)(?:\/(?:view|preview|edit)?)?$/
/** Shorter parts of a path are not ids, such as the `e` in URLs of published documents. */
const ID = /^[\w-]{10,}$/

/** A link that names a sheet gets the whole workbook: a copied link names whichever sheet was open. */
const EXPORT_URLS: Record<string, (id: string) => string> = {
  document: (id) => `https://docs.google.com/document/d/${id}/export?format=docx`,
  spreadsheets: (id) => `https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`,
  presentation: (id) => `https://docs.google.com/presentation/d/${id}/export/pptx`,
  file: (id) => `https://drive.google.com/uc?export=download&id=${id}`,
}
