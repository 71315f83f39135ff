import { openAsBlob } from 'node:fs'
import { basename, join } from 'node:path'
import { browserUnpacked } from '../crawl/service.ts'
import { spawnService, temporaryFolder } from '../../test/support/service.ts'

const OPTIONS = { formats: ['markdown'], onlyMainContent: false, timeout: 300_000 }
const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

/** What the service answered to a document. */
export interface Answer {
  status: number
  code: string | undefined
  error: string | undefined
  markdown: string | undefined
  pages: number
  ms: number
}

/** The whole service, as `npm start` runs it, on a folder that is gone afterwards. */
export interface DocumentService extends AsyncDisposable {
  pid: number
  parse(file: string, options?: object): Promise<Answer>
}

export async function startDocumentService(): Promise<DocumentService> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const env = { WINNOW_DATA_DIR: join(folder.path, 'data'), WINNOW_API_KEY: API_KEY, LOG_LEVEL: 'error' }
  const service = opened.use(await spawnService({ env }))
  await browserUnpacked(service.url)
  const open = opened.move()
  return {
    pid: service.child.pid!,
    async parse(file, options = {}) {
      const form = new FormData()
      form.set('file', await openAsBlob(file), basename(file))
      form.set('options', JSON.stringify({ ...OPTIONS, ...options }))
      const since = performance.now()
      const headers = { authorization: `Bearer ${API_KEY}` }
      const response = await fetch(`${service.url}/v2/parse`, { method: 'POST', body: form, headers })
      const body = (await response.json()) as {
        code?: string
        error?: string
        data?: { markdown?: string; metadata?: { numPages?: number } }
      }
      return {
        status: response.status,
        code: body.code,
        error: body.error,
        markdown: body.data?.markdown,
        pages: body.data?.metadata?.numPages ?? 1,
        ms: performance.now() - since,
      }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
