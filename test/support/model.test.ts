import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { startModel } from './model.ts'

it('a model goes on when somebody leaves in the middle of a question', async () => {
  await using fake = await startModel(() => '"heard"')
  const { hostname, port } = new URL(fake.url)
  const leaving = connect(Number(port), hostname)
  leaving.write(
    'POST /v1/chat HTTP/1.1\r\nhost: model\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n{"half',
  )
  await once(leaving, 'data')
  leaving.resetAndDestroy()
  const { status } = await fetch(fake.url, { method: 'POST', body: '{}' })
  assert.deepEqual([status, fake.requests.length], [200, 1])
})
