import type { z } from 'zod'

/** Whether the answers of a route have a place for a warning. */
export function takesWarning(answer: z.ZodType | undefined): boolean {
  return fieldsOf(answer)['warning'] !== undefined
}

/**
 * An answer with one more warning, wherever its schema has a place for it: at the top, and in a document under `data`,
 * because most clients hand on nothing but `data`.
 */
export function withWarning(schema: z.ZodType, answer: unknown, warning: string | undefined): unknown {
  if (warning === undefined || !takesWarning(schema)) return answer
  const told = answer as { warning?: string | undefined; data?: unknown }
  const data = fieldsOf(schema)['data']
  return {
    ...told,
    warning: joinWarnings(told.warning, warning),
    ...(takesWarning(data) && { data: withWarning(data!, told.data, warning) }),
  }
}

export function joinWarnings(...warnings: (string | undefined)[]): string | undefined {
  return warnings.filter((warning) => warning !== undefined && warning !== '').join(' ') || undefined
}

function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType | undefined> {
  return (schema as Partial<z.ZodObject<Record<string, z.ZodType>>> | undefined)?.shape ?? {}
}
