import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startWebhookReceiver } from './webhook-receiver.ts'

interface CallSettings {
  /** Where the service is, and a site whose pages repeat the marker in their address. */
  url: string
  site: string
  marker: string
  /** A key, or that of a new team that is forced to zero data retention. */
  key: string
  adminKey: string
  /** What is asked for beside that. */
  requestOptions: { zeroDataRetention?: true }
  /** Waits until jobs have ended and told their webhooks, without reading them. */
  jobsEnded: () => Promise<void>
}

/** Calls every endpoint that takes addresses, words or files, each with the marker wherever there is room for it. */
export async function callEverything(settings: CallSettings): Promise<void> {
  const { marker, requestOptions, site } = settings
  const send = await createSend(settings)
  const page = (name: string) => `${site}/${marker}/${name}?q=${marker}`
  const headers = { 'x-mine': marker }
  const isZeroRetention = settings.key === 'forced' || requestOptions.zeroDataRetention === true

  const scraped = await send('/v2/scrape', { ...requestOptions, url: page('a'), headers })
  assert.equal(scraped.status, 200, JSON.stringify(scraped.body))
  assert.ok(scraped.body.data.markdown.includes(marker))
  await send('/v2/scrape', { ...requestOptions, url: page('b'), auditMetadata: { username: 'somebody' } })
  await send('/v2/scrape', { ...requestOptions, url: page('c'), formats: ['markdown', 'changeTracking'] })
  const schema = { type: 'object', properties: { [marker]: { type: 'string' } } }
  await send('/v2/scrape', {
    ...requestOptions,
    url: page('d'),
    formats: [{ type: 'json', prompt: marker, schema }],
  })
  await send('/v2/scrape', { ...requestOptions, url: page('missing') })
  await send('/v2/scrape', { ...requestOptions, url: `http://${marker}.invalid/`, timeout: 5000 })
  await send('/v2/scrape', { ...requestOptions, url: `http://169.254.1.1/${marker}` })
  await send('/v2/scrape', { ...requestOptions, url: `http://127.0.0.1:1/${marker}`, timeout: 5000 })
  const blocked = await send('/v2/scrape', { ...requestOptions, url: `http://${marker}.blocked.test/` })
  assert.equal(blocked.body.code, 'unsafe_domain_blocked')
  if (isZeroRetention) await callBrowserEndpoints(send, page, settings, scraped.body.data.metadata.scrapeId)

  const mcpMessage = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'winnow_scrape', arguments: { ...requestOptions, url: page('g'), headers } },
  }
  const byTool = await send('/v2/mcp', mcpMessage)
  assert.ok(JSON.stringify(byTool.body).includes(marker), JSON.stringify(byTool.body))

  await send('/v2/parse', formOf(marker, requestOptions))
  const place = await send('/v2/parse/upload-url', { filename: `${marker}.html` })
  await fetch(place.body.data.uploadUrl, {
    method: 'PUT',
    body: `<p>${marker}</p>`,
    headers: { 'content-type': 'application/octet-stream' },
  })
  await send('/v2/parse', { uploadRef: place.body.data.uploadRef, ...requestOptions })

  const enterprise = isZeroRetention ? ['zdr'] : []
  await send('/v2/search', { query: marker, enterprise, scrapeOptions: { formats: ['markdown'] } })
  if (settings.key === 'forced' || !isZeroRetention) await callTeamOnlyEndpoints(send, page, settings)
  await callJobEndpoints(send, page, settings)
}

async function callBrowserEndpoints(
  send: Send,
  page: (name: string) => string,
  { marker, requestOptions }: CallSettings,
  scrapeId: string,
): Promise<void> {
  const profile = { name: marker, saveChanges: true }
  const formats = ['screenshot', 'markdown']
  const seen = await send('/v2/scrape', { ...requestOptions, url: page('e'), formats, profile })
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  const act = { prompt: `click "${marker}"`, timeout: 5 }
  assert.equal((await send(`/v2/scrape/${scrapeId}/interact`, act)).status, 409)
}

