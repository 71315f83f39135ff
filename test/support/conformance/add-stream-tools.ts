import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'

const NOTHING = z.object({})
const done = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Tools that send notifications before they respond, or to all subscribers. */
export function addStreamTools(server: McpServer, bus: ServerEventBus): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three lines while it works', inputSchema: NOTHING },
    async (_given, { mcpReq }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await setImmediate()
      }
      return done('Three lines are logged.')
    },
  )
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports three steps while it works', inputSchema: NOTHING },
    async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken!, progress, total: 100 },
        })
        await setImmediate()
      }
      return done('Three steps are reported to who asked for them.')
    },
  )
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs a line to who asked for lines', inputSchema: NOTHING },
    async (_given, { mcpReq }) => {
      await mcpReq.log('info', 'A line')
      return done('A line is logged.')
    },
  )
  server.registerTool(
    'test_streaming_elicitation',
    { description: 'Answers without a question of its own', inputSchema: NOTHING },
    () => done('Nothing is asked.'),
  )
  for (const kind of ['tool', 'prompt'] as const) {
    server.registerTool(
      `test_trigger_${kind}_change`,
      { description: `Tells those who listen of another list of ${kind}s`, inputSchema: NOTHING },
      () => {
        bus.publish({ kind: `${kind}s_list_changed` })
        return done('Those who listen are told.')
      },
    )
  }
}
