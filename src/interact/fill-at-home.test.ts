import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFakePageController } from '../../test/support/fake-page-controller.ts'
import { field, viewOf } from '../../test/support/views.ts'
import type { PageAction } from '../browser/browser.ts'
import { fillOnTrustedWebsites } from './trusted-websites.ts'

const FILE = { name: 'cv.txt', type: 'text/plain', base64: 'eA==' }
const framed = field('framed', 'Code', { origin: 'https://pay.example' })

async function tryOut(deed: PageAction, hasLeft: boolean, prompt = 'Enter <code>'): Promise<boolean> {
  const view = viewOf([field('own', 'Code'), framed])
  const made = createFakePageController(view, () =>
    viewOf([field('own', 'Code')], { url: 'https://other.example/' }),
  )
  const stage = fillOnTrustedWebsites(made, prompt, (text) => text.includes('s3cret'))
  const signal = AbortSignal.timeout(5000)
  await stage.view(signal)
  if (hasLeft) await stage.act({ do: 'press', key: 'Enter' }, signal)
  const before = made.actions.length
  await stage
    .act(deed, signal)
    .catch((error: unknown) => assert.match(String(error), /are for https:\/\/shop/))
  return made.actions.length > before
}

describe('a value of the caller', () => {
  const cases: [what: string, deed: PageAction, hasLeft: boolean, isDone: boolean][] = [
    ['is filled in where the session began', { do: 'fill', ref: 'own', value: 's3cret' }, false, true],
    [
      'is not filled into a frame of another website',
      { do: 'fill', ref: 'framed', value: 's3cret' },
      false,
      false,
    ],
    [
      'is not filled in after the page has moved to another website',
      { do: 'fill', ref: 'own', value: 's3cret' },
      true,
      false,
    ],
    ['is not typed there either', { do: 'type', text: 's3cret' }, true, false],
    ['is not uploaded there', { do: 'upload', ref: 'own', files: [FILE] }, true, false],
    ['keeps no other value from there', { do: 'fill', ref: 'own', value: 'Ann' }, true, true],
  ]
  for (const [what, deed, hasLeft, isDone] of cases)
    it(what, async () => assert.equal(await tryOut(deed, hasLeft), isDone))

  const prompts: [what: string, prompt: string, isDone: boolean][] = [
    [
      'is filled in on a website that the prompt names',
      'Go to https://other.example/ and enter <code>',
      true,
    ],
    [
      'is not filled in where a named host only ends alike',
      'Go to https://another.example/, enter <code>',
      false,
    ],
    [
      'is not filled in where the prompt forbids it',
      'Enter <code>. Do not enter it on other.example.',
      false,
    ],
  ]
  for (const [what, prompt, isDone] of prompts)
    it(what, async () => {
      assert.equal(await tryOut({ do: 'fill', ref: 'own', value: 's3cret' }, true, prompt), isDone)
    })
})
