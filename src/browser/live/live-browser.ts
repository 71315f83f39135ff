import type { LiveInput } from '../../contract/live-input.ts'
import type { Visit } from '../visit.ts'
import type { Remote } from './remote/remote.ts'
import type { PageController } from './page-controller/page-controller.ts'

export interface LiveBrowserOptions {
  visit: Omit<Visit, 'url'> & { url: string | undefined }
}

/**
 * A Chromium for one session, with its own process, folder and proxy credential. Disposing of it ends all of
 * them.
 */
export interface LiveBrowser extends AsyncDisposable {
  readonly processId: number
  /** Aborts when the process has ended, expected or not. */
  readonly ended: AbortSignal
  readonly controller: PageController
  readonly remote: Remote
  warnings(): string[]
  /** The navigations blocked since the last call and their reasons, as sentences for the caller. */
  takeRefusals(): string[]
  profileState(): Promise<string | undefined>
  openChannel(onMessage: (message: string) => void): Promise<CdpChannel>
  watch(show: (frame: LiveFrame) => void): Promise<LiveView>
}

interface CdpChannel extends AsyncDisposable {
  /** Accepts one message of a client. Rejections come back as responses. */
  send(message: string): void
  /** Aborts when the client was disconnected for sending too much, or the browser has ended. */
  readonly closed: AbortSignal
}

export interface LiveFrame {
  /** JPEG. */
  bytes: Buffer
  /** Width of the page's window in CSS pixels, the unit of mouse positions. */
  width: number
  height: number
  url: string
  title: string
}

export interface LiveView extends AsyncDisposable {
  input(event: LiveInput): Promise<void>
}

export type OpenLiveBrowser = (options: LiveBrowserOptions, signal: AbortSignal) => Promise<LiveBrowser>
