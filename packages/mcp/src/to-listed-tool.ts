import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AnyTool } from './tool.ts'

const converted = new WeakMap<AnyTool, ListedTool>()

/**
 * A tool as listed by `tools/list`. Cached, because converting schemas is slow and a server may serve a
 * single request.
 */
export function toListedTool(name: string, tool: AnyTool): ListedTool {
  const known = converted.get(tool)
  if (known) return known
  const { title, description, annotations } = tool
  const entry: ListedTool = {
    name,
    title,
    description,
    inputSchema: toJsonSchema(tool.input, 'input'),
    outputSchema: toJsonSchema(tool.output, 'output'),
    annotations: {
      readOnlyHint: annotations.readOnly ?? false,
      destructiveHint: annotations.destructive ?? false,
      idempotentHint: annotations.idempotent ?? false,
      openWorldHint: annotations.openWorld ?? false,
    },
  }
  converted.set(tool, entry)
  return entry
}

/**
 * Removes schema keywords without information, because a model pays for every token of the list in every
 * conversation.
 */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...listed } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override({ jsonSchema }) {
      if (typeof jsonSchema.additionalProperties === 'object') delete jsonSchema.additionalProperties
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return listed as ListedTool['inputSchema']
}
