import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ARTICLE, TANGLED } from '../../../test/support/site-samples.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { understandSource } from './understand-source.ts'
import type { Wanted } from './understand-source.ts'
import { openUnderstandThreads } from './threads.ts'
import type { UnderstandThreads } from './threads.ts'

function wanted(...formats: string[]): Wanted {
  return ScrapeRequest.parse({
    url: 'https://site.test/',
    formats: formats.length > 0 ? formats : ['markdown'],
  })
}

function source(body: string | Uint8Array) {
  return { bytes: Buffer.from(body), contentType: 'text/html; charset=utf-8', url: 'https://site.test/a' }
}

function read(
  pool: UnderstandThreads,
  body: string | Uint8Array,
  signal = new AbortController().signal,
  what = wanted(),
) {
  return pool.understand(source(body), what, signal)
}

async function fieldsOf(result: ReturnType<typeof read>) {
  const understood = await result
  return understood.state === 'understood' ? understood.fields : assert.fail(understood.state)
}

const workers = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length

describe('what threads understand', () => {
  let pool: UnderstandThreads
  before(() => void (pool = openUnderstandThreads({ threads: 1 })))
  after(() => pool[Symbol.asyncDispose]())

  it('gives what understanding gives', async () => {
    const what = wanted('markdown', 'html', 'rawHtml', 'links', 'images')
    assert.deepEqual(await read(pool, ARTICLE, undefined, what), understandSource(source(ARTICLE), what))
  })

  it('names a kind of file that is not read', async () => {
    assert.deepEqual(await read(pool, '%PDF-1.7'), { state: 'unsupported', name: 'PDF' })
  })

  it('leaves the bytes to the caller', async () => {
    const page = source(ARTICLE)
    await pool.understand(page, wanted(), new AbortController().signal)
    assert.equal(page.bytes.toString(), ARTICLE)
  })

  it('gives long texts and lists whole', async () => {
    const links = Array.from(
      { length: 12_001 },
      (_, index) => `<a href="/${index}">🦊 ${'ä'.repeat(100)}</a>`,
    )
    const body = `<p>x${links.join('')}</p>`
    const what = wanted('rawHtml', 'links', 'markdown')
    const fields = await fieldsOf(read(pool, body, undefined, what))
    assert.ok(fields.rawHtml === body)
    assert.equal(fields.links?.length, 12_001)
    assert.equal(fields.links?.at(-1), 'https://site.test/12000')
    const inline = understandSource(source(body), what)
    assert.ok(inline.state === 'understood' && inline.fields.markdown === fields.markdown)
  })

  it('keeps everything else of a request from the thread', async () => {
    // A function cannot be handed to a thread, so it would be noticed.
    const request = { ...wanted(), headers: { authorization: () => 'secret' } }
    assert.equal((await fieldsOf(read(pool, '<p>a', undefined, request))).markdown, 'a')
  })
})

describe('openUnderstandThreads', () => {
  it('takes more sources than it has threads', async () => {
    await using pool = openUnderstandThreads({ threads: 2 })
    const bodies = Array.from({ length: 20 }, (_, index) => `page ${index}`)
    const all = await Promise.all(bodies.map((body) => fieldsOf(read(pool, `<p>${body}`))))
    assert.deepEqual(
      all.map(({ markdown }) => markdown),
      bodies,
    )
  })

  it('ends a page that takes too long', async () => {
    await using pool = openUnderstandThreads({ timeMs: 100 })
    await assert.rejects(read(pool, TANGLED), {
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      message: /too complex/,
    })
  })

  it('ends a page that takes too much memory, and goes on', async () => {
    await using pool = openUnderstandThreads({ threads: 1, memoryMb: 48 })
    const large = read(pool, Buffer.alloc(8_000_000, '<i>x</i>'))
    await assert.rejects(large, { code: 'SCRAPE_UNSUPPORTED_FILE_ERROR', message: /memory/ })
    assert.equal((await fieldsOf(read(pool, '<p>after'))).markdown, 'after')
  })

  it('ends a page whose time is over; who waits is served by a fresh thread', async () => {
    await using pool = openUnderstandThreads({ threads: 1 })
    const late = read(pool, TANGLED, AbortSignal.timeout(1))
    const next = fieldsOf(read(pool, '<p>next'))
    await assert.rejects(late, { code: 'SCRAPE_TIMEOUT' })
    assert.equal((await next).markdown, 'next')
  })

  it('lets other pages go on meanwhile', async () => {
    await using pool = openUnderstandThreads({ threads: 2 })
    const leaving = new AbortController()
    const slow = read(pool, TANGLED, leaving.signal)
    for (const body of ['a', 'b', 'c'])
      assert.equal((await fieldsOf(read(pool, `<p>${body}`))).markdown, body)
    leaving.abort()
    await assert.rejects(slow, { code: 'SCRAPE_JOB_CANCELLED' })
  })

  it('forgets who leaves while waiting', async () => {
    await using pool = openUnderstandThreads({ threads: 1 })
    const leaving = new AbortController()
    const slow = read(pool, TANGLED, leaving.signal)
    const waits = new AbortController()
    const waiting = read(pool, '<p>never', waits.signal)
    const last = fieldsOf(read(pool, '<p>last'))
    waits.abort()
    await assert.rejects(waiting, { code: 'SCRAPE_JOB_CANCELLED' })
    leaving.abort()
    await assert.rejects(slow, { code: 'SCRAPE_JOB_CANCELLED' })
    assert.equal((await last).markdown, 'last')
  })

  it('does not begin for who has left', async () => {
    await using pool = openUnderstandThreads()
    await assert.rejects(read(pool, '<p>a', AbortSignal.abort()), { code: 'SCRAPE_JOB_CANCELLED' })
  })

  it('ends with what is under way, and takes nothing more', async () => {
    const pool = openUnderstandThreads({ threads: 1 })
    const running = assert.rejects(read(pool, TANGLED), { code: 'SCRAPE_JOB_CANCELLED' })
    const waiting = assert.rejects(read(pool, '<p>a'), { code: 'SCRAPE_JOB_CANCELLED' })
    await pool[Symbol.asyncDispose]()
    await Promise.all([running, waiting])
    await assert.rejects(read(pool, '<p>b'), { code: 'SCRAPE_JOB_CANCELLED' })
    assert.equal(workers(), 0)
  })

  it('keeps one idle thread and ends the others', async () => {
    await using pool = openUnderstandThreads({ threads: 3, idleMs: 1 })
    await Promise.all(['a', 'b', 'c'].map((body) => read(pool, `<p>${body}`)))
    await waitUntil(() => workers() === 1)
    assert.equal((await fieldsOf(read(pool, '<p>d'))).markdown, 'd')
  })

  it('keeps no thread that has read something large', async () => {
    await using pool = openUnderstandThreads({ idleMs: 1 })
    await read(pool, 'word '.repeat(110_000))
    await waitUntil(() => workers() === 0)
    assert.equal((await fieldsOf(read(pool, '<p>d'))).markdown, 'd')
  })
})
