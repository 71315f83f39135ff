import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'

/** The thread's side of `startThread`: one question at a time. `afterwards` runs once the answer has been sent. */
export function serveRequests<Input>(
  handle: (input: Input) => object,
  afterwards: (input: Input) => void = () => {},
): void {
  parentPort?.on('message', (input: Input) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
    parentPort!.postMessage(respondTo(input, handle))
    afterwards(input)
  })
  // Write the compile cache early. Node would write it when the thread ends, and a stop of the service would wait for that.
  parentPort?.once('message', () => flushCompileCache())
}

function respondTo<Input>(input: Input, handle: (input: Input) => object): object {
  try {
    return handle(input)
  } catch (failure) {
    return { state: 'failed', failure }
  }
}
