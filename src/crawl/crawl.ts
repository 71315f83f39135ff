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
export { firstPages } from './frontier.ts'
export type {
  FirstPage,
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
export { createHostPacer } from './map/site-rules.ts'
export type { HostPacer } from './map/site-rules.ts'
export { pageIdentity } from './map/seen-index.ts'
export type { SeenIndex, PageIdentity } from './map/seen-index.ts'
export { applyPrompt, createReadPrompt } from './prompt/prompt.ts'
export type { ReadPrompt } from './prompt/prompt.ts'
export { createRobots, createScreenedRobots } from './robots/robots.ts'
export { startCrawlRunner } from './runner.ts'
export { createWatch } from './watch.ts'
export type { Watch } from './watch.ts'
