import { gaugesOf as auditReadings } from '../../src/compose/audit.ts'
import { gaugesOf as workReadings } from '../../src/compose/readiness.ts'
import { createMetrics } from '../../src/http/server/health.ts'
import { tableOf } from './marked-section.ts'

/** Every metric with its type, labels and help text. */
export function metricsReference(): string {
  // They are only described here, never read.
  const nothing = new Proxy({} as never, { get: () => () => undefined })
  const all = createMetrics([
    ...workReadings(nothing, nothing),
    ...auditReadings(nothing, nothing),
  ]).describe()
  const [own, ofProcess] = [
    all.filter(({ name }) => !isOfProcess(name)),
    all.filter(({ name }) => isOfProcess(name)),
  ]
  return [
    '## The service',
    tableFor(own),
    '## The process',
    'These metrics are the same in every Node.js program.',
    tableFor(ofProcess),
  ].join('\n\n')
}

function isOfProcess(name: string): boolean {
  return /^winnow_(?:process|nodejs)_/.test(name)
}

function tableFor(metrics: ReturnType<ReturnType<typeof createMetrics>['describe']>): string {
  return tableOf(
    ['Metric', 'Type', 'Labels', 'Meaning'],
    metrics.map(({ name, type, labels, help }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ]),
  )
}
