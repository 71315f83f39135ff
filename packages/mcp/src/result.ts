import type { CallToolResult } from '@modelcontextprotocol/server'
import { fit } from './fit.ts'
import type { ToolOutput, JsonObject } from './tool.ts'

/** The tool result: the value as structured content and as text; `advice` is for values that are too long. */
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

/** A failed call: the same object as structured content and as text. */
export function toErrorResult(fields: JsonObject): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(fields) }] }
}
