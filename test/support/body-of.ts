import type { IncomingMessage } from 'node:http'

/** What a request brings; undefined when its sender leaves in the middle, which is no failure of whoever is asked. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await request.toArray())
  } catch {
    return undefined
  }
}