/** Endpoints that have no option for it. */
async function callTeamOnlyEndpoints(
  send: Send,
  page: (name: string) => string,
  { marker, key }: CallSettings,
) {
  await send('/v2/crawl/params-preview', { url: page('start'), prompt: `only ${marker}` })
  await send('/v2/map', { url: page('start'), search: marker, limit: 10 })
  const about = { endpoint: 'map', jobId: randomUUID(), rating: 'good', note: marker, tags: [marker] }
  await send('/v2/feedback', about)
  if (key !== 'forced') return
  for (const path of ['/v2/agent', '/v2/extract'])
    assert.equal((await send(path, { urls: [page('a')], prompt: marker })).status, 400)
  const { body: session } = await send('/v2/browser', { profile: { name: marker, saveChanges: true } })
  await send(`/v2/browser/${session.id}/execute`, {
    code: `await page.goto(${JSON.stringify(page('f'))}); console.log(await page.title())`,
    language: 'node',
    timeout: 20,
  })
  await send(`/v2/browser/${session.id}`, undefined, 'DELETE')
}

/** One of each is read, and one is left as it is. */
async function callJobEndpoints(
  send: Send,
  page: (name: string) => string,
  { marker, requestOptions, jobsEnded }: CallSettings,
) {
  await using receiver = await startWebhookReceiver()
  const webhook = {
    url: `${receiver.url}/${marker}`,
    headers: { 'x-mine': marker },
    metadata: { mine: marker },
  }
  const scrapeOptions = { headers: { 'x-mine': marker } }
  const crawl = { ...requestOptions, url: page('start'), allowExternalLinks: true, scrapeOptions }
  const notThere = [page('missing'), `http://${marker}.invalid/`, `http://${marker}.blocked.test/`]
  const batch = { ...requestOptions, urls: [page('a'), ...notThere], ...scrapeOptions }
  const toRead = [
    `/v2/crawl/${(await send('/v2/crawl', { ...crawl, webhook })).body.id}`,
    `/v2/batch/scrape/${(await send('/v2/batch/scrape', { ...batch, webhook })).body.id}`,
  ]
  await send('/v2/crawl', { ...crawl, excludePaths: [`${marker}never`] })
  await send('/v2/batch/scrape', { ...batch, webhook: { ...webhook, url: `http://${marker}.invalid/` } })
  await send('/v2/crawl', { ...crawl, url: page('missing') })
  await send('/v2/crawl', { ...crawl, url: `http://${marker}.blocked.test/` })
  await jobsEnded()
  const { body: errors } = await send(`${toRead[0]}/errors`)
  assert.ok(JSON.stringify(errors).includes(`http://${marker}.blocked.test/`), JSON.stringify(errors))
  for (const path of toRead) {
    assert.ok(JSON.stringify((await send(`${path}/errors`)).body).includes(marker))
    const { body } = await send(path)
    assert.ok(body.data.some(({ markdown }: { markdown: string }) => markdown.includes(marker)))
  }
  assert.ok(receiver.deliveries.some(({ body }) => JSON.stringify(body.data).includes(marker)))
}

// oxlint-disable-next-line typescript/no-explicit-any -- what comes is looked at where it matters.
type Send = (path: string, body?: object, method?: string) => Promise<{ status: number; body: any }>

async function createSend({ url, key: given, adminKey }: CallSettings): Promise<Send> {
  const sendAs =
    (key: string): Send =>
    async (path, body, method = body === undefined ? 'GET' : 'POST') => {
      const isForm = body instanceof FormData
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json, text/event-stream',
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      // What an MCP server says comes as an event.
      const answer = { status: response.status, body: JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) }
      assert.ok(
        response.status < 500 || [500, 501, 502].includes(response.status),
        `${path}: ${JSON.stringify(answer)}`,
      )
      return answer
    }
  if (given !== 'forced') return sendAs(given)
  const asAdmin = sendAs(adminKey)
  const { body: team } = await asAdmin('/admin/v1/teams', { name: 'forced', zeroDataRetention: true })
  const { body: made } = await asAdmin(`/admin/v1/teams/${team.id}/api-keys`, {})
  return sendAs(made.apiKey)
}

function formOf(marker: string, requestOptions: object): FormData {
  const form = new FormData()
  form.append('file', new Blob([`<title>${marker}</title><p>${marker}</p>`]), `${marker}.html`)
  form.append('options', JSON.stringify(requestOptions))
  return form
}
