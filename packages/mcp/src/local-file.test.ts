import assert from 'node:assert/strict'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ToolFailure } from './failure.ts'
import { MAX_FILE_BYTES, readLocalFile } from './local-file.ts'

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'winnow-mcp-'))))
after(() => rm(folder, { recursive: true }))

test('reads a file with its name', async () => {
  const path = join(folder, 'a b.html')
  await writeFile(path, '<h1>Grain</h1>')
  const { data, filename } = await readLocalFile(path)
  assert.equal(filename, 'a b.html')
  assert.equal(Buffer.from(data).toString(), '<h1>Grain</h1>')
})

test('accepts an empty file', async () => {
  await writeFile(join(folder, 'empty.txt'), '')
  assert.equal((await readLocalFile(join(folder, 'empty.txt'))).data.length, 0)
})

test('rejects a file over 50 MB without reading it', async () => {
  const path = join(folder, 'large.pdf')
  await writeFile(path, '')
  await truncate(path, MAX_FILE_BYTES + 1)
  await assert.rejects(readLocalFile(path), isFailure('FILE_TOO_LARGE', /50 MB/))
})

test('rejects a path that is not a readable file', async () => {
  await assert.rejects(readLocalFile(folder), isFailure('NOT_A_FILE', /not a file|folder/))
  await assert.rejects(
    readLocalFile(join(folder, 'nowhere.pdf')),
    isFailure('FILE_NOT_FOUND', /does not exist/),
  )
  await assert.rejects(readLocalFile('/dev/zero'), isFailure('NOT_A_FILE', /not a file/))
})

function isFailure(code: string, said: RegExp) {
  return (failure: unknown) =>
    failure instanceof ToolFailure && failure.code === code && said.test(failure.message)
}
