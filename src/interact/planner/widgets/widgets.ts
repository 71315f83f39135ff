import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { dateButton } from './date/date-button.ts'
import { dateField } from './date/date-field.ts'
import { typedDate } from './date/typed-date.ts'
import { listBox } from './list-box.ts'
import { nativeSelect } from './native-select.ts'
import type { Outcome, Widget } from './widget.ts'
import { slider, spinner } from './numbers.ts'
import { step, stepperOf } from './stepper.ts'
import { textField } from './text-field.ts'

const stepper: Widget = { is: (element, tree) => stepperOf(element, tree) !== undefined, put: step }

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

/** Puts a value into a control of any kind. */
export async function putInto(element: ViewElement, value: string, driver: Driver): Promise<Outcome> {
  const tree = await driver.tree()
  const widget = WIDGETS.find((candidate) => candidate.is(element, tree, value))!
  return widget.put(element, value, driver)
}
