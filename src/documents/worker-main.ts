import { convertDocument } from './convert-document.ts'
import { UnreadableDocument } from './converted.ts'
import type { WorkerRequest, WorkerResponse } from './documents.ts'

// A process that reads one document after the other. It has nothing of the service: no files, no secrets, no
// connections; bytes come and go over the channel to its parent.

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
// The parent is gone: whatever is under way is nobody's business any more.
process.on('disconnect', () => process.exit())
