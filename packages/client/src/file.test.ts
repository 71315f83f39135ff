import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { openFile } from './file.ts'

const BYTES = new TextEncoder().encode('<h1>Grain</h1>')

describe('a file', () => {
  it('is opened by its path and keeps its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-client-'))
    try {
      const place = join(folder, 'grain.html')
      await writeFile(place, BYTES)
      const { blob, filename } = await openFile(place)
      assert.deepEqual([filename, await blob.text()], ['grain.html', '<h1>Grain</h1>'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('fails with an option error if the path does not exist', async () => {
    await assert.rejects(openFile('/nowhere/at/all.pdf'), {
      code: 'BAD_OPTION',
      message: /could not be read/,
    })
  })

  const forms: [string, () => Parameters<typeof openFile>[0]][] = [
    ['bytes', () => ({ data: BYTES, filename: 'a.html' })],
    [
      'a part of a larger buffer',
      () => ({ data: Buffer.from(`xx<h1>Grain</h1>`).subarray(2), filename: 'a.html' }),
    ],
    ['an ArrayBuffer', () => ({ data: BYTES.buffer, filename: 'a.html' })],
    ['text', () => ({ data: '<h1>Grain</h1>', filename: 'a.html' })],
    ['a Blob', () => ({ data: new Blob([BYTES]), filename: 'a.html' })],
    ['a File', () => new File([BYTES], 'a.html')],
    ['a web stream', () => ({ data: new Blob([BYTES]).stream(), filename: 'a.html' })],
    [
      'a stream of Node',
      () => ({ data: Readable.from([BYTES.slice(0, 4), BYTES.slice(4)]), filename: 'a.html' }),
    ],
  ]
  for (const [name, make] of forms) {
    it(`accepts ${name}`, async () => {
      const { blob, filename } = await openFile(make())
      assert.deepEqual([filename, await blob.text()], ['a.html', '<h1>Grain</h1>'])
    })
  }

  it('keeps the given type', async () => {
    const { blob } = await openFile({ data: BYTES, filename: 'a', contentType: 'text/html' })
    assert.equal(blob.type, 'text/html')
  })

  it('is not read to the end when the stream is endless', async () => {
    let given = 0
    async function* endless() {
      for (;;) {
        given += 8_388_608
        yield new Uint8Array(8_388_608)
      }
    }
    await assert.rejects(openFile({ data: endless(), filename: 'a.pdf' }), { code: 'BAD_OPTION' })
    assert.equal(given, 7 * 8_388_608)
  })

  it('stops reading a stream when the signal is aborted, and cancels it', async () => {
    let isCancelled = false
    const stop = new AbortController()
    const data = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(BYTES)
        stop.abort()
      },
      cancel: () => void (isCancelled = true),
    })
    await assert.rejects(openFile({ data, filename: 'a.html' }, stop.signal), { code: 'ABORTED' })
    await waitUntil(() => isCancelled)
  })

  it('fails with an option error if the stream breaks', async () => {
    const data = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('disk gone')) })
    await assert.rejects(openFile({ data, filename: 'a.html' }), {
      code: 'BAD_OPTION',
      cause: new Error('disk gone'),
    })
  })
})
