import assert from 'node:assert/strict'
import { both, either, fails, gives } from '../hostile-case.ts'
import type { Answer, Area, HostileCase, Outcome } from '../hostile-case.ts'
import { BUSY_PAGES } from '../pages/busy-pages.ts'
import { LARGE_PAGES } from '../pages/large-pages.ts'
import { pryingPages } from '../pages/prying-pages.ts'
import { waitUntilQuiet } from '../wait-until-quiet.ts'
import { startTrap } from '../trap.ts'
import { BY_BROWSER } from '../try-area.ts'
import { startWebSite } from '../web-site.ts'

type World = Awaited<ReturnType<typeof open>>

async function open() {
  await using opening = new AsyncDisposableStack()
  const trap = opening.use(await startTrap())
  const routes = { ...BUSY_PAGES, ...LARGE_PAGES, ...pryingPages(new URL(trap.url)) }
  const site = opening.use(await startWebSite(routes))
  const started = opening.move()
  return { trap, site, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

type Rest = Partial<Omit<HostileCase<World>, 'id' | 'url' | 'outcome'>>

/** A case whose path has the name of its id; words in brackets tell tries of the same page apart. */
function on(id: string, outcome: Outcome, rest: Rest = {}): HostileCase<World> {
  const path = id.replace(/^\w+/, '').replace(/ .*/, '')
  return { id, url: ({ site }) => site.url + path, timeoutMs: 5_000, outcome, request: BY_BROWSER, ...rest }
}

const text = (markdown: RegExp) => gives({ markdown })
const page = text(/A page/)
const timesOut = fails('SCRAPE_TIMEOUT')
/** For pages of which no rule says whether a browser copes with them. */
const pageOrFailure = either(
  page,
  fails('SCRAPE_TIMEOUT', 'SCRAPE_SITE_ERROR', 'SCRAPE_ALL_ENGINES_FAILED', 'SCRAPE_UNSUPPORTED_FILE_ERROR'),
)

const untouched: Rest = { afterwards: ({ trap }) => assert.equal(trap.contacts, 0) }
const quietAfterwards = (path: string): Rest => ({
  afterwards: ({ site }) => waitUntilQuiet(() => site.requests(path).length),
})
const saysNothingOf =
  (secret: RegExp) =>
  ({ body }: Answer) =>
    assert.doesNotMatch(JSON.stringify(body), secret)
/** What follows a pause in the page is read only after it. */
const patient = { waitFor: 1_500 }

/** Pages that stop a browser or never let it rest. */
const BUSY: HostileCase<World>[] = [
  on('browser/loop-sync', timesOut),
  on('browser/loop-late', timesOut),
  on('browser/alert-loop', timesOut),
  on('browser/dialogs', page),
  on('browser/beforeunload', page),
  on('browser/print', page),
  on('browser/regex-hang', timesOut),
  on('redirect/js-loop', pageOrFailure, quietAfterwards('/js-loop')),
  on('redirect/meta-loop', pageOrFailure, quietAfterwards('/meta-loop')),
  on('browser/css-hang', pageOrFailure),
  on('browser/svg-bomb', pageOrFailure),
  on('browser/timer-flood', pageOrFailure),
  on('browser/mutation-endless', page, { timeoutMs: 10_000 }),
  on('browser/console-flood', pageOrFailure, { maxGrowthMiB: 300 }),
  on('browser/gpu-hog', pageOrFailure),
]

/** Pages that are too much of something. */
const LARGE: HostileCase<World>[] = [
  on('browser/giant-dom', pageOrFailure, { timeoutMs: 15_000 }),
  on('browser/deep-dom', pageOrFailure, { timeoutMs: 15_000 }),
  on('browser/shadow-deep', pageOrFailure, { timeoutMs: 15_000 }),
  on('browser/history-flood', pageOrFailure),
  on('browser/worker-flood', pageOrFailure),
  on('browser/popups-30', page, quietAfterwards('/popup')),
  on('browser/fork-iframes', pageOrFailure, quietAfterwards('/fork-iframes')),
  on(
    'browser/document-endless',
    fails('SCRAPE_TIMEOUT', 'SCRAPE_ALL_ENGINES_FAILED', 'SCRAPE_UNSUPPORTED_FILE_ERROR'),
    {
      timeoutMs: 15_000,
      maxGrowthMiB: 300,
    },
  ),
  on('browser/image-endless', pageOrFailure, { maxGrowthMiB: 300 }),
  on('browser/storage-fill', pageOrFailure, { request: patient }),
  on('browser/screenshot-1e6px', both(text(/A tall page/), gives({ warning: /too long for one picture/ })), {
    timeoutMs: 20_000,
    request: { formats: ['markdown', { type: 'screenshot', fullPage: true }] },
    async afterwards(_, { body }) {
      const picture = await (await fetch(body.data.screenshot)).arrayBuffer()
      assert.ok(picture.byteLength > 1000 && picture.byteLength < 64 * 1024 * 1024)
    },
  }),
  on(
    'browser/pdf-endless',
    either(
      gives({ warning: /pdf/i }),
      fails('SCRAPE_TIMEOUT', 'SCRAPE_ACTION_ERROR', 'SCRAPE_ALL_ENGINES_FAILED'),
    ),
    {
      timeoutMs: 10_000,
      request: { actions: [{ type: 'pdf' }] },
    },
  ),
]

/** Pages that reach for what is not theirs. */
const PRYING: HostileCase<World>[] = [
  on('browser/sw-persist', text(/from the server/), { request: patient }),
  on('browser/sw-persist (again)', text(/from the server/), { request: patient }),
  ...['', ' (again)'].flatMap((again) => [
    on(`browser/cookie-leak${again}`, both(text(/cookies: none/), text(/sent: none/))),
    on(`browser/storage-leak${again}`, text(/found: nothing/), { request: patient }),
  ]),
  on('browser/download-force', either(gives(), fails('SCRAPE_UNSUPPORTED_FILE_ERROR', 'SCRAPE_SITE_ERROR'))),
  on('browser/auth-prompt', gives({ statusCode: 401 })),
  on('browser/geo-notify', text(/notifications: (denied|asked), camera: (denied|asked)/), {
    request: patient,
  }),
  on('browser/webrtc-stun', text(/tried|failed/), { request: patient, ...untouched }),
  on('browser/ws-private', text(/unreachable/), { request: patient, ...untouched }),
  on('browser/fetch-private', both(text(/unreachable/), saysNothingOf(/internal"/)), {
    request: patient,
    ...untouched,
  }),
  on('browser/beacon-private', text(/tried/), { request: patient, ...untouched }),
  on('browser/navigate-private', either(page, fails('FORBIDDEN')), untouched),
  on('browser/form-private', either(page, fails('FORBIDDEN')), untouched),
  on('browser/worker-private', text(/unreachable/), { request: patient, ...untouched }),
  on('browser/popup-private', page, untouched),
  on('browser/file-iframe', both(page, saysNothingOf(/root:.*:0:0/))),
  on('browser/file-navigate', both(either(page, fails('FORBIDDEN')), saysNothingOf(/root:.*:0:0/))),
  on(
    'browser/chrome-url',
    both(either(page, fails('FORBIDDEN')), saysNothingOf(/"url":"(chrome|view-source)/)),
  ),
  on('browser/devtools-port', both(text(/unreachable/), saysNothingOf(/webSocketDebuggerUrl/)), {
    request: patient,
  }),
]

/** Whatever a page may do to the browser that renders it. */
export const BROWSER: Area<World> = {
  name: 'browser',
  open,
  usesBrowser: true,
  cases: [...BUSY, ...LARGE, ...PRYING],
}
