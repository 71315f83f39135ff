import { createEngine } from '../../src/browser/engine.ts'
import { createLog } from '../../src/log.ts'

/** A process that opens a page, says the pid of its browser, and keeps both open until it is killed. */
const [dataDir, gateServer] = process.argv.slice(2)
const engine = createEngine({
  configured: undefined,
  dataDir: dataDir!,
  proxyServer: gateServer!,
  maxTabs: 1,
  log: createLog('silent', false),
})
await engine.withTab({}, new AbortController().signal, async ({ page }) => {
  await page.goto('http://site.test/')
  process.stdout.write(`${engine.counts().processId}\n`)
  await new Promise(() => {})
})
