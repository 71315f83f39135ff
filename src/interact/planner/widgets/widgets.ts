import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { dateButton, dateField, typedDate } from './date/date-controls.ts'
import { listBox, nativeSelect, textField } from './choices.ts'
import type { Widget } from './choices.ts'
import { slider, spinner, stepper } from './numbers.ts'

/** The first that fits is used; the last fits everything. */
const WIDGETS: readonly Widget[] = [
  nativeSelect,
  typedDate,
  slider,
  spinner,
  stepper,
  dateField,
  textField,
  dateButton,
  listBox,
]

export async function enterValue(element: ViewElement, value: string, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const widget = WIDGETS.find((candidate) => candidate.accepts(element, tree, value))!
  await widget.enter(element, value, driver)
}
