import { join } from 'node:path'
import type { PromptOutcome } from '../../../src/interact/run.ts'
import { spawnService, temporaryFolder } from '../../../test/support/service.ts'
import { browserUnpacked } from '../../crawl/service.ts'
import { LONGEST_MS } from './on-page.ts'
import type { OnPage } from './on-page.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

export interface InteractService extends AsyncDisposable {
  onPage: OnPage
  /** How long it took to open each session, in milliseconds. */
  openings: readonly number[]
}

interface RunAnswer {
  success: boolean
  output?: string
  actions?: PromptOutcome['actions']
  result?: string
  error?: string
}

/** The whole service as `npm start` runs it: a page is scraped, and its session takes the prompts. */
export async function startInteractService(): Promise<InteractService> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const service = opened.use(
    await spawnService({
      env: {
        WINNOW_DATA_DIR: join(folder.path, 'data'),
        WINNOW_API_KEY: API_KEY,
        WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
        LOG_LEVEL: 'error',
      },
    }),
  )
  await browserUnpacked(service.url)
  const openings: number[] = []
  const open = opened.move()
  return {
    openings,
    async onPage(url, work) {
      const id = await scrape(service.url, url)
      const interact = (body: object) =>
        call(`${service.url}/v2/scrape/${id}/interact`, 'POST', { timeout: LONGEST_MS / 1000, ...body })
      const since = performance.now()
      await interact({ code: '1', language: 'node' })
      openings.push(performance.now() - since)
      try {
        return await work({
          give: async (prompt) => asOutcome((await interact({ prompt })) as RunAnswer),
          async evaluate(expression) {
            const code = `JSON.stringify([await page.evaluate(${JSON.stringify(expression)})])`
            const { success, result, error } = (await interact({ code, language: 'node' })) as RunAnswer
            if (!success || result === undefined) throw new Error(error)
            return (JSON.parse(result) as unknown[])[0] ?? undefined
          },
          downloads: () => undefined,
        })
      } finally {
        await call(`${service.url}/v2/scrape/${id}/interact`, 'DELETE')
      }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function scrape(service: string, url: string): Promise<string> {
  const answer = await call(`${service}/v2/scrape`, 'POST', { url, formats: ['markdown'] })
  return (answer as { data: { metadata: { scrapeId: string } } }).data.metadata.scrapeId
}

function asOutcome({ success, output = '', actions = [], error }: RunAnswer): PromptOutcome {
  return { done: success, output, actions, ...(error !== undefined && { error }) }
}

async function call(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return await response.json()
}
