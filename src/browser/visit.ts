import type { Action } from '../contract/actions.ts'
import type { Branding } from '../contract/branding.ts'
import type { Confinement, Screen, Way } from '../egress/egress.ts'

/** What to do in a tab of its own. */
export interface Visit {
  url: string
  /** The caller's own headers; they go to the site of `url` only, never to third parties. */
  headers: Record<string, string>
  skipTlsVerification: boolean
  /** Milliseconds to wait after the page has loaded, before it is read. */
  waitForMs: number
  mobile: boolean
  location: { country: string; languages: readonly string[] }
  blockAds: boolean
  way: Way
  /** Where the tab may go, whatever leads it there; what its page loads as parts of itself may come from anywhere. */
  confinement?: Confinement | undefined
  /** Which pages it may open, in frames too, and what may be a part of them; absent: any. */
  screen?: Screen | undefined
  screenshot: ScreenshotWish | undefined
  /** Whether to find out how the page looks. */
  branding?: boolean
  actions: readonly Action[]
  profile: VisitProfile | undefined
}

export interface ScreenshotWish {
  fullPage: boolean
  quality?: number | undefined
  viewport?: { width: number; height: number } | undefined
}

/** Cookies and storage that outlive the visit: handed in, and given back in `Visited.profileState`. */
interface VisitProfile {
  /** What an earlier visit gave back; undefined for a new profile. */
  state: string | undefined
  saveChanges: boolean
}

/** A picture or a document that was made in the tab. */
export interface Capture {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg' | 'application/pdf'
}

export type Visited =
  | {
      state: 'page'
      /** Where the page ended up. */
      url: string
      status: number
      /** Names in lower case. */
      headers: Record<string, string>
      /** The page after its scripts ran, frames and open shadow roots included. */
      html: string
      screenshot: Capture | undefined
      /** When it was asked for and the page's styles could be read. */
      branding?: Branding | undefined
      actions: ActionOutcome
      /** What could not be done as asked, in sentences for the caller. */
      warnings: string[]
      /** Whether parts of the page were left out because of its screen. */
      isWithheld: boolean
      /** The state of the profile afterwards, when `saveChanges` was asked for. */
      profileState: string | undefined
    }
  /** The address leads to a file and not to a page; it is for plain HTTP to fetch. */
  | { state: 'file'; url: string }

/** What the actions gave, each list in the order of the actions. */
export interface ActionOutcome {
  screenshots: Capture[]
  scrapes: { url: string; html: string }[]
  javascriptReturns: { type: string; value: unknown }[]
  pdfs: Capture[]
}
