import { z } from 'zod'
import type { JsonObject } from '../tool.ts'

/** An id of the service; rejects characters that could change the path. */
export const Id = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be an id returned by the service')
  .describe('The id returned by the starting tool.')

/**
 * Published MCP clients time out after 60 seconds by default, so the tool responds earlier, with the id to
 * poll.
 */
export const WaitSeconds = z
  .int()
  .min(0)
  .max(3600)
  .default(50)
  .describe('Seconds to wait for the end before returning the result so far. 0: return at once.')

export const Webhook = z
  .union([z.string(), z.looseObject({ url: z.string() })])
  .describe('URL of a webhook for events.')

/** The warnings of two responses about one job. */
export function joinWarnings(...answers: JsonObject[]): { warning?: string } {
  const said = answers.map(({ warning }) => warning).filter((warning) => typeof warning === 'string')
  return said.length === 0 ? {} : { warning: [...new Set(said)].join(' ') }
}
