import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runAdmin } from '../../src/admin/admin.ts'
import { Fault } from '../../src/fault.ts'
import { testDatabase } from '../support/database.ts'
import { processesOf, run, spawnService, temporaryFolder } from '../support/service.ts'
import { startSite } from '../support/site.ts'

describe('wrong settings', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /PORT: must be a whole number/],
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

  it('name a host that is not local', async () => {
    await using folder = await temporaryFolder()
    const { code, err } = await run(['serve'], {
      WINNOW_DATA_DIR: folder.path,
      PORT: '0',
      HOST: '203.0.113.7',
    })
    assert.equal(code, 1)
    assert.match(err, /^HOST: 203\.0\.113\.7 is not an IP address of this machine/)
  })

  it('name a port that is in use', async () => {
    await using folder = await temporaryFolder()
    await using other = await startSite()
    const { code, err } = await run(['serve'], {
      WINNOW_DATA_DIR: folder.path,
      PORT: String(other.port),
      HOST: '127.0.0.1',
    })
    assert.equal(code, 1)
    assert.match(err, new RegExp(`PORT: ${other.port} is already in use`))
    assert.deepEqual(readdirSync(folder.path), [], 'nothing is made for a service that cannot start')
  })
})

describe('commands', () => {
  it('have a help', async () => {
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
    const dataDir = join(folder.path, 'data')
    const env = { WINNOW_DATA_DIR: dataDir }
    const admin = (...words: string[]) => adminOf(dataDir, words)
    const service = await spawnService({ env })
    const { code, out, err } = await run(
      ['admin', 'create', 'team', '--name', 'Acme', '--credits', '5', '--json'],
      env,
    )
    assert.equal(code, 0, err)
    const team = JSON.parse(out)
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
    const restored = join(folder.path, 'restored')
    await adminOf(restored, ['restore', join(folder.path, 'backup')])
    const keys = await adminOf(restored, ['list', 'keys', '--team', team.id])
    assert.deepEqual(
      keys.map(({ id }: { id: string }) => id),
      [rotated.id],
    )
    assert.deepEqual(processesOf(folder.path), [])
  })

  const nobody = '0198d0aa-1111-7222-8333-444455556666'
  const refused: [string[], string][] = [
    [['create', 'key', '--team', 'xyz'], "'xyz' is not the id of a team. An id is a UUID."],
    [['create', 'key', '--team', nobody], `No team has the id ${nobody}.`],
    [['create', 'key', '--name', '   '], '--name must not be empty.'],
    [['create', 'key', '--expires', '2020-01-01'], '--expires must be a time in the future.'],
    [
      ['create', 'key', '--ips', '10.0.0.0/8,office'],
      "--ips must be an IP address or a CIDR range such as 10.0.0.0/8 or 2001:db8::/32, not 'office'.",
    ],
    [
      ['create', 'team', '--name', 'a', '--organization', 'xyz'],
      "'xyz' is not the id of an organization. An id is a UUID.",
    ],
    [['create', 'team', '--name', 'a', '--organization', nobody], `No organization has the id ${nobody}.`],
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
    [['list', 'keys', '--team', nobody], `No team has the id ${nobody}.`],
    [['list', 'keys', '--team', ''], "'' is not the id of a team. An id is a UUID."],
    [['rotate', 'key', nobody], `No key has the id ${nobody}.`],
    [['rotate', 'partner', 'xyz'], "'xyz' is not the id of a partner. An id is a UUID."],
    [['remove', 'key', 'xyz'], "'xyz' is not the id of a key. An id is a UUID."],
  ]
  it('fail like the API, in one sentence', async () => {
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

  it('report missing arguments', async () => {
    const { code, err } = await run(['admin', 'create', 'team'])
    assert.equal(code, 1)
    assert.match(err, /Missing option: --name/)
    assert.match(err, /Usage: npm run winnow -- admin create team/)
  })
})

/** The result of an operator's command. Other tests run the program itself, which forwards its arguments. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
async function adminOf(dataDir: string, words: readonly string[]): Promise<any> {
  let out = ''
  const settings = () => ({ dataDir, databaseUrl: undefined, secret: undefined })
  assert.equal(await runAdmin([...words, '--json'], settings, { write: (text) => (out += text) }), 0)
  return JSON.parse(out)
}
