import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { configFileIn, readSavedSettings, writeSavedSettings } from './config-file.ts'
import type { SavedSettings } from './config-file.ts'
import { UsageError } from './exit-codes.ts'
import { masked, resolveSettings } from './settings.ts'

const FILE = '/home/me/.config/winnow/config.json'
const settled = (flags: object, environment: Record<string, string>, values: Partial<SavedSettings> = {}) =>
  resolveSettings(flags, environment, { path: FILE, values: { keys: {}, ...values } })

describe('settings', () => {
  const HERE = 'http://localhost:3002'
  const key = (...given: Parameters<typeof settled>) => settled(...given).apiKey

  it('are what the command line says, then the environment, then the file', () => {
    const all = { SERVICE_API_KEY: 'service', WINNOW_API_KEY: 'winnow', FIRECRAWL_API_KEY: 'peer' }
    const kept = { keys: { [HERE]: 'kept' } }
    assert.deepEqual(key({ 'api-key': 'flag' }, all, kept), { value: 'flag', from: '--api-key' })
    assert.deepEqual(key({}, all, kept), { value: 'service', from: 'SERVICE_API_KEY' })
    const noService = { ...all, SERVICE_API_KEY: ' ' }
    assert.deepEqual(key({}, noService, kept), { value: 'winnow', from: 'WINNOW_API_KEY' })
    assert.deepEqual(key({}, {}, kept), { value: 'kept', from: FILE })
    assert.deepEqual(key({}, {}), { value: undefined, from: 'not set' })
    assert.deepEqual(settled({}, {}).apiUrl, { value: HERE, from: 'default' })
  })

  it('of other clients come after what was kept', () => {
    const peer = { FIRECRAWL_API_KEY: 'peer', FIRECRAWL_API_URL: 'https://peer.test' }
    assert.equal(settled({}, peer).apiUrl.from, 'FIRECRAWL_API_URL')
    assert.deepEqual(key({}, peer), { value: 'peer', from: 'FIRECRAWL_API_KEY' })
    const kept = { apiUrl: 'https://mine.test', keys: { 'https://mine.test': 'kept' } }
    assert.equal(settled({}, peer, kept).apiUrl.value, 'https://mine.test')
    assert.deepEqual(key({}, peer, kept), { value: 'kept', from: FILE })
  })

  it('never send a key of other clients to a service that was not named', () => {
    assert.equal(key({}, { FIRECRAWL_API_KEY: 'peer' }).value, undefined)
    assert.equal(key({ 'api-url': 'https://mine.test' }, { FIRECRAWL_API_KEY: 'peer' }).value, 'peer')
    const pair = { FIRECRAWL_API_KEY: 'peer', FIRECRAWL_API_URL: 'https://peer.test/' }
    assert.equal(key({ 'api-url': 'https://mine.test' }, pair).value, undefined)
    assert.equal(key({ 'api-url': 'https://PEER.test/v2' }, pair).value, 'peer')
  })

  it('take the address with or without /v2 and scheme', () => {
    for (const given of [
      'http://a.test',
      'http://a.test/',
      'http://a.test/v2',
      'http://a.test/v2/',
      'a.test',
    ])
      assert.equal(settled({ 'api-url': given }, {}).apiUrl.value, 'http://a.test')
    assert.throws(() => settled({ 'api-url': 'ftp://a.test' }, {}), UsageError)
    assert.throws(() => settled({}, { SERVICE_API_URL: 'http://' }), /SERVICE_API_URL/)
  })

  it('send a kept key only to the service it was kept for', () => {
    const keys = { 'https://mine.test': 'mine', [HERE]: 'here' }
    assert.equal(key({ 'api-url': 'https://MINE.test:443/v2' }, {}, { keys }).value, 'mine')
    assert.equal(key({ 'api-url': 'https://other.test' }, {}, { keys }).value, undefined)
    assert.equal(key({}, { SERVICE_API_URL: 'https://other.test' }, { keys }).value, undefined)
    assert.equal(key({}, {}, { keys, apiUrl: 'https://other.test' }).value, undefined)
    assert.equal(key({}, {}, { keys }).value, 'here')
  })

  it('take no address with a name, a password or a query', () => {
    for (const given of ['https://me:secret@a.test', 'https://a.test?x=1', 'https://a.test/#x'])
      assert.throws(() => settled({ 'api-url': given }, {}), UsageError)
    assert.throws(
      () => settled({ 'api-url': 'https://me:secret@a.test' }, {}),
      (failure: Error) => !failure.message.includes('secret'),
    )
  })

  it('show of a key only which it is', () => {
    assert.equal(masked('fc-0123456789abcdef0123456789abcdef'), 'fc-01…cdef')
    assert.equal(masked('short'), '…')
  })
})

describe('the file of settings', () => {
  it('stands where the operating system has such files', () => {
    assert.equal(configFileIn({}, '/home/me', 'linux'), FILE)
    assert.equal(configFileIn({ XDG_CONFIG_HOME: '/x' }, '/home/me', 'linux'), '/x/winnow/config.json')
    assert.equal(configFileIn({ APPDATA: '/roaming' }, '/home/me', 'win32'), '/roaming/winnow/config.json')
    assert.equal(configFileIn({ WINNOW_CONFIG: '/y.json' }, '/home/me', 'linux'), '/y.json')
  })

  it('is read by nobody else, and goes when it is empty', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-settings-'))
    try {
      const path = join(folder, 'deep', 'config.json')
      assert.deepEqual(await readSavedSettings(path), { keys: {} })
      await writeSavedSettings(path, { keys: { 'http://a.test': 'a' } })
      const saved = { apiUrl: 'http://a.test', keys: { 'http://a.test': 'b' } }
      await writeSavedSettings(path, saved)
      assert.equal((await stat(path)).mode & 0o777, 0o600)
      assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), saved)
      assert.deepEqual(await readSavedSettings(path), saved)
      await writeSavedSettings(path, { keys: {} })
      await assert.rejects(stat(path))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
