import type { Config } from '../config/config.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import type { Log } from '../log.ts'
import { PRODUCT, VERSION } from '../product.ts'
import { createRateRisk, createScreening, readCheckerSettings } from '../screening/screening.ts'
import type { OpenScreen } from '../screening/screening.ts'

/** Screening with the checker that is configured. The operator's own address may be reached wherever it is. */
export async function openScreening(
  config: Config,
  log: Log,
  open: AsyncDisposableStack,
): Promise<OpenScreen> {
  const settings = readCheckerSettings({
    provider: config.WINNOW_URL_RISK_PROVIDER,
    url: config.WINNOW_URL_RISK_URL,
    key: config.WINNOW_URL_RISK_KEY,
  })
  if (settings === undefined) return createScreening(undefined)
  const own = 'url' in settings && settings.url !== undefined ? new URL(settings.url).hostname : ''
  const { request } = open.use(createEgress({ allowedTargets: parseAllowedTargets(own) }))
  const userAgent = `${PRODUCT}/${VERSION}`
  return createScreening(await createRateRisk({ settings, request, userAgent, log }))
}
