import type { LiveInput } from '../../contract/live-input.ts'
import type { Visit } from '../visit.ts'
import type { Remote } from './remote/remote.ts'
import type { PageController } from './page-controller/page-controller.ts'

export interface LiveBrowserOptions {
  visit: Omit<Visit, 'url'> & { url: string | undefined }
}

/** A Chromium that belongs to one session: its own process, folder and pass at the gate. Disposing of it ends all of that. */
export interface LiveBrowser extends AsyncDisposable {
  readonly processId: number
  /** Aborts when the process is gone, whether asked to or not. */
  readonly ended: AbortSignal
  readonly controller: PageController
  readonly remote: Remote
  warnings(): string[]
  /** Which pages were not opened since this was last asked, and why, in sentences for the caller. */
  takeRefusals(): string[]
  profileState(): Promise<string | undefined>
  openChannel(onMessage: (message: string) => void): Promise<CdpChannel>
  watch(show: (frame: LiveFrame) => void): Promise<LiveView>
}

interface CdpChannel extends AsyncDisposable {
  /** Takes one message of a client; refusals come back as answers. */
  send(message: string): void
  /** Aborts when a client that says too much was cut off, or the browser is gone. */
  readonly closed: AbortSignal
}

export interface LiveFrame {
  /** JPEG. */
  bytes: Buffer
  /** Size of the page's window in CSS pixels: what positions of a mouse are counted in. */
  width: number
  height: number
  url: string
  title: string
}

export interface LiveView extends AsyncDisposable {
  input(event: LiveInput): Promise<void>
}

export type OpenLiveBrowser = (options: LiveBrowserOptions, signal: AbortSignal) => Promise<LiveBrowser>
