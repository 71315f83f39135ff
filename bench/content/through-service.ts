import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { spawnService, temporaryFolder } from '../../test/support/service.ts'
import type { Dataset, Sample } from './dataset.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

/** The Markdown of pages as a caller of the running service gets it, the pages served on this machine. */
export async function throughService(
  dataset: Dataset,
  samples: readonly Sample[],
): Promise<Map<string, string>> {
  const server = createServer((request, response) => {
    const sample = samples[Number(request.url?.slice(1))]
    response.writeHead(sample ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(sample ? dataset.html(sample) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using folder = await temporaryFolder()
  const service = await spawnService({
    env: {
      WINNOW_DATA_DIR: join(folder.path, 'data'),
      WINNOW_API_KEY: API_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    const markdown = new Map<string, string>()
    for (const [at, sample] of samples.entries()) {
      const response = await fetch(`${service.url}/v2/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          url: `http://127.0.0.1:${port}/${at}`,
          formats: ['markdown'],
          maxAge: 0,
          storeInCache: false,
        }),
      })
      const body = (await response.json()) as { data?: { markdown?: string }; error?: string }
      if (body.data === undefined) console.log(`${sample.id}: ${response.status} ${body.error}`)
      markdown.set(sample.id, body.data?.markdown ?? '')
    }
    return markdown
  } finally {
    await service.stop()
    server.close()
  }
}
