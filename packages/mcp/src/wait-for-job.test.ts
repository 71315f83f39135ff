import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Winnow } from '../../client/src/client.ts'
import { describeFailure } from './failure.ts'
import type { JsonObject } from './tool.ts'
import { TOOLBOX } from './toolbox.ts'

type Asked = { method: string; path: string; search: string; times: number }

/** A service that answers as told, and what it was asked. */
function service(answer: (asked: Asked) => Response | Promise<Response>) {
  const asked: string[] = []
  const client = new Winnow({
    apiUrl: 'http://service.test',
    maxRetries: 0,
    async fetch(address, init) {
      const { pathname: path, search } = new URL(String(address))
      const method = init?.method ?? 'GET'
      asked.push(`${method} ${path}`)
      const times = asked.filter((one) => one === `${method} ${path}`).length
      return await answer({ method, path, search, times })
    },
  })
  return { client, asked }
}

function use(name: string, given: JsonObject, client: Winnow, signal = new AbortController().signal) {
  const tool = TOOLBOX.local.get(name)!
  const turn = { client, files: 'local' as const, signal, report: () => undefined }
  return tool.run(tool.input.parse(given), turn)
}

const STARTED = { success: true, id: 'j1' }
const DONE = { success: true, status: 'completed', completed: 1, total: 1, data: [] }
const fault = (status: number, code: string) =>
  Response.json({ success: false, code, error: 'Out of order.' }, { status })

const STARTS: [tool: string, given: JsonObject, path: string, statusTool: string, isCancellable: boolean][] =
  [
    ['crawl', { url: 'a.test' }, '/v2/crawl', 'winnow_check_crawl_status', true],
    ['batch_scrape', { urls: ['a.test'] }, '/v2/batch/scrape', 'winnow_check_batch_status', true],
    ['agent', { prompt: 'p' }, '/v2/agent', 'winnow_agent_status', true],
    ['extract', { urls: ['a.test'], prompt: 'p' }, '/v2/extract', 'winnow_extract_status', false],
  ]

for (const [name, given, path, statusTool, isCancellable] of STARTS) {
  test(`${name} rides out a service that is busy for a moment`, async () => {
    const { client } = service(({ method, path: asked, times }) => {
      if (method === 'POST') return Response.json(STARTED)
      if (asked.endsWith('/errors')) return Response.json({ errors: [], robotsBlocked: [] })
      return times === 1 ? fault(503, 'UNAVAILABLE') : Response.json(DONE)
    })
    const { value } = await use(name, given, client)
    assert.deepEqual([value['id'], value['status']], ['j1', 'completed'])
  })

  test(`${name} names the job that it can no longer ask for, and how to ask later`, async () => {
    const { client, asked } = service(({ method }) =>
      method === 'POST' ? Response.json(STARTED) : fault(401, 'UNAUTHORIZED'),
    )
    const said = await use(name, given, client).catch((failure: unknown) => describeFailure(failure, false))
    const { code, message, job_id, next_actions } = said as Record<string, string>
    assert.deepEqual([code, job_id], ['UNAUTHORIZED', 'j1'])
    assert.match(message!, /j1 was started, but then: Out of order\./)
    assert.match(String(next_actions), new RegExp(`${statusTool} with {"id":"j1"}`))
    assert.ok(!asked.includes(`DELETE ${path}/j1`), 'it goes on')
  })

  const isCollected = /crawl|batch/.test(path)
  for (const where of ['is started', 'is waited for', ...(isCollected ? ['is collected'] : [])]) {
    test(`${name}: a caller that goes away while the job ${where} ${isCancellable ? 'ends it' : 'leaves it'}`, async () => {
      const gone = new AbortController()
      const { client, asked } = service(({ method, path: asked, search }) => {
        if (method === 'DELETE') return Response.json({ success: true })
        if (method === 'POST') {
          if (where === 'is started') gone.abort()
          return Response.json(STARTED)
        }
        const isState = !isCollected || search.includes('skip=1000000000')
        if ((where === 'is waited for') === isState) gone.abort()
        if (asked.endsWith('/errors')) return Response.json({ errors: [], robotsBlocked: [] })
        return Response.json(DONE)
      })
      await assert.rejects(use(name, given, client, gone.signal))
      assert.equal(asked.includes(`DELETE ${path}/j1`), isCancellable)
    })
  }
}
