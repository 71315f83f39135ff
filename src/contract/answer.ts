import { z } from 'zod'

/**
 * An object in an answer. Answers may gain fields later, so the published description leaves them open, while our own
 * types stay exact.
 */
export function answer<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape).meta({ additionalProperties: true })
}

/** Present and true in every successful answer; clients reject an answer without it. */
export const Success = z.literal(true)

/** A moment in ISO 8601. */
export const Timestamp = z.iso.datetime({ offset: true })

/** The answer of an operation that has nothing else to say. */
export const Done = answer({ success: Success })
export type Done = z.output<typeof Done>
