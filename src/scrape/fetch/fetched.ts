import type { Branding } from '../../contract/branding.ts'

/** What came back for a URL: plain data, so that it can be kept, and handed to another thread. */
export interface Fetched {
  url: string
  status: number
  /** Names in lower case; a header that came several times is joined with a comma. */
  headers: Record<string, string>
  /** The body, decompressed; from a browser the page after its scripts ran, as UTF-8. */
  bytes: Uint8Array
  by: 'http' | 'browser'
  /** Whether every certificate on the way was checked, or there was none to check. */
  isVerified: boolean
  proxyUsed: 'basic' | 'stealth'
  captures: Captures
  /** What could not be done as asked, or is worth knowing, in sentences for the caller. */
  warnings: string[]
  /** A better way was there in principle, but failed or is missing at the moment: not a copy to keep. */
  isProvisional: boolean
}

export interface Captures {
  screenshot?: string
  branding?: Branding
  actions?: {
    screenshots: string[]
    scrapes: { url: string; html: string }[]
    javascriptReturns: { type: string; value: unknown }[]
    pdfs: string[]
  }
}
