import type { ReadingCalls } from './calls.ts'
import * as elements from './reading/elements.ts'
import * as serialise from './reading/serialise.ts'
import * as state from './reading/state.ts'

export const calls: ReadingCalls = { ...elements, ...serialise, ...state }
