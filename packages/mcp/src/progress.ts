import type { ServerContext } from '@modelcontextprotocol/server'
import type { JobProgress } from './tool.ts'

/** Sends steps as progress notifications when the caller asked for them; the protocol wants every one to be a step forward. */
export function createProgressReporter({ mcpReq }: ServerContext): (step: JobProgress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let last = -1
  return ({ done, total, message }) => {
    if (done <= last) return
    last = done
    const params = { progressToken, progress: done, ...(total !== undefined && { total }), message }
    // Who is gone does not need to know.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
