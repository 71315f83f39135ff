import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AnyTool } from './tool.ts'

const converted = new WeakMap<AnyTool, ListedTool>()

/** A tool as `tools/list` tells it. Converting the schemas takes a while, and servers are made for single requests. */
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

/** A model pays for every word of the list in every conversation, so it has none that says nothing. */
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
