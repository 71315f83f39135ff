import { PRODUCT, VERSION } from '../product.ts'
import { createOutbox } from '../store/store.ts'
import { startWebhookSender } from '../webhooks/webhooks.ts'
import type { Ground } from './ground.ts'

/** Sends the webhooks of jobs, in a process that runs work. */
export async function openWebhooks({
  config,
  log,
  open,
  store,
  egress,
  lease,
  seals,
}: Ground): Promise<void> {
  if (config.WINNOW_ROLE === 'api') return
  const { webhookTargets: target, webhookSecrets: secret, jobKeys } = seals
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
