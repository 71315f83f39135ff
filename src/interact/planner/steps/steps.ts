import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { act } from './act.ts'
import { check } from './check.ts'
import { choose } from './choose.ts'
import { click } from './click.ts'
import { close } from './close.ts'
import { cookies } from './cookies.ts'
import { dialog } from './dialog.ts'
import { download } from './download.ts'
import { drag } from './drag.ts'
import { draw } from './draw.ts'
import { expand } from './expand.ts'
import { fill } from './fill.ts'
import { find } from './find.ts'
import { logIn } from './log-in.ts'
import { nudge } from './nudge.ts'
import { open } from './open.ts'
import { page } from './page.ts'
import { read } from './read.ts'
import { repeat } from './repeat.ts'
import { resize } from './resize.ts'
import { scroll } from './scroll.ts'
import { search } from './search.ts'
import { copy, focus, goto, highlight, hover, paste, press, travel, wait } from './simple.ts'
import { sort } from './sort.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'
import { style } from './style.ts'
import { submit } from './submit.ts'
import { tell } from './tell.ts'
import { unclear } from './unclear.ts'

/** How each kind of step is carried out. */
const STEPS: { [Kind in Step['do']]: TakeStep<Kind> } = {
  act,
  back: travel,
  check,
  choose,
  click,
  close,
  collapse: expand,
  cookies,
  copy,
  dialog,
  download,
  drag,
  draw,
  expand,
  fill,
  find,
  focus,
  forward: travel,
  goto,
  highlight,
  hover,
  logIn,
  nudge,
  open,
  page,
  paste,
  press,
  read,
  reload: travel,
  repeat,
  resize,
  scroll,
  search,
  sort,
  style,
  submit,
  tell,
  unclear,
  wait,
}

export async function takeStep(step: Step, scene: Scene): Promise<StepOutcome> {
  const take = STEPS[step.do] as TakeStep<Step['do']>
  return take(step, scene, takeStep)
}
