import type { CallToolResult } from '@modelcontextprotocol/server'
import { fit } from './fit.ts'
import type { ToolOutput, JsonObject } from './tool.ts'

/** What goes back to the caller: the value as structure and as text; `advice` is for answers that are too long. */
export function toResult({ value, link }: ToolOutput, advice?: string): CallToolResult {
  const { fitted, text } = fit(value, { advice })
  return {
    content: [
      { type: 'text', text },
      ...(link ? [{ type: 'resource_link' as const, ...link, mimeType: 'application/json' }] : []),
    ],
    structuredContent: fitted,
  }
}

/** A failed call: the same object as text, for those who act on it and for those who read it. */
export function toErrorResult(fields: JsonObject): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(fields) }] }
}
