import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { openDocuments, openSpool, readerAccount } from '../../src/documents/documents.ts'
import type { DocumentInput } from '../../src/documents/documents.ts'
import { Fault } from '../../src/fault.ts'
import { temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const OPTIONS = { keepImages: false, ocr: 'never' } as const
const never = new AbortController().signal

const small = tableOf('a,b\n1,2\n')
/** Takes a while to read. */
const large = tableOf('some,more,words\n'.repeat(400_000))

function tableOf(text: string): DocumentInput {
  return { stored: { bytes: Buffer.from(text) }, fileName: 'a.csv', contentType: 'text/csv' }
}

/** The document readers of this process. */
function readers(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker-main')
        )
      } catch {
        return false
      }
    })
}

describe('the processes that read documents', () => {
  it('are started when needed, and end with the service', async () => {
    {
      await using documents = openDocuments()
      assert.deepEqual(readers(), [])
      const { content } = await documents.convert(small, OPTIONS, never)
      assert.match('html' in content ? content.html : '', /<table/)
      assert.equal(readers().length, 1)
    }
    assert.deepEqual(readers(), [])
  })

  it('get none of the environment of the service', async () => {
    await using documents = openDocuments()
    await documents.convert(small, OPTIONS, never)
    const [pid] = readers()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    assert.deepEqual(
      environment.filter((line) => !line.startsWith('NODE_CHANNEL')),
      [],
    )
  })

  it('have no privileges when the service has all', async () => {
    await using documents = openDocuments()
    await documents.convert(small, OPTIONS, never)
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${readers()[0]}/status`, 'utf8'))?.[1]
    assert.equal(Number(uid), readerAccount()?.uid ?? process.getuid!())
  })

  it('read a file that only they can read', async () => {
    await using folder = await temporaryFolder()
    await using spool = await openSpool(folder.path)
    await using documents = openDocuments()
    const text = Buffer.from('some,more\n'.repeat(200_000))
    await using taken = await spool.take(Readable.from([text]))
    assert.ok('path' in taken.stored)
    const { content } = await documents.convert({ ...small, stored: taken.stored }, OPTIONS, never)
    assert.match('html' in content ? content.html : '', /more/)
  })

  it('may crash: the document fails, and the next one is read', async () => {
    await using documents = openDocuments()
    await documents.convert(small, OPTIONS, never)
    const [pid] = readers()
    const crashed = documents.convert(large, OPTIONS, never)
    process.kill(pid!, 'SIGSEGV')
    await assert.rejects(crashed, { name: 'UnreadableDocument', reason: 'damaged', message: /crash/ })
    assert.ok(await documents.convert(small, OPTIONS, never))
    assert.notEqual(readers()[0], pid)
  })

  it('are killed when a document exceeds the memory limit', async () => {
    await using documents = openDocuments(undefined, { memoryMb: 40 })
    await assert.rejects(documents.convert(large, OPTIONS, never), {
      name: 'UnreadableDocument',
      reason: 'too large',
      message: /memory/,
    })
    await waitUntil(() => readers().length === 0)
  })

  it('are killed when a document exceeds the time limit', async () => {
    await using documents = openDocuments(undefined, { timeMs: 1 })
    await assert.rejects(documents.convert(large, OPTIONS, never), {
      name: 'UnreadableDocument',
      reason: 'too large',
      message: /time/,
    })
  })

  it('are killed when the caller of the document disconnects', async () => {
    await using documents = openDocuments()
    await documents.convert(small, OPTIONS, never)
    const gone = new AbortController()
    const left = documents.convert(large, OPTIONS, gone.signal)
    gone.abort(new Fault('SCRAPE_TIMEOUT', 'late'))
    await assert.rejects(left, { code: 'SCRAPE_TIMEOUT' })
    assert.ok(await documents.convert(small, OPTIONS, never))
  })

  it('read several documents at once, but not more than there are processes', async () => {
    await using documents = openDocuments(undefined, { processes: 2 })
    const many = Array.from({ length: 6 }, () => documents.convert(small, OPTIONS, never))
    assert.equal((await Promise.all(many)).length, 6)
    assert.equal(readers().length, 2)
  })

  it('end after an idle period', async () => {
    await using documents = openDocuments(undefined, { idleMs: 1 })
    await documents.convert(small, OPTIONS, never)
    await waitUntil(() => readers().length === 0)
  })
})
