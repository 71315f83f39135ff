import { z } from 'zod'
import type { MetricObject } from 'prom-client'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { route } from './route.ts'

export interface Readiness {
  ready: boolean
  parts: Record<string, string>
}

const Ready = z.object({
  status: z.enum(['ready', 'not ready']),
  database: z.string().optional(),
  queue: z.string().optional(),
  disk: z.string().optional().meta({ description: '`ok`, `low` with the free megabytes, or `full`.' }),
  browser: z.string().optional().meta({ description: '`ready`, or `unavailable` with the reason.' }),
})

export function healthRoutes(checkReadiness: () => Promise<Readiness>, metrics: Metrics) {
  return [
    route('GET /health', 'Liveness', {
      access: 'open',
      tag: 'Operation',
      response: z.literal('ok'),
      contentType: 'text/plain',
      handle: ({ reply }) => reply.type('text/plain; charset=utf-8').send('ok'),
    }),
    route('GET /ready', 'Readiness', {
      access: 'open',
      tag: 'Operation',
      description:
        '200 when the database and the queue respond and the disk has space, else 503. Lists the state of each part.',
      response: Ready,
      otherStatuses: { 503: 'Not ready; lists the state of each part.' },
      async handle({ reply }) {
        const { ready, parts } = await checkReadiness()
        return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
      },
    }),
    route('GET /metrics', 'Prometheus metrics', {
      access: 'open',
      tag: 'Operation',
      response: z.string(),
      contentType: 'text/plain',
      handle: async ({ reply }) => reply.type(metrics.contentType).send(await metrics.text()),
    }),
  ]
}

/** A gauge that is read together with the metrics. */
export interface GaugeSource {
  name: string
  help: string
  labels: readonly string[]
  read(): Promise<{ labels: Record<string, string>; value: number }[]>
}

export function createMetrics(gauges: readonly GaugeSource[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'winnow_' })
  const duration = new Histogram({
    name: 'winnow_http_request_seconds',
    help: 'Seconds from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  const defects = new Counter({
    name: 'winnow_defects_total',
    help: 'Responses with an error of our own.',
    registers: [registry],
  })
  for (const { name, help, labels, read } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        gauge.reset()
        // Unreadable gauges are left out: the other metrics matter most during an outage.
        for (const sample of await read().catch(() => [])) gauge.set(sample.labels, sample.value)
      },
    })
  }
  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      duration.observe({ method, route, status }, seconds)
    },
    countDefect: () => defects.inc(),
    text: () => registry.metrics(),
    describe: () => registry.getMetricsAsArray().map(described),
    contentType: registry.contentType,
  }
}

/** The names of the labels are not in the types of the library. */
function described(metric: MetricObject & { labelNames?: readonly string[] }) {
  const { name, help, labelNames = [] } = metric
  return { name, help, labels: labelNames, type: metric.constructor.name.toLowerCase() }
}

export type Metrics = ReturnType<typeof createMetrics>
