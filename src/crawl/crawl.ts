export type {
  ActiveCrawl,
  CrawlKind,
  CrawlOptions,
  CrawlPlan,
  CrawlProgress,
  Crawls,
  CrawlState,
  MorePages,
  NewCrawl,
} from './crawls.ts'
export { firstPages } from './first-pages.ts'
export type { FirstPage } from './first-pages.ts'
export type {
  ClaimedPage,
  CrawlJob,
  FoundPage,
  Frontier,
  RefusedPage,
  Settled,
  Settlement,
} from './frontier.ts'
export { createMapSite } from './map/map-site.ts'
export type { MapSite } from './map/map-site.ts'
export { createPaces } from './map/paces.ts'
export type { Paces } from './map/paces.ts'
export { seenPlace } from './map/seen-index.ts'
export type { SeenIndex, SeenPlace } from './map/seen-index.ts'
export { applyPrompt } from './prompt/prompt.ts'
export { createReadPrompt } from './prompt/prompt.ts'
export type { ReadPrompt } from './prompt/prompt.ts'
export { createRobots } from './robots/robots.ts'
export { startCrawlRunner } from './runner.ts'
export { createScreenedRobots } from './robots/screened-robots.ts'
export { createWatch } from './watch.ts'
export type { Watch } from './watch.ts'
