import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it } from 'node:test'
import { runAdmin } from '../../src/admin/admin.ts'
import { Fault } from '../../src/fault.ts'
import { testDatabase } from '../support/database.ts'
import { processesOf, run, spawnService, temporaryFolder } from '../support/service.ts'
import { startSite } from '../support/site.ts'
import { serverProcesses } from '../support/server-processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const keyPattern = /fc-[0-9a-f]{32}/

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

    // A stop that takes longer than it may ends with another code.
    assert.equal(await service.stop('SIGINT'), 0)
    assert.deepEqual(processesOf(folder.path), [])

    await using again = await spawnService({ env })
    assert.doesNotMatch(again.output(), keyPattern)
    const usage = await fetch(`${again.url}/v2/team/credit-usage`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(usage.status, 200)
  })

  it('takes given keys and does not print them', async () => {
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

  it('works when an older Node starts it, and ends with its launcher', async () => {
    await using folder = await temporaryFolder()
    const older = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((place) => !place.includes('node_modules'))
      .map((place) => join(place, 'node'))
      .find((file) => existsSync(file))
    await using service = await spawnService({
      env: { WINNOW_DATA_DIR: folder.path },
      node: older ?? process.execPath,
    })
    assert.equal((await fetch(`${service.url}/health`)).status, 200)
    service.child.kill('SIGKILL')
    await waitUntil(() => processesOf(folder.path).length === 0, 15_000)
  })
})

describe('a stop', () => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`by ${signal} is in order too, also when asked twice`, async () => {
      await using folder = await temporaryFolder()
      await using service = await spawnService({ env: { WINNOW_DATA_DIR: folder.path } })
      service.child.kill(signal)
      assert.equal(await service.stop(signal), 0)
      assert.deepEqual(processesOf(folder.path), [])
    })
  }
})

describe('a stop with requests under way', () => {
  it('lets those finish that are quick, and tells the others to try again', async () => {
    await using folder = await temporaryFolder()
    await using site = await startSite()
    const apiKey = `fc-${'ef'.repeat(16)}`
    const env = { WINNOW_DATA_DIR: folder.path, WINNOW_API_KEY: apiKey, WINNOW_ALLOWED_TARGETS: '127.0.0.1' }
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
    assert.deepEqual(processesOf(folder.path), [])
  })
})

describe('a database that does not answer any more', () => {
  it('makes the service say that it is not ready, and does not keep it from stopping', async () => {
    await using folder = await temporaryFolder()
    const dataDir = join(folder.path, 'data')
    await using service = await spawnService({ env: { WINNOW_DATA_DIR: dataDir } })
    const frozen = new Set<number>()
    // What the server was just starting is not in the list that was read before.
    const freeze = async () => {
      for (const { pid, command } of await serverProcesses(dataDir)) {
        if (command.includes('winnow-watchdog') || frozen.has(pid)) continue
        process.kill(pid, 'SIGSTOP')
        frozen.add(pid)
      }
    }
    try {
      await waitUntil(async () => {
        await freeze()
        const ready = await fetch(`${service.url}/ready`)
        return ready.status === 503 && (await ready.text()).includes('"database":"unavailable (no answer)"')
      })
      assert.equal((await fetch(`${service.url}/health`)).status, 200)
      assert.equal(await service.stop('SIGINT'), 1)
      assert.match(service.output(), /the stop took too long and was cut short/)
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await waitUntil(() => processesOf(folder.path).length === 0, 15_000)
  })
})

describe('wrong settings', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /PORT: takes a whole number/],
    [{ WINNOW_ALLOWED_TARGETS: '10.0.0.0/40' }, /WINNOW_ALLOWED_TARGETS: /],
    [{ WINNOW_PORT: '80' }, /WINNOW_PORT: no such variable/],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/none', WINNOW_SECRET: 'a-secret-of-16-chars' },
      /DATABASE_URL: /,
    ],
  ]
  for (const [env, message] of wrong) {
    it(`stop the start: ${JSON.stringify(env)}`, async () => {
      const { code, err } = await run(['serve'], env)
      assert.equal(code, 1)
      assert.match(err, message)
      assert.doesNotMatch(err, /\bat .*\.ts:/)
    })
  }

  it('name a host that is not here', async () => {
    await using folder = await temporaryFolder()
    const { code, err } = await run(['serve'], {
      WINNOW_DATA_DIR: folder.path,
      PORT: '0',
      HOST: '203.0.113.7',
    })
    assert.equal(code, 1)
    assert.match(err, /^HOST: 203\.0\.113\.7 is not an address of this machine/)
  })

  it('name a port that is taken', async () => {
    await using folder = await temporaryFolder()
    await using other = await startSite()
    const { code, err } = await run(['serve'], {
      WINNOW_DATA_DIR: folder.path,
      PORT: String(other.port),
      HOST: '127.0.0.1',
    })
    assert.equal(code, 1)
    assert.match(err, new RegExp(`PORT: ${other.port} is in use`))
    assert.deepEqual(readdirSync(folder.path), [], 'nothing is made for a service that cannot start')
  })
})

