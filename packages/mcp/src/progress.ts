import type { ServerContext } from '@modelcontextprotocol/server'
import type { JobProgress } from './tool.ts'

/**
 * Sends progress notifications if the caller requested them; the protocol requires the progress to increase.
 */
export function createProgressReporter({ mcpReq }: ServerContext): (step: JobProgress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let last = -1
  return ({ done, total, message }) => {
    if (done <= last) return
    last = done
    const params = { progressToken, progress: done, ...(total !== undefined && { total }), message }
    // The caller may have disconnected.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
