import { z } from 'zod'

const position = z.number().min(-100_000).max(100_000)
const modifiers = z.int().min(0).max(15)

export const LiveInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mouse'),
    event: z.enum(['move', 'down', 'up', 'wheel']),
    x: position,
    y: position,
    button: z.enum(['none', 'left', 'middle', 'right']),
    clickCount: z.int().min(0).max(3),
    deltaX: position,
    deltaY: position,
    modifiers,
  }),
  z.object({
    kind: z.literal('key'),
    event: z.enum(['down', 'up']),
    key: z.string().max(40),
    code: z.string().max(40),
    text: z.string().max(10),
    modifiers,
  }),
  z.object({ kind: z.literal('text'), text: z.string().max(100_000) }),
  z.object({ kind: z.literal('go'), to: z.enum(['back', 'forward', 'reload']) }),
])
export type LiveInput = z.output<typeof LiveInput>
