import { McpServer } from '@modelcontextprotocol/server'
import type { JSONRPCMessage, ServerOptions, Transport } from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'

type Answer = Extract<JSONRPCMessage, { result: unknown } | { error: unknown }>

/**
 * A server that can send requests to its client although each HTTP request gets its own server. In the
 * revisions before 2026-07-28 the client responds in a request of its own, which reaches another server. So
 * the servers of one fixture share their pending requests, whose ids are unique among them.
 */
export class AskingServer extends McpServer {
  readonly awaited: Map<string, (answer: Answer) => void>

  constructor(awaited: Map<string, (answer: Answer) => void>, options: ServerOptions) {
    super({ name: 'conformance-fixture', version: '1.0.0' }, options)
    this.awaited = awaited
  }

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport)
    const send = transport.send.bind(transport)
    const receive = transport.onmessage?.bind(transport)
    transport.send = async (message, options) => {
      if (!('method' in message && 'id' in message)) return await send(message, options)
      const id = randomUUID()
      this.awaited.set(id, (answer) => receive?.({ ...answer, id: message.id }))
      return await send({ ...message, id }, options)
    }
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no event target.
    transport.onmessage = (message, extra) => {
      const asked = isAnswer(message) ? this.awaited.get(String(message.id)) : undefined
      if (!asked) return receive?.(message, extra)
      this.awaited.delete(String((message as Answer).id))
      asked(message as Answer)
    }
  }
}

function isAnswer(message: JSONRPCMessage): message is Answer {
  return 'result' in message || 'error' in message
}
