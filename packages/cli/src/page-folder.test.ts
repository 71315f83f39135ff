import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createOutput } from './output.ts'
import type { Output } from './output.ts'
import { openPageFolder, readIndex } from './page-folder.ts'

const START = { url: 'https://site.test/', id: '1' }
let folder: string
let out: Output
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-folder-'))
  const flags = { json: false, pretty: false, quiet: true }
  out = await createOutput({ stdout: process.stdout, stderr: process.stderr, folder, flags, hasColor: false })
})
after(() => rm(folder, { recursive: true }))

describe('a folder of pages', () => {
  it('has one file per requested URL, also when several lead to one page', async () => {
    const path = join(folder, 'redirected')
    const pages = await openPageFolder(path, START, out)
    for (const from of ['old', 'new']) {
      const metadata = { sourceURL: `https://site.test/${from}`, url: 'https://site.test/new' }
      await pages.write({ markdown: from, metadata })
    }
    await pages.finish([])
    assert.deepEqual((await readdir(path)).toSorted(), ['new.md', 'old.md', 'winnow-index.json'])
    const old = await readFile(join(path, 'old.md'), 'utf8')
    assert.match(old, /^---\nurl: "https:\/\/site\.test\/new"\nsourceURL: "https:\/\/site\.test\/old"\n/)
    assert.match(old, /\n\nold\n$/)
  })

  it('keeps the formats of all pages apart, also in the next run', async () => {
    const path = join(folder, 'formats')
    for (const run of ['first', 'second']) {
      const pages = await openPageFolder(path, START, out)
      for (const name of ['p', 'p.raw', 'winnow-index'])
        await pages.write({
          html: `${run} ${name}`,
          rawHtml: `${run} raw ${name}`,
          links: [run, name],
          metadata: { sourceURL: `https://site.test/${name}` },
        })
      await pages.finish([])
    }
    const index = (await readIndex(path))!
    const files = index.pages.flatMap(({ files: some }) => some)
    assert.deepEqual([index.state, files.length, new Set(files).size], ['finished', 9, 9])
    assert.deepEqual(
      (await readdir(path)).toSorted(),
      [...files, 'winnow-index.json'].toSorted(),
      'the second run writes over the first',
    )
    for (const { url, files: some } of index.pages) {
      const [html, raw] = await Promise.all(some.map((file) => readFile(join(path, file), 'utf8')))
      assert.deepEqual(
        [html, raw],
        [`second ${url.split('/').at(-1)}`, `second raw ${url.split('/').at(-1)}`],
      )
    }
  })
})
