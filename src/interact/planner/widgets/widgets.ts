import type { ViewElement } from '../../../browser/browser.ts'
import type { Scene } from '../scene.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { autocomplete } from './autocomplete.ts'
import { choiceGroup } from './choice-group.ts'
import { colourField } from './colour-field.ts'
import { dateField } from './date/date-field.ts'
import { dateButton } from './date/date-button.ts'
import { listBox } from './list-box.ts'
import { nativeSelect } from './native-select.ts'
import { slider } from './slider.ts'
import { spinner } from './spinner.ts'
import { textField } from './text-field.ts'
import { typedDate } from './date/typed-date.ts'
import type { Widget } from './widget.ts'

/** In the order they are asked: what is most certain of itself is first, and what takes anything last. */
const WIDGETS: readonly Widget[] = [
  nativeSelect,
  typedDate,
  colourField,
  slider,
  spinner,
  dateField,
  autocomplete,
  choiceGroup,
  textField,
  dateButton,
  listBox,
]

/** Puts values into a control, whatever it proves to be. */
export async function putInto(
  element: ViewElement,
  values: readonly string[],
  scene: Scene,
  isChosen = false,
): Promise<StepOutcome> {
  const tree = await scene.tree()
  const widget = WIDGETS.find((candidate) => candidate.is(element, tree, values))!
  return widget.put(element, values, scene, isChosen)
}
