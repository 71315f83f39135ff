import { aimAt, boxIn, bringIn, clickByScript, insideOf, reaches, scrollIn } from './act/aim.ts'
import {
  chooseOptions,
  fieldAt,
  focusOn,
  isOn,
  markAll,
  placeToLeave,
  putFiles,
  setValue,
} from './act/fields.ts'
import { drawLabels, removeLabels } from './act/labels.ts'
import { calm } from './act/motion.ts'
import { endsOf, markText } from './act/selection.ts'
import type { StageCalls } from './calls.ts'
import { hear } from './look/entries.ts'
import { view, viewFrame } from './look/view.ts'

export const calls: StageCalls = {
  view,
  viewFrame,
  hear,
  calm,
  aimAt,
  insideOf,
  reaches,
  boxIn,
  bringIn,
  clickByScript,
  scrollIn,
  fieldAt,
  focusOn,
  markAll,
  setValue,
  chooseOptions,
  putFiles,
  isOn,
  placeToLeave,
  endsOf,
  markText,
  drawLabels,
  removeLabels,
}
