import type { Browser } from '../browser/browser.ts'
import type { Config } from '../config/config.ts'
import type { Capabilities } from '../contract/capabilities.ts'
import { ocrLanguages } from '../documents/documents.ts'
import { VERSION } from '../product.ts'
import { stateOf } from './readiness.ts'

/** Which features this installation has, and what its operator should change. */
export function capabilitiesOf(
  config: Config,
  browser: Pick<Browser, 'unavailable' | 'isPreparing'>,
  warnings: () => Promise<string[]>,
): () => Promise<Capabilities> {
  const languages = ocrLanguages()
  const hasModel = config.WINNOW_LLM_URL !== undefined
  return async () => ({
    version: VERSION,
    browser: stateOf(browser),
    database: config.DATABASE_URL === undefined ? 'embedded' : 'server',
    ocr: { languages },
    model: {
      name: hasModel ? (config.WINNOW_LLM_MODEL ?? 'default') : null,
      pro: hasModel ? (config.WINNOW_LLM_MODEL_PRO ?? null) : null,
    },
    search: { providers: [...config.WINNOW_SEARCH_PROVIDER] },
    code: { languages: [...config.WINNOW_CODE_LANGUAGES] },
    urlRisk: { provider: config.WINNOW_URL_RISK_PROVIDER ?? null },
    keyless: config.WINNOW_KEYLESS === 'on',
    warnings: await warnings(),
  })
}