describe('commands', () => {
  it('explain themselves', async () => {
    const help = await run(['serve', '--help'])
    assert.equal(help.code, 0)
    assert.match(help.out, /npm start/)
    const admin = await run(['admin', '--help'])
    assert.equal(admin.code, 0)
    for (const words of [
      'create team',
      'create key',
      'create partner',
      'rotate key',
      'list teams',
      'backup',
      'restore',
    ]) {
      assert.match(admin.out, new RegExp(words))
    }
    const unknown = await run(['dance'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.err, /no command 'dance'/)
  })

  it('work beside a running service, and without one', async () => {
    await using folder = await temporaryFolder()
    const env = { WINNOW_DATA_DIR: join(folder.path, 'data') }
    const admin = async (...words: string[]) => {
      const { code, out, err } = await run(['admin', ...words, '--json'], env)
      assert.equal(code, 0, err)
      return JSON.parse(out)
    }
    const service = await spawnService({ env })
    const team = await admin('create', 'team', '--name', 'Acme', '--credits', '5')
    assert.equal(team.credits, 5)
    const made = await admin('create', 'key', '--team', team.id)
    const use = (key: string) =>
      fetch(`${service.url}/v2/team/credit-usage`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal((await use(made.apiKey)).status, 200)
    const rotated = await admin('rotate', 'key', made.id)
    assert.deepEqual([(await use(made.apiKey)).status, (await use(rotated.apiKey)).status], [401, 200])
    assert.ok((await admin('create', 'partner', '--name', 'Platform')).partnerKey)
    await admin('backup', join(folder.path, 'backup'))
    await service.stop()

    const teams = await admin('list', 'teams')
    assert.deepEqual(
      teams.map(({ name }: { name: string }) => name),
      ['Default', 'Keyless', 'Acme'],
    )
    const restored = { WINNOW_DATA_DIR: join(folder.path, 'restored') }
    const restore = await run(['admin', 'restore', join(folder.path, 'backup')], restored)
    assert.equal(restore.code, 0, restore.err)
    const keys = await run(['admin', 'list', 'keys', '--team', team.id, '--json'], restored)
    assert.deepEqual(
      JSON.parse(keys.out).map(({ id }: { id: string }) => id),
      [rotated.id],
    )
    assert.deepEqual(processesOf(folder.path), [])
  })

  const nobody = '0198d0aa-1111-7222-8333-444455556666'
  const refused: [string[], string][] = [
    [['create', 'key', '--team', 'xyz'], "'xyz' is not the id of a team: an id is a UUID."],
    [['create', 'key', '--team', nobody], `There is no team ${nobody}.`],
    [['create', 'key', '--name', '   '], '--name must not be empty.'],
    [
      ['create', 'team', '--name', 'a', '--organization', 'xyz'],
      "'xyz' is not the id of an organization: an id is a UUID.",
    ],
    [['create', 'team', '--name', 'a', '--organization', nobody], `There is no organization ${nobody}.`],
    [['create', 'team', '--name', 'a', '--concurrency', '0'], '--concurrency must be at least 1.'],
    [['create', 'team', '--name', 'a', '--credits', 'many'], '--credits must be a number.'],
    [['create', 'team', '--name', 'a', '--credits=-1'], '--credits must be at least 0.'],
    [['create', 'team', '--name', '   '], '--name must not be empty.'],
    [['create', 'organization', '--name', 'x'.repeat(257)], '--name must have at most 256 characters.'],
    [['create', 'partner', '--name', ''], '--name must not be empty.'],
    [
      ['create', 'partner', '--name', 'a', '--coupon-credits', '1.5'],
      '--coupon-credits must be a whole number.',
    ],
    [['list', 'keys', '--team', nobody], `There is no team ${nobody}.`],
    [['list', 'keys', '--team', ''], "'' is not the id of a team: an id is a UUID."],
    [['rotate', 'key', nobody], `There is no key ${nobody}.`],
    [['rotate', 'partner', 'xyz'], "'xyz' is not the id of a partner: an id is a UUID."],
    [['remove', 'key', 'xyz'], "'xyz' is not the id of a key: an id is a UUID."],
  ]
  it('refuse what the API refuses, in one sentence', async () => {
    await using database = await testDatabase()
    const secret = 'a-secret-of-16-chars'
    const settings = () => ({ dataDir: '/nowhere', databaseUrl: database.url, secret })
    for (const [words, sentence] of refused) {
      await assert.rejects(
        runAdmin(words, settings, { write: () => assert.fail(`${words.join(' ')} is taken`) }),
        (failure) => failure instanceof Fault && failure.message === sentence,
        words.join(' '),
      )
    }
    const [words, sentence] = refused[0]!
    const env = { DATABASE_URL: database.url, WINNOW_SECRET: secret }
    assert.deepEqual(await run(['admin', ...words], env), { code: 1, out: '', err: `${sentence}\n` })
  })

  it('say what is missing', async () => {
    const { code, err } = await run(['admin', 'create', 'team'])
    assert.equal(code, 1)
    assert.match(err, /It needs --name/)
    assert.match(err, /Usage: npm run winnow -- admin create team/)
  })
})
