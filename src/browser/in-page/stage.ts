import * as aim from './act/aim.ts'
import * as fields from './act/fields.ts'
import * as labels from './act/labels.ts'
import * as motion from './act/motion.ts'
import * as selection from './act/selection.ts'
import type { StageCalls } from './calls.ts'
import { hear } from './look/entries.ts'
import * as view from './look/view.ts'

export const calls: StageCalls = { ...aim, ...fields, ...labels, ...motion, ...selection, ...view, hear }
