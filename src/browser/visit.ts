import type { Action } from '../contract/actions.ts'
import type { Branding } from '../contract/branding.ts'
import type { Confinement, Screen, ProxyChoice } from '../egress/egress.ts'

export interface Visit {
  url: string
  /** The caller's own headers. They are sent to the site of `url` only, never to third parties. */
  headers: Record<string, string>
  skipTlsVerification: boolean
  waitForMs: number
  mobile: boolean
  location: { country: string; languages: readonly string[] }
  blockAds: boolean
  proxyChoice: ProxyChoice
  /** Limits the documents of the tab, for every kind of navigation. Subresources may come from any site. */
  confinement?: Confinement | undefined
  /** Rates the documents, also in frames, and checks subresources against lists; absent: no limit. */
  screen?: Screen | undefined
  screenshot: ScreenshotOptions | undefined
  branding?: boolean
  actions: readonly Action[]
  /** Cookies and storage that outlive the visit: passed in, and returned in `Visited.profileState`. */
  profile: { state: string | undefined; saveChanges: boolean } | undefined
}

export interface ScreenshotOptions {
  fullPage: boolean
  quality?: number | undefined
  viewport?: { width: number; height: number } | undefined
}

export interface Capture {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg' | 'application/pdf'
}

export type VisitResult =
  | {
      state: 'page'
      url: string
      status: number
      /** Names in lower case. */
      headers: Record<string, string>
      /** The page after its scripts ran, frames and open shadow roots included. */
      html: string
      screenshot: Capture | undefined
      branding?: Branding | undefined
      actions: ActionOutcome
      /** Requests that could not be fulfilled as given, in sentences for the caller. */
      warnings: string[]
      isWithheld: boolean
      /** The state of the profile afterwards, if `saveChanges` was set. */
      profileState: string | undefined
    }
  /** The URL is a file and not a page; it must be fetched over plain HTTP. */
  | { state: 'file'; url: string }

export interface ActionOutcome {
  screenshots: Capture[]
  scrapes: { url: string; html: string }[]
  javascriptReturns: { type: string; value: unknown }[]
  pdfs: Capture[]
}
