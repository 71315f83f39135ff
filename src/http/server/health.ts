import { z } from 'zod'
import type { Metrics } from './metrics.ts'
import { route } from './route.ts'

/** Whether the process can do work, part by part. */
export interface Readiness {
  ready: boolean
  parts: Record<string, string>
}

const Ready = z.object({
  status: z.enum(['ready', 'not ready']),
  database: z.string().optional(),
  queue: z.string().optional(),
  disk: z
    .string()
    .optional()
    .meta({ description: '`ok`, `low` with the megabytes that are free, or `full`.' }),
  browser: z.string().optional().meta({ description: '`ready`, or `unavailable` with the reason.' }),
})

/** What an operator's probes ask. */
export function healthRoutes(readiness: () => Promise<Readiness>, metrics: Metrics) {
  return [
    route('GET /health', 'Whether the process is up', {
      access: 'open',
      tag: 'Operation',
      answer: z.literal('ok'),
      answerType: 'text/plain',
      handle: ({ reply }) => reply.type('text/plain; charset=utf-8').send('ok'),
    }),
    route('GET /ready', 'Whether it can do work', {
      access: 'open',
      tag: 'Operation',
      description:
        '200 when the database and the queue answer and the disk has room, else 503; every part says how it is.',
      answer: Ready,
      alsoAnswers: { 503: 'Not ready; every part says how it is.' },
      async handle({ reply }) {
        const { ready, parts } = await readiness()
        return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
      },
    }),
    route('GET /metrics', 'Prometheus metrics', {
      access: 'open',
      tag: 'Operation',
      answer: z.string(),
      answerType: 'text/plain',
      handle: async ({ reply }) => reply.type(metrics.contentType).send(await metrics.text()),
    }),
  ]
}
