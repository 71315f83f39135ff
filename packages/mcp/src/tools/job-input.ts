import { z } from 'zod'
import type { JsonObject } from '../tool.ts'

/** The id of something the service made; nothing that could lead to another path. */
export const Id = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be an id as the service gives them')
  .describe('The id that the starting tool answered.')

/**
 * Published clients of this protocol give up on a call after 60 seconds unless told otherwise: an answer before that, with
 * the id to ask again with, is worth more than none.
 */
export const WaitSeconds = z
  .int()
  .min(0)
  .max(3600)
  .default(50)
  .describe('Seconds to wait for the end before answering with what is there. 0: answer at once.')

export const Webhook = z
  .union([z.string(), z.looseObject({ url: z.string() })])
  .describe('Where events are sent.')

/** The warnings of two answers about one job. */
export function joinWarnings(...answers: JsonObject[]): { warning?: string } {
  const said = answers.map(({ warning }) => warning).filter((warning) => typeof warning === 'string')
  return said.length === 0 ? {} : { warning: [...new Set(said)].join(' ') }
}
