import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { it } from 'node:test'
import { Interrupted } from './exit-codes.ts'
import { readSecret } from './read-secret.ts'

/** Types into a terminal and records whether the terminal echoes it. */
async function type(typed: string) {
  const modes: boolean[] = []
  const terminal = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) })
  const screen = new PassThrough()
  const answer = readSecret('Key: ', terminal, screen)
  terminal.write(typed)
  return { answer, modes, shown: () => String(screen.read()), close: () => terminal.end() }
}

it('reads a secret without echo, with corrections', async () => {
  const { answer, modes, shown } = await type('fc-12x\u007f3\r')
  assert.equal(await answer, 'fc-123')
  assert.deepEqual([modes, shown()], [[true, false], 'Key: \n'])
})

it('restores the terminal when a secret is aborted', async () => {
  const { answer, modes } = await type('fc-\u0003')
  await assert.rejects(answer, Interrupted)
  assert.deepEqual(modes, [true, false])
})

it('stops waiting for a secret when the terminal closes', async () => {
  const { answer, modes, close } = await type('fc-')
  close()
  await assert.rejects(answer, Interrupted)
  assert.deepEqual(modes, [true, false])
})
