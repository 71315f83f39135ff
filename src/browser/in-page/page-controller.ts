import * as aim from './act/click-point.ts'
import * as fields from './act/fields.ts'
import * as labels from './act/labels.ts'
import * as motion from './act/activity.ts'
import * as selection from './act/selection.ts'
import type { PageControllerCalls } from './calls.ts'
import { noteListeners } from './view/entries.ts'
import * as view from './view/view.ts'

export const calls: PageControllerCalls = {
  ...aim,
  ...fields,
  ...labels,
  ...motion,
  ...selection,
  ...view,
  noteListeners,
}
