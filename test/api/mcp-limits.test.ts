import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useApp } from '../support/app.ts'
import { MCP_HEADERS, legacyRequest } from '../support/mcp.ts'

const app = useApp()

function listTools(key: string | null) {
  return app().call('/v2/mcp', { key, json: legacyRequest('tools/list'), headers: MCP_HEADERS })
}

it('refuses too many messages of an address without a key, and none of who has one', async () => {
  assert.equal((await listTools(null)).status, 200)
  await app().database.db.rows(
    `update oauth_windows set used = 119 where key = sha256('messages 127.0.0.1'::bytea)`,
  )
  assert.equal((await listTools(null)).status, 200)
  const refused = await listTools(null)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal(refused.body.error.data.code, 'RATE_LIMITED')
  const { key } = await app().team()
  assert.equal((await listTools(key)).status, 200)
})
