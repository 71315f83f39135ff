import type { z } from 'zod'

/** Whether the responses of a route have a field for a warning. */
export function hasWarningField(response: z.ZodType | undefined): boolean {
  return schemaFields(response)['warning'] !== undefined
}

/**
 * Adds a warning wherever the schema of the response has a field for it: at the top, and in a document under
 * `data`, because most clients return only `data`.
 */
export function addWarning(schema: z.ZodType, response: unknown, warning: string | undefined): unknown {
  if (warning === undefined || !hasWarningField(schema)) return response
  const body = response as { warning?: string | undefined; data?: unknown }
  const data = schemaFields(schema)['data']
  return {
    ...body,
    warning: joinWarnings(body.warning, warning),
    ...(hasWarningField(data) && { data: addWarning(data!, body.data, warning) }),
  }
}

export function joinWarnings(...warnings: (string | undefined)[]): string | undefined {
  return warnings.filter((warning) => warning !== undefined && warning !== '').join(' ') || undefined
}

function schemaFields(schema: z.ZodType | undefined): Record<string, z.ZodType | undefined> {
  return (schema as Partial<z.ZodObject<Record<string, z.ZodType>>> | undefined)?.shape ?? {}
}
