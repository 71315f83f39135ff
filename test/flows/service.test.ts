import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it } from 'node:test'
import { processesOf, run, spawnService, temporaryFolder, useDataDir } from '../support/service.ts'
import { startSite } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const keyPattern = /fc-[0-9a-f]{32}/

const dataDir = useDataDir()

describe('the first start', () => {
  it('prints the console, the key once and a curl that works; Ctrl-C leaves nothing running', async () => {
    await using folder = await temporaryFolder('winnow größe ')
    const env = { WINNOW_DATA_DIR: join(folder.path, 'data') }
    await using service = await spawnService({ env })
    const [key] = keyPattern.exec(service.output())!
    assert.match(service.output(), /Console {3}http:\/\/127\.0\.0\.1:\d+\//)
    assert.match(service.output(), /Admin key {2}wa-[0-9a-f]{48}/)

    const curls = service
      .output()
      .split('\n')
      .filter((line) => line.trim().startsWith('curl '))
    assert.equal(curls.length, 2)
    const answer = JSON.parse(execFileSync('sh', ['-c', curls[0]!], { encoding: 'utf8' }))
    assert.equal(answer.success, true)
    assert.match(answer.data.markdown, /^# Winnowing grain/m)
    assert.match(answer.data.markdown, /\| Kernel \| 35 mg \| In the basket \|/)

    const second = await run(['serve'], { ...env, PORT: '0' })
    assert.equal(second.code, 1)
    assert.match(second.err, /in use by process \d+/)
    assert.doesNotMatch(second.err, /\bat .*\.ts:/)

    // A stop that exceeds its limit has another exit code.
    assert.equal(await service.stop('SIGINT'), 0)
    assert.deepEqual(processesOf(folder.path), [])

    await using again = await spawnService({ env })
    assert.doesNotMatch(again.output(), keyPattern)
    const usage = await fetch(`${again.url}/v2/team/credit-usage`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(usage.status, 200)
  })

  it('accepts given keys and does not print them', async () => {
    await using folder = await temporaryFolder()
    const apiKey = `fc-${'ab'.repeat(16)}`
    const env = {
      WINNOW_DATA_DIR: folder.path,
      WINNOW_API_KEY: apiKey,
      WINNOW_ADMIN_KEY: 'a-given-admin-key',
    }
    await using service = await spawnService({ env })
    assert.doesNotMatch(service.output(), keyPattern)
    assert.doesNotMatch(service.output(), /Admin key/)
    const usage = await fetch(`${service.url}/v2/team/credit-usage`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    assert.equal(usage.status, 200)
    assert.equal(
      (
        await fetch(`${service.url}/admin/v1/teams`, {
          headers: { authorization: 'Bearer a-given-admin-key' },
        })
      ).status,
      200,
    )
  })
})

describe('a start on existing data', () => {
  it('works when an older Node starts it, and ends with its launcher', async () => {
    const older = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((place) => !place.includes('node_modules'))
      .map((place) => join(place, 'node'))
      .find((file) => existsSync(file))
    await using service = await spawnService({
      env: { WINNOW_DATA_DIR: dataDir() },
      node: older ?? process.execPath,
    })
    assert.equal((await fetch(`${service.url}/health`)).status, 200)
    service.child.kill('SIGKILL')
    await waitUntil(() => processesOf(dataDir()).length === 0, 15_000)
  })
})

describe('a stop with running requests', () => {
  it('lets quick ones finish, and asks the others to retry', async () => {
    await using site = await startSite()
    const apiKey = `fc-${'ef'.repeat(16)}`
    const env = {
      WINNOW_DATA_DIR: dataDir(),
      WINNOW_API_KEY: apiKey,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1',
    }
    await using service = await spawnService({ env })
    const scrape = (path: string) =>
      fetch(`${service.url}/v2/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: site.url + path }),
      })
    // The first page of a process takes longer than any other.
    assert.equal((await scrape('/')).status, 200)
    const arrived = Promise.all([site.next('/slow/headers?ms=700'), site.next('/slow/never')])
    const answers = Promise.all([scrape('/slow/headers?ms=700'), scrape('/slow/never')])
    await arrived
    const exit = service.stop('SIGTERM')
    assert.deepEqual(
      (await answers).map(({ status }) => status),
      [200, 503],
    )
    assert.equal(await exit, 0)
    assert.deepEqual(processesOf(dataDir()), [])
  })
})
