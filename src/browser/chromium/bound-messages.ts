import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** A page of 50 MB is told in one message, and JSON may double or triple it. */
const MAX_MESSAGE_BYTES = 192 * 1024 * 1024
/** Where Playwright reads what the browser says: the second of the two pipes behind the standard ones. */
const PIPE = 4

/**
 * Starts a browser whose messages are bounded. What a page logs, sends or returns arrives here as one message, and
 * Playwright makes one string of it: beyond what a string can hold that would end the whole service. The pipe of a
 * browser that says too much is cut instead, which ends the browser alone.
 */
export async function withBoundedMessages<Browser>(
  executablePath: string | undefined,
  launch: () => Promise<Browser>,
): Promise<Browser> {
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // The child is announced before its pipes are there.
    setImmediate(() => {
      if (executablePath === undefined || child.spawnfile === executablePath) boundMessages(child)
    })
  }
  subscribe('child_process', listen)
  try {
    return await launch()
  } finally {
    unsubscribe('child_process', listen)
  }
}

function boundMessages(child: ChildProcess): void {
  const pipe = child.stdio[PIPE] as Socket | null | undefined
  if (!pipe) return
  let pendingBytes = 0
  // Before Playwright's own listener: a destroyed pipe gives no further chunks, so no message is ever completed.
  pipe.prependListener('data', (chunk: Buffer) => {
    const last = chunk.lastIndexOf(0)
    pendingBytes = last < 0 ? pendingBytes + chunk.length : chunk.length - last - 1
    if (pendingBytes <= MAX_MESSAGE_BYTES) return
    pipe.removeAllListeners('data')
    pipe.destroy()
    child.kill('SIGKILL')
  })
}
