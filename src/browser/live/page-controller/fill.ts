import { orAborted } from '../../../concurrency/abort.ts'
import type { Field } from '../../in-page/calls.ts'
import { pause } from '../../page/settle.ts'
import { PageControllerError } from './page-controller.ts'
import type { StageFile } from './page-controller.ts'
import { awaitClickPoint, callOnElement, unlessGone } from './click-point.ts'
import { click } from './pointer.ts'
import type { ActionContext } from './click-point.ts'

export async function fill(context: ActionContext, ref: string, value: string): Promise<void> {
  const field = await fieldAt(context, ref)
  if (field.kind === 'list') return await select(context, field.ref, [value])
  if (field.kind === 'tick')
    throw new PageControllerError('input', 'The element is ticked and not filled in.')
  if (field.kind === 'set') return await setNativeValue(context, field, value)
  if (field.kind === 'slider') return await setSlider(context, field, value)
  await typeInto(context, field, value)
}

export async function select(context: ActionContext, ref: string, labels: string[]): Promise<void> {
  const field = await fieldAt(context, ref)
  if (field.kind !== 'list') throw new PageControllerError('input', 'The element is no list to choose from.')
  const { missing, available } = await callOnElement(context, field.ref, 'chooseOptions', labels)
  if (missing.length > 0) {
    throw new PageControllerError(
      'input',
      `The list has no option ${quoted(missing)}. It has ${quoted(available)}.`,
    )
  }
}

export async function upload(
  context: ActionContext,
  ref: string,
  files: readonly StageFile[],
): Promise<void> {
  const state = await callOnElement(context, ref, 'setFiles', files)
  if (state === 'none') throw new PageControllerError('input', 'The element takes no files.')
  if (state === 'one')
    throw new PageControllerError('input', `The element takes one file, not ${files.length}.`)
}

export async function check(context: ActionContext, ref: string, on: boolean): Promise<void> {
  const target = (await fieldAt(context, ref).catch(() => undefined))?.ref ?? ref
  const isAsWanted = async () => (await unlessGone(callOnElement(context, target, 'isChecked'))) === on
  if (await isAsWanted()) return
  await click(context, { ref: target })
  if (await becomesTrue(context, isAsWanted)) return
  // A page that draws itself anew on a click has another element there now.
  if ((await unlessGone(callOnElement(context, target, 'boxInFrame'))) === undefined) return
  await unlessGone(callOnElement(context, target, 'clickByScript'))
  if (await becomesTrue(context, isAsWanted)) return
  throw new PageControllerError(
    'failed',
    on ? 'The element does not let itself be ticked.' : 'The element stays ticked.',
  )
}

async function fieldAt(context: ActionContext, ref: string): Promise<Field> {
  const field = await callOnElement(context, ref, 'fieldAt')
  if (field.kind === 'none')
    throw new PageControllerError('input', 'The element is no field that can be filled in.')
  if (field.disabled) throw new PageControllerError('disabled', 'The field is disabled.')
  return field
}

async function typeInto(context: ActionContext, field: Field, value: string): Promise<void> {
  const { page, signal } = context
  const text = field.multiline ? value : value.replaceAll(/[\r\n]+/g, ' ')
  await focusByMouse(context, field.ref)
  await callOnElement(context, field.ref, 'selectAll')
  if (text === '') await orAborted(page.keyboard.press('Delete'), signal)
  else if (text.length > TYPED_LENGTH) await orAborted(page.keyboard.insertText(text), signal)
  else await orAborted(page.keyboard.type(text), signal)
  const typed = await valueOf(context, field.ref)
  if (typed === undefined || isAccepted(typed, text, field)) return
  // A page may have put the caret elsewhere, or taken keys for itself.
  const set = field.readonly ? typed : await unlessGone(callOnElement(context, field.ref, 'setValue', text))
  if (set !== undefined && !isAccepted(set, text, field)) {
    const why = field.readonly ? 'The field cannot be typed into' : 'The field does not take the value'
    throw new PageControllerError('failed', `${why}: it says ${JSON.stringify(set.slice(0, 100))}.`)
  }
}

/** Undefined when the field is gone: what was typed had its effect. */
async function valueOf(context: ActionContext, field: string): Promise<string | undefined> {
  const now = await unlessGone(callOnElement(context, field, 'fieldAt'))
  return now && 'value' in now ? now.value : undefined
}

/** A mask may have added signs of its own, and a limit cut what is too long. */
function isAccepted(value: string, wanted: string, { maxLength, kind }: Field): boolean {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
  if (value === wanted || (plain(value) === plain(wanted) && plain(wanted) !== '')) return true
  if (kind === 'rich' && value.trim() === wanted.trim()) return true
  return maxLength !== undefined && value.length === maxLength && wanted.startsWith(value)
}

/** With the mouse, as a page may wait for it; by script when something lies over the field. */
async function focusByMouse(context: ActionContext, field: string): Promise<void> {
  try {
    const aimed = await awaitClickPoint(context, field)
    if (aimed.state === 'ready') {
      await orAborted(context.page.mouse.click(aimed.point.x, aimed.point.y), context.signal)
    }
  } catch (error) {
    if (!(error instanceof PageControllerError)) throw error
  }
  await callOnElement(context, field, 'focusOn')
}

async function setNativeValue(context: ActionContext, field: Field, value: string): Promise<void> {
  const set = await callOnElement(context, field.ref, 'setValue', value)
  if (set === value || (set !== '' && Number(set) === Number(value))) return
  if (set === '' || set.toLowerCase() !== value.toLowerCase()) {
    throw new PageControllerError(
      'failed',
      `The field does not take ${JSON.stringify(value.slice(0, 100))}; it says ${JSON.stringify(set)}.`,
    )
  }
}

async function setSlider(context: ActionContext, field: Field, value: string): Promise<void> {
  const wanted = Number(value)
  if (Number.isNaN(wanted)) throw new PageControllerError('input', 'A slider takes a number.')
  await callOnElement(context, field.ref, 'focusOn')
  let now = Number(field.value)
  for (let presses = 0; presses < MAX_PRESSES && now !== wanted; presses++) {
    const key = now < wanted ? 'ArrowRight' : 'ArrowLeft'
    await orAborted(context.page.keyboard.press(key), context.signal)
    const next = Number(await valueOf(context, field.ref))
    if (next === now || Number.isNaN(next)) break
    if ((now < wanted && next > wanted) || (now > wanted && next < wanted)) return
    now = next
  }
  if (now !== wanted)
    throw new PageControllerError('failed', `The slider does not move by keys; it stands at ${now}.`)
}

async function becomesTrue(context: ActionContext, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 6; tries++) {
    if (await isTrue()) return true
    await pause(20, context.signal)
  }
  return false
}

function quoted(words: string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ')
}

const TYPED_LENGTH = 200
const MAX_PRESSES = 500
