import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { API_KEY, useSharedApp } from '../support/app.ts'

const app = useSharedApp()

/** Opens a socket the way existing clients do, and tells how it ended. */
function open(
  path: string,
  key: string | undefined,
): Promise<{ opened: boolean; protocol: string; code: number; reason: string }> {
  const socket = new WebSocket(app().url.replace('http', 'ws') + path, key)
  let opened = false
  socket.addEventListener('open', () => (opened = true))
  return new Promise((resolve) => {
    socket.addEventListener('close', ({ code, reason }) =>
      resolve({ opened, protocol: socket.protocol, code, reason }),
    )
  })
}

describe('watching', () => {
  for (const base of ['/v2/crawl', '/v2/batch/scrape']) {
    it(`${base} repeats the subprotocol and says that there is nothing with this id`, async () => {
      const { opened, protocol, code, reason } = await open(`${base}/${randomUUID()}`, API_KEY)
      assert.deepEqual([opened, protocol, code], [true, API_KEY, 1008])
      assert.match(reason, /There is no/)
    })
  }

  it('refuses an unknown key, and none, before it opens', async () => {
    assert.equal((await open(`/v2/crawl/${randomUUID()}`, `fc-${'9'.repeat(32)}`)).opened, false)
    assert.equal((await open(`/v2/crawl/${randomUUID()}`, undefined)).opened, false)
  })

  it('refuses an address that cannot be watched, and what is no id', async () => {
    assert.equal((await open('/v2/team/credit-usage', API_KEY)).opened, false)
    assert.notEqual((await open('/v2/crawl/seven', API_KEY)).code, 1000)
  })

  it('leaves plain requests to the same address as they are', async () => {
    assert.equal((await app().call(`/v2/crawl/${randomUUID()}`)).status, 404)
  })
})
