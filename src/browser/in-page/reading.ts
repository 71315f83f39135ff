import type { ReadingCalls } from './calls.ts'
import { aim, clickDirectly, find, hasFocus, scroll, scrollTo } from './reading/elements.ts'
import { frame, serialise } from './reading/serialise.ts'
import { state } from './reading/state.ts'

export const calls: ReadingCalls = {
  state,
  serialise,
  frame,
  find,
  aim,
  clickDirectly,
  hasFocus,
  scroll,
  scrollTo,
}
