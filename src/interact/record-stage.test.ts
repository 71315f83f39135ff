import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakePageController } from '../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../test/support/views.ts'
import { createLog } from '../log.ts'
import { createRecorder, recordController } from './recording.ts'
import type { RecordedStep } from './recording.ts'

const SIGNAL = AbortSignal.timeout(5000)

test('a recording never contains the values of variables', async () => {
  const steps: RecordedStep[] = []
  const stage = createFakePageController(
    viewOf([field('user', 'E-mail'), button('go', 'Continue as ada-7@a.example')]),
    () => viewOf([], { url: 'https://shop.example/?user=ada-7%40a.example' }),
  )
  const recorder = createRecorder({
    recordings: {
      begin: async () => ({ teamId: 'a', expiresAt: new Date() }),
      add: async (_id, _number, step) => void steps.push(step),
      addPicture: async () => '1',
      truncate: async () => {},
      find: async () => undefined,
    },
    sessionId: 'one',
    controller: stage,
    log: createLog('silent', false),
  })
  const variables = { user: 'ada-7@a.example', cv: { fileName: 'cv.txt', text: 'Ada' } }
  const recorded = recordController(stage, recorder, { prompt: 'Type <user> into E-mail', variables })
  await recorded.view(SIGNAL)
  await recorded.act({ do: 'click', ref: 'go' }, SIGNAL)
  await recorded.view(SIGNAL)
  await recorded.act({ do: 'fill', ref: 'user', value: 'ada-7@a.example' }, SIGNAL)
  assert.deepEqual(
    steps.map(({ type, target, value }) => [type, target, value]),
    [
      ['click', 'button "Continue as ••••"', undefined],
      ['fill', undefined, '••••'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(steps), /ada-7/)
})
