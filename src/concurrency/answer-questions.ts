import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'

/** The thread's side of `startThread`: one question at a time. `afterwards` runs once the answer has been sent. */
export function answerQuestions<Question>(
  answer: (question: Question) => object,
  afterwards: (question: Question) => void = () => {},
): void {
  parentPort?.on('message', (question: Question) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
    parentPort!.postMessage(replyTo(question, answer))
    afterwards(question)
  })
  // Write the compile cache early. Node would write it when the thread ends, and a stop of the service would wait for that.
  parentPort?.once('message', () => flushCompileCache())
}

function replyTo<Question>(question: Question, answer: (question: Question) => object): object {
  try {
    return answer(question)
  } catch (failure) {
    return { state: 'failed', failure }
  }
}
