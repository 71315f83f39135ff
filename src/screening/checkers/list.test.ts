import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { openList } from './list.ts'

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
after(() => rmSync(folder, { recursive: true }))
const { signal } = new AbortController()

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

async function opened(...files: string[]) {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const rateRisk = await openList(files, log, { lookEveryMs: 0 })
  return { logged, scoreOf: async (url: string) => (await rateRisk(url, signal)).score }
}

describe('lists in files', () => {
  it('contain the URLs of each file, with the highest score', async () => {
    const hosts = fileOf('hosts', '# threats\n0.0.0.0 one.example\n')
    const plain = fileOf('plain.txt', 'two.example\r\nhttps://three.example/bad\r\n')
    const { scoreOf } = await opened(hosts, plain)
    assert.deepEqual(
      await Promise.all(
        ['https://a.one.example/', 'https://two.example/x', 'https://three.example/bad'].map(scoreOf),
      ),
      [100, 100, 100],
    )
    assert.equal(await scoreOf('https://three.example/'), 0)
  })

  it('are reloaded when a file is changed in place or replaced', async () => {
    const file = fileOf('changing', 'one.example\n')
    const { scoreOf } = await opened(file)
    assert.equal(await scoreOf('https://two.example/'), 0)
    writeFileSync(file, 'one.example\ntwo.example\n')
    assert.equal(await scoreOf('https://two.example/'), 100)
    renameSync(fileOf('next', 'three.example\n'), file)
    assert.deepEqual(
      await Promise.all(['https://one.example/', 'https://three.example/'].map(scoreOf)),
      [0, 100],
    )
  })

  it('stay loaded while a file is missing, with one warning', async () => {
    const file = fileOf('leaving', 'one.example\n')
    const { scoreOf, logged } = await opened(file)
    rmSync(file)
    for (const _ of [1, 2]) assert.equal(await scoreOf('https://one.example/'), 100)
    assert.equal(logged.length, 1)
    assert.match(logged[0]!, /leaving.*" \(ENOENT\)\. The previous content stays in use/)
    fileOf('leaving', 'two.example\n')
    assert.deepEqual(
      await Promise.all(['https://one.example/', 'https://two.example/'].map(scoreOf)),
      [0, 100],
    )
  })

  it('must be readable at startup', async () => {
    await assert.rejects(opened(join(folder, 'nowhere')), /WINNOW_URL_RISK_URL: .*nowhere" .*ENOENT/)
    await assert.rejects(opened(folder), /WINNOW_URL_RISK_URL: .*EISDIR/)
  })
})
