import { convertDocument } from './convert-document.ts'
import { UnreadableDocument } from './converted.ts'
import type { WorkerRequest, WorkerResponse } from './documents.ts'

// A process that converts documents one after another. It has none of the service's files, secrets or
// connections; bytes are exchanged over the channel to its parent.

let pieces: Uint8Array[] = []

function sendToParent(reply: WorkerResponse): void {
  process.send?.(reply)
}

async function convert({
  fileName,
  contentType,
  options,
}: Extract<WorkerRequest, { ask: 'convert' }>): Promise<WorkerResponse> {
  try {
    const bytes = Buffer.concat(pieces)
    pieces = []
    const converted = await convertDocument({ bytes, fileName, contentType }, options, (progress) =>
      sendToParent({ state: 'progress', ...progress }),
    )
    return { state: 'converted', converted }
  } catch (failure) {
    if (failure instanceof UnreadableDocument) {
      const { reason, message, cause } = failure
      return {
        state: 'unreadable',
        reason,
        message,
        cause: cause instanceof Error ? cause.message : undefined,
      }
    }
    return {
      state: 'failed',
      error: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
    }
  }
}

process.on('message', (question: WorkerRequest) => {
  if (question.ask === 'take') pieces.push(question.piece)
  else void convert(question).then(sendToParent)
})
sendToParent({ state: 'ready' })
// The parent is gone, so no one needs the result.
process.on('disconnect', () => process.exit())
