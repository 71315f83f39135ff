export { createKnownFinder } from './known.ts'
export { createRedactor } from './redactor.ts'
export type { Redactor } from './redactor.ts'
export type { PiiSpan } from './span.ts'
