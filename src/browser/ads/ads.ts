export { createAdFilter } from './ad-filter.ts'
export type { AdFilter } from './ad-filter.ts'
export { defaultAdLists, readAdLists } from './ad-lists.ts'
