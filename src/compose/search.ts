import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import { PRODUCT, VERSION } from '../product.ts'
import { createSearch, createSearchPages, readSettings } from '../search/search.ts'
import type { LocalIndex } from '../search/search.ts'
import type { CoreServices } from './core.ts'

/** Search with the configured providers. The operator's own providers may have any URL. */
export function openSearching({ config, log, open }: CoreServices, localIndex: LocalIndex) {
  const settings = readSettings({
    providers: config.WINNOW_SEARCH_PROVIDER,
    url: config.WINNOW_SEARCH_URL,
    key: config.WINNOW_SEARCH_KEY,
  })
  const hosts = settings.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).hostname]))
  const { request } = open.use(createEgress({ allowedTargets: parseAllowedTargets(hosts.join(',')) }))
  const userAgent = config.WINNOW_USER_AGENT ?? `Mozilla/5.0 (compatible; ${PRODUCT}/${VERSION})`
  const search = createSearch({ settings, localIndex, request, userAgent, log })
  return { search, searchPages: createSearchPages(search) }
}
