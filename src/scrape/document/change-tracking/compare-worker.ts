import { parentPort } from 'node:worker_threads'
import { compareTexts } from './compare-texts.ts'
import type { TextComparison, TextPair } from './compare-texts.ts'

export type Question = Omit<TextPair, 'previous' | 'current'> & { previous: Uint8Array; current: Uint8Array }

export type Reply = { state: 'done'; comparison: TextComparison } | { state: 'failed'; failure: unknown }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
parentPort?.on('message', (question: Question) => parentPort!.postMessage(reply(question)))

function reply({ previous, current, ...rest }: Question): Reply {
  try {
    const texts = { previous: textOf(previous), current: textOf(current) }
    return { state: 'done', comparison: compareTexts({ ...texts, ...rest }) }
  } catch (failure) {
    return { state: 'failed', failure }
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
