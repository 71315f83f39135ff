import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

it('a test file reports the start of a test and its own end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'))
  await using leaving = new AsyncDisposableStack()
  leaving.defer(() => rm(folder, { recursive: true }))
  const file = join(folder, 'file.test.ts')
  await writeFile(file, `import { it } from 'node:test'\nit('passes', () => {})`)
  const server = leaving.adopt(createServer().listen(0, '127.0.0.1'), (open) => void open.close())
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const watched = fileURLToPath(new URL('./watched-file.ts', import.meta.url))
  const runner = spawn(process.execPath, [`--import=${watched}`, file], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: 'child',
      TEST_WATCH_PORT: String((server.address() as AddressInfo).port),
    },
    stdio: 'ignore',
  })
  const [[socket], [code]] = await Promise.all([connected, once(runner, 'exit')])
  const told = Buffer.concat(await (socket as Socket).toArray()).toString()
  const news = told
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { news: string }).news)
  assert.equal(code, 0)
  assert.deepEqual(news, ['started', 'going on', 'going on', 'ended'])
})
