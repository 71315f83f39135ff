import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { configFileIn, readSaved, writeSaved } from './config-file.ts'
import { UsageError } from './exit-codes.ts'
import { masked, settle } from './settings.ts'

const FILE = '/home/me/.config/winnow/config.json'
const settled = (flags: object, environment: Record<string, string>, values = {}) =>
  settle(flags, environment, { path: FILE, values })

describe('settings', () => {
  it('come from options, then the environment, then the file, then what is usual', () => {
    const all = { SERVICE_API_KEY: 'service', WINNOW_API_KEY: 'winnow', FIRECRAWL_API_KEY: 'peer' }
    const kept = { apiKey: 'kept' }
    assert.deepEqual(settled({ 'api-key': 'flag' }, all, kept).apiKey, { value: 'flag', from: '--api-key' })
    assert.deepEqual(settled({}, all, kept).apiKey, { value: 'service', from: 'SERVICE_API_KEY' })
    assert.deepEqual(settled({}, { ...all, SERVICE_API_KEY: ' ' }, kept).apiKey, {
      value: 'winnow',
      from: 'WINNOW_API_KEY',
    })
    assert.deepEqual(settled({}, { FIRECRAWL_API_KEY: 'peer' }, kept).apiKey, {
      value: 'peer',
      from: 'FIRECRAWL_API_KEY',
    })
    assert.deepEqual(settled({}, {}, kept).apiKey, { value: 'kept', from: FILE })
    assert.deepEqual(settled({}, {}).apiKey, { value: undefined, from: 'not set' })
    assert.deepEqual(settled({}, {}).apiUrl, { value: 'http://localhost:3002', from: 'default' })
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
    const kept = { apiKey: 'kept', apiUrl: 'https://mine.test' }
    assert.equal(settled({}, {}, kept).apiKey.value, 'kept')
    assert.equal(settled({ 'api-url': 'https://mine.test/v2' }, {}, kept).apiKey.value, 'kept')
    assert.equal(settled({ 'api-url': 'https://other.test' }, {}, kept).apiKey.value, undefined)
    assert.equal(settled({}, { SERVICE_API_URL: 'https://other.test' }, kept).apiKey.value, undefined)
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
      assert.deepEqual(await readSaved(path), {})
      await writeSaved(path, { apiKey: 'a' })
      await writeSaved(path, { apiKey: 'b', apiUrl: 'http://a.test' })
      assert.equal((await stat(path)).mode & 0o777, 0o600)
      assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { apiKey: 'b', apiUrl: 'http://a.test' })
      await writeSaved(path, {})
      await assert.rejects(stat(path))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
