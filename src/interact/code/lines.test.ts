import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { readLines, createPrintedOutput, readMessage } from './serve-program.ts'

describe('readLines', () => {
  const cases: [string[], string[]][] = [
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b', '\nc\n\n'],
      ['ab', 'c', ''],
    ],
    [['a\u2028b\r\nc'], ['a\u2028b\r']],
  ]
  for (const [chunks, lines] of cases) {
    it(`reads ${JSON.stringify(chunks)}`, async () => {
      const stream = new PassThrough()
      const heard: string[] = []
      readLines(stream, 100, (line) => heard.push(line))
      for (const chunk of chunks) stream.write(chunk)
      stream.end()
      await once(stream, 'end')
      assert.deepEqual(heard, lines)
    })
  }

  it('gives up a stream that never ends its line', async () => {
    const stream = new PassThrough()
    readLines(stream, 100, () => {})
    stream.write('x'.repeat(60))
    stream.write('x'.repeat(60))
    const [error] = (await once(stream, 'error')) as [Error]
    assert.match(error.message, /too long/)
  })
})

describe('readMessage', () => {
  const refused = [
    '',
    'null',
    '[]',
    '{"say":"start"}',
    '{"say":"call","id":"1"}',
    '{"say":"print","stream":"stdin","text":"x"}',
    '{"say":"print","stream":"stdout","text":5}',
    '{"say":"done","exitCode":"0"}',
    '{"say":["ready"]}',
  ]
  for (const line of refused) it(`refuses ${line}`, () => assert.equal(readMessage(line), undefined))

  it('leaves out what does not belong there', () => {
    const line = '{"say":"done","exitCode":0,"result":{"a":1},"state":"killed"}'
    assert.deepEqual(readMessage(line), { say: 'done', exitCode: 0, result: undefined, error: undefined })
  })
})

describe('createPrinted', () => {
  it('keeps one megabyte of both streams together', () => {
    const printed = createPrintedOutput()
    printed.add('stdout', 'é'.repeat(300_000))
    printed.add('stderr', 'é'.repeat(300_000))
    printed.add('stdout', 'more')
    const { stdout, stderr, result, truncated } = printed.toOutcome(undefined)
    assert.equal(stdout, 'é'.repeat(300_000))
    assert.match(stderr, /^é+$/)
    assert.equal(Buffer.byteLength(stdout + stderr), 1024 * 1024)
    assert.deepEqual([result, truncated], [stdout, true])
  })
})
