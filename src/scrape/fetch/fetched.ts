import type { Branding } from '../../contract/branding.ts'

/** The response for a URL: plain data, so that it can be stored and sent to another thread. */
export interface Fetched {
  url: string
  status: number
  /** Names are in lower case; repeated headers are joined with a comma. */
  headers: Record<string, string>
  /** The decompressed body; from a browser, the page after its scripts ran, as UTF-8. */
  bytes: Uint8Array
  by: 'http' | 'browser'
  /** Whether every certificate of the redirect chain was verified, or none was needed. */
  isVerified: boolean
  proxyUsed: 'basic' | 'stealth'
  captures: Captures
  /** Warnings for the caller, as sentences. */
  warnings: string[]
  /** A better attempt failed or is unavailable at the moment, so the page must not be cached. */
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
