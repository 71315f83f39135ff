/**
 * Where a document of Google Docs, Sheets, Slides or Drive is read: its page is an editor that scripts draw, its export is
 * a file. Undefined for every other URL. Documents that were published as web pages are read as such.
 */
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
  const exported = new URL(EXPORTS[kind]!(id))
  // Files that were shared years ago only open with the key that their link carries.
  const key = url.searchParams.get('resourcekey')
  if (key !== null) exported.searchParams.set('resourcekey', key)
  return exported.href
}

/** Whether an export led to Google's sign-in page, as it does for a document that is not public. */
export function isSignIn(url: string): boolean {
  return URL.parse(url)?.host === 'accounts.google.com'
}

/** With the account and the domain that links carry when they are copied by somebody who is signed in. */
const EDITOR =
  /^(?:\/a\/[^/]+)?\/(document|spreadsheets|presentation)(?:\/u\/\d+)?\/d\/([^/]+)(?:\/(?:edit|view|preview|mobilebasic|htmlview|present)?)?$/
const FILE = /^\/(file)(?:\/u\/\d+)?\/d\/([^/]+)(?:\/(?:view|preview|edit)?)?$/
/** Shorter ones are parts of other addresses, such as the `e` of published documents. */
const ID = /^[\w-]{10,}$/

/**
 * Each kind in the format that most can be read from: headings and tables, all sheets, slides with their notes. A sheet that
 * a link names is not singled out: whoever copies the address bar gets the sheet that happens to be open.
 */
const EXPORTS: Record<string, (id: string) => string> = {
  document: (id) => `https://docs.google.com/document/d/${id}/export?format=docx`,
  spreadsheets: (id) => `https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`,
  presentation: (id) => `https://docs.google.com/presentation/d/${id}/export/pptx`,
  file: (id) => `https://drive.google.com/uc?export=download&id=${id}`,
}
