import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createEngine } from '../../src/browser/browser.ts'
import type { PageController } from '../../src/browser/browser.ts'
import type { Tab } from '../../src/browser/engine.ts'
import { LiveTabs } from '../../src/browser/live/tabs/tabs.ts'
import type { LiveDownload } from '../../src/browser/live/tabs/tabs.ts'
import { createPageController } from '../../src/browser/live/page-controller/create-page-controller.ts'
import { openBrowserProxy, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'

/** A tab of its own, as a page for the bench and as a stage for who is measured. */
interface BenchTab {
  page: Page
  /** Answers the dialogs of the page from then on. */
  openController(): PageController
}

/** One Chromium that reaches IPv4 loopback and nothing else. */
interface BenchBrowser extends AsyncDisposable {
  /** A fresh context, closed afterwards whatever happened. */
  use<Result>(signal: AbortSignal, work: (tab: BenchTab) => Promise<Result>): Promise<Result>
}

const MAX_BYTES = 1 << 30
const WINDOW = { width: 1280, height: 800 }

export async function openBenchBrowser(): Promise<BenchBrowser> {
  await using opening = new AsyncDisposableStack()
  const gate = opening.use(await openBrowserProxy({ allowedTargets: parseAllowedTargets('127.0.0.0/8') }))
  const pass = opening.use(gate.issue({ proxyChoice: { kind: 'basic', country: 'US' }, maxBytes: MAX_BYTES }))
  const engine = opening.use(
    createEngine({
      configured: undefined,
      dataDir: join(tmpdir(), 'winnow-bench-browser'),
      proxyServer: gate.server,
      maxTabs: 1,
      log: createLog('silent', false),
    }),
  )
  const proxy = { server: gate.server, username: pass.username, password: pass.password }
  const open = opening.move()
  return {
    use: (signal, work) =>
      engine.withTab({ viewport: WINDOW, acceptDownloads: true, proxy }, signal, (tab) =>
        work({ page: tab.page, openController: () => openPageController(tab, signal) }),
      ),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** The stage of a live browser, on a tab that the bench opened itself and can look into. */
function openPageController({ context, page }: Tab, signal: AbortSignal): PageController {
  const downloads: LiveDownload[] = []
  context.on('page', (fresh) => fresh.on('download', note))
  page.on('download', note)
  return createPageController(new LiveTabs({ context, page, signal, downloads: () => downloads }))

  function note(file: { url(): string; suggestedFilename(): string }): void {
    downloads.push({ url: file.url(), name: file.suggestedFilename(), sizeBytes: undefined, state: 'done' })
  }
}
