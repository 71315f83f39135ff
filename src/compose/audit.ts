import type { Config } from '../config/config.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import type { Egress } from '../egress/egress.ts'
import type { GaugeSource } from '../http/http.ts'
import { PRODUCT, VERSION } from '../product.ts'
import { createTestCollector, startSiemDelivery } from '../siem/siem.ts'
import type { Backlog, DefaultCollector, SiemDelivery } from '../siem/siem.ts'
import { createSiemBacklog, createOutbox } from '../store/store.ts'
import type { CoreServices } from './core.ts'
import { startWebhookSender } from '../webhooks/webhooks.ts'

/**
 * Audit events for the collectors of organizations: recording them and, in a process that runs work, sending
 * them.
 */
export async function openAudit({ config, log, open, store, jobs, egress }: CoreServices) {
  const backlog = createSiemBacklog(store.database)
  const collector = defaultCollector(config)
  const standard = {
    place: collector,
    egress: collector && 'url' in collector ? openOperatorEgress(collector.url, open) : egress,
  }
  const product = { name: PRODUCT, version: VERSION }
  const delivery =
    config.WINNOW_ROLE === 'api'
      ? undefined
      : open.use(await startSiemDelivery({ backlog, egress, fallback: standard, product, jobs, log }))
  return {
    recordEvent: backlog.record,
    hasCollector: collector !== undefined,
    testCollector: createTestCollector({ egress, fallback: standard, product }),
    gauges: gaugesOf(backlog, delivery),
  }
}

function defaultCollector({ WINNOW_SIEM_URL: url, WINNOW_SIEM_FILE: file }: Config): DefaultCollector {
  if (url !== undefined) return { url }
  return file === undefined ? undefined : { file }
}

/** The operator's own collector may have any URL, because only the operator sets it. */
function openOperatorEgress(url: string, open: AsyncDisposableStack): Egress {
  return open.use(createEgress({ allowedTargets: parseAllowedTargets(new URL(url).hostname) }))
}

export function gaugesOf(backlog: Backlog, delivery: SiemDelivery | undefined): GaugeSource[] {
  return [
    {
      name: 'winnow_siem_waiting',
      help: 'Audit events that their collectors have not accepted yet.',
      labels: [],
      read: async () => [{ labels: {}, value: (await backlog.counts()).waiting }],
    },
    {
      name: 'winnow_siem_oldest_seconds',
      help: 'The age of the oldest of them.',
      labels: [],
      read: async () => [{ labels: {}, value: (await backlog.counts()).oldestSeconds }],
    },
    {
      name: 'winnow_siem_events',
      help: 'Audit events that this process delivered or dropped, and failed deliveries.',
      labels: ['outcome'],
      read: async () =>
        Object.entries(delivery?.counts ?? {}).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
  ]
}

/** Sends the webhooks of jobs, in a process that runs work. */
export async function startWebhooks({
  config,
  log,
  open,
  store,
  egress,
  lease,
  ciphers,
}: CoreServices): Promise<void> {
  if (config.WINNOW_ROLE === 'api') return
  const { webhookTargets: target, webhookSecrets: secret, jobKeys } = ciphers
  open.use(
    await startWebhookSender({
      outbox: createOutbox(store.database, { target, secret, jobKeys }),
      request: egress.request,
      lease,
      userAgent: `${PRODUCT}/${VERSION}`,
      log,
    }),
  )
}
