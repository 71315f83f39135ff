export { createModel } from './model.ts'
export type { Model } from './model.ts'
