import type { Action } from '../contract/actions.ts'
import type { Branding } from '../contract/branding.ts'
import type { Confinement, Screen, ProxyChoice } from '../egress/egress.ts'

export interface Visit {
  url: string
  /** The caller's own headers; they go to the site of `url` only, never to third parties. */
  headers: Record<string, string>
  skipTlsVerification: boolean
  waitForMs: number
  mobile: boolean
  location: { country: string; languages: readonly string[] }
  blockAds: boolean
  proxyChoice: ProxyChoice
  /** Where the tab may go, whatever leads it there; what its page loads as parts of itself may come from anywhere. */
  confinement?: Confinement | undefined
  /** Which pages it may open, in frames too, and what may be a part of them; absent: any. */
  screen?: Screen | undefined
  screenshot: ScreenshotOptions | undefined
  branding?: boolean
  actions: readonly Action[]
  /** Cookies and storage that outlive the visit: handed in, and given back in `Visited.profileState`. */
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
      /** What could not be done as asked, in sentences for the caller. */
      warnings: string[]
      isWithheld: boolean
      /** The state of the profile afterwards, when `saveChanges` was asked for. */
      profileState: string | undefined
    }
  /** The address leads to a file and not to a page; it is for plain HTTP to fetch. */
  | { state: 'file'; url: string }

export interface ActionOutcome {
  screenshots: Capture[]
  scrapes: { url: string; html: string }[]
  javascriptReturns: { type: string; value: unknown }[]
  pdfs: Capture[]
}
