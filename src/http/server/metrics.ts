import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** A number that is asked for when the metrics are read. */
export interface Reading {
  name: string
  help: string
  labels: readonly string[]
  read(): Promise<{ labels: Record<string, string>; value: number }[]>
}

/** What the service counts about itself, as Prometheus text. */
export function createMetrics(readings: readonly Reading[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'winnow_' })
  const duration = new Histogram({
    name: 'winnow_http_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  const defects = new Counter({
    name: 'winnow_defects_total',
    help: 'Answers with a failure of our own.',
    registers: [registry],
  })
  for (const { name, help, labels, read } of readings) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        gauge.reset()
        // What cannot be read now is left out; everything else is wanted most when something is wrong.
        for (const reading of await read().catch(() => [])) gauge.set(reading.labels, reading.value)
      },
    })
  }
  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      duration.observe({ method, route, status }, seconds)
    },
    countDefect: () => defects.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
