import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../log.ts'
import { createRecorder } from './recording.ts'
import type { RecordedStep, Recordings } from './recording.ts'

/** Recordings in memory. */
function inMemory(trouble: Partial<Recordings> = {}) {
  const steps: (RecordedStep & { blobId: string | undefined })[] = []
  const state = { truncated: false }
  const recordings: Recordings = {
    begin: async () => ({ teamId: 'a', expiresAt: new Date() }),
    add: async (_id, _number, step, blobId) => void steps.push({ ...step, blobId }),
    addPicture: async (_of, bytes) => String(bytes.length),
    truncate: async () => void (state.truncated = true),
    find: async () => undefined,
    ...trouble,
  }
  return { steps, state, recordings }
}

function recorderFor(recordings: Recordings, pictureBytes = 10, url = () => 'https://a.example/') {
  const stage = {
    url,
    async screenshot() {
      if (pictureBytes === 0) throw new Error('The page does not answer.')
      return Buffer.alloc(pictureBytes)
    },
  }
  return createRecorder({ recordings, sessionId: 'one', controller: stage, log: createLog('silent', false) })
}

const click = async () => ({ type: 'click', target: 'button "Go"' })

describe('a recorder', () => {
  it('records what was done, in order, and what it led to', async () => {
    const { steps, recordings } = inMemory()
    let url = 'https://a.example/'
    const recorder = recorderFor(recordings, 10, () => url)
    assert.equal(await recorder.record(async () => ((url = 'https://a.example/next'), 5), click), 5)
    const fails = recorder.record(() => Promise.reject(new Error('No.\nfill("s3cret")')), click)
    await assert.rejects(fails, /No\./)
    assert.deepEqual(
      steps.map(({ type, target, effect, error, url: place, blobId }) => [
        type,
        target,
        effect,
        error,
        place,
        blobId,
      ]),
      [
        ['click', 'button "Go"', `opened ${url}`, undefined, url, '10'],
        ['click', 'button "Go"', undefined, 'No.', url, '10'],
      ],
    )
  })

  it('hides a secret in everything that follows', async () => {
    const { steps, recordings } = inMemory()
    const recorder = recorderFor(recordings, 10, () => 'https://a.example/?p=s3cret%20word')
    recorder.hide('s3cret word')
    await recorder.record(
      async () => {},
      async () => ({ type: 'goto', value: 'about s3cret word' }),
    )
    assert.doesNotMatch(JSON.stringify(steps), /s3cret/)
    assert.equal(steps[0]!.value, 'about ••••')
  })

  it('ends after 500 steps, and says so', async () => {
    const { steps, state, recordings } = inMemory()
    const recorder = recorderFor(recordings)
    for (let n = 0; n < 500; n++) await recorder.record(async () => {}, click)
    assert.deepEqual([steps.length, state.truncated], [500, false])
    await recorder.record(async () => {}, click)
    assert.deepEqual([steps.length, state.truncated], [500, true])
  })

  it('goes on without pictures when they take too much room, and says so', async () => {
    const { steps, state, recordings } = inMemory()
    const recorder = recorderFor(recordings, 40 * 1024 * 1024)
    await recorder.record(async () => {}, click)
    await recorder.record(async () => {}, click)
    assert.deepEqual(
      steps.map(({ blobId }) => blobId !== undefined),
      [true, false],
    )
    assert.equal(state.truncated, true)
  })

  it('never makes an action fail', async () => {
    const broken = inMemory({ add: () => Promise.reject(new Error('The disk is full.')) })
    assert.equal(await recorderFor(broken.recordings).record(async () => 1, click), 1)
    const unbegun = inMemory({ begin: () => Promise.reject(new Error('The database is away.')) })
    assert.equal(await recorderFor(unbegun.recordings).record(async () => 1, click), 1)
    const { steps, recordings } = inMemory()
    assert.equal(await recorderFor(recordings, 0).record(async () => 1, click), 1)
    assert.deepEqual([steps.length, steps[0]!.blobId], [1, undefined])
  })
})
