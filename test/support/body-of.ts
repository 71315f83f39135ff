import type { IncomingMessage } from 'node:http'

/** The body of a request; undefined when the sender disconnects, which is not a failure. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await request.toArray())
  } catch {
    return undefined
  }
}
