export { findPii } from './find.ts'
export { createRedactor } from './redactor.ts'
export { replacement } from './replace.ts'
export type { Redactor } from './redactor.ts'
