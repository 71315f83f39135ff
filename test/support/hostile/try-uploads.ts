import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { API_KEY } from '../app.ts'
import type { TestApp } from '../app.ts'
import { UPLOADS } from './cases/upload.ts'
import { fails } from './hostile-case.ts'
import { watchMemory } from './memory.ts'
import { metric } from './try-area.ts'
import { startTrap } from './trap.ts'
import type { Trap } from './trap.ts'

const DEFECTS = 'winnow_defects_total'

/** What a hostile file may take of memory, beside what the service and its reader have anyway. */
const MAX_GROWTH_MIB = 200
/** The sender is this process too, and holds the file several times over. */
const SENDER_COPIES = 4
/** What a process that reads documents has once it has read some. */
const READER_MIB = 160

/**
 * Uploads hostile files one after the other. Whatever they are, nobody is called, no defect is counted, little memory is
 * taken, and the next file is read.
 */
export function tryUploads(app: () => TestApp, { onlyQuick = false } = {}): void {
  describe('upload', () => {
    let trap: Trap
    before(async () => void (trap = await startTrap()))
    after(() => trap[Symbol.asyncDispose]())

    for (const { id, name, bytes, outcome, isQuick, afterwards } of UPLOADS) {
      if (onlyQuick && !isQuick) continue
      it(id, async () => {
        const file = await bytes(trap.url)
        const defects = await metric(app(), DEFECTS)
        await using memory = await watchMemory()
        using readers = watchReaders()
        const answer = await upload(app(), file, name)
        outcome(answer)
        assert.ok(
          memory.growthMiB() < MAX_GROWTH_MIB + (SENDER_COPIES * file.length) / 2 ** 20,
          `${memory.growthMiB()} MiB`,
        )
        assert.ok(readers.peakMiB() < READER_MIB + MAX_GROWTH_MIB, `${readers.peakMiB()} MiB`)
        afterwards?.()
        const next = await upload(app(), Buffer.from('a,b\n1,2\n'), 'a.csv')
        assert.match(next.body.data.markdown, /\| 1 \| 2 \|/)
        assert.equal(trap.contacts, 0)
        assert.equal(await metric(app(), DEFECTS), defects)
      })
    }

    it('upload/multipart-no-end', async () => {
      const answer = await app().call('/v2/parse', {
        body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<p>',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      fails('BAD_REQUEST')(answer)
    })

    it('upload/multipart-slow', async () => {
      // The whole request has the time of the server; a sender that stops in the middle holds nobody up.
      const { hostname, port } = new URL(app().url)
      const slow = connect(Number(port), hostname)
      slow.write(
        `POST /v2/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<p>`,
      )
      const { status } = await upload(app(), Buffer.from('<h1>Grain</h1>'), 'a.html')
      assert.equal(status, 200)
      slow.destroy()
      await once(slow, 'close')
    })
  })
}

function upload(app: TestApp, file: Uint8Array, name: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), name)
  return app.call('/v2/parse', { body })
}

const LOOK_MS = 20

/** The most that any process reading documents for this one has had, also when it was ended for it. */
function watchReaders(): Disposable & { peakMiB(): number } {
  let peak = 0
  const look = () => {
    for (const pid of childPids()) peak = Math.max(peak, readerPeakMiB(pid))
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    peakMiB() {
      look()
      return peak
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function childPids(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}

function readerPeakMiB(pid: string): number {
  try {
    const isReader = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker-main')
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return isReader ? Number(peak ?? 0) / 1024 : 0
  } catch {
    // It has ended.
    return 0
  }
}
