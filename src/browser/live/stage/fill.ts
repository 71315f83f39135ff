import { orAborted } from '../../../concurrency/abort.ts'
import type { Field } from '../../in-page/calls.ts'
import { pause } from '../../page/settle.ts'
import { StageError } from './stage.ts'
import type { StageFile } from './stage.ts'
import { aim, ask, unlessGone } from './aim.ts'
import { click } from './pointer.ts'
import type { Hand } from './aim.ts'

export async function fill(hand: Hand, ref: string, value: string): Promise<void> {
  const field = await fieldAt(hand, ref)
  if (field.kind === 'list') return await select(hand, field.ref, [value])
  if (field.kind === 'tick') throw new StageError('input', 'The element is ticked and not filled in.')
  if (field.kind === 'set') return await setNative(hand, field, value)
  if (field.kind === 'slider') return await slide(hand, field, value)
  await typeInto(hand, field, value)
}

export async function select(hand: Hand, ref: string, labels: string[]): Promise<void> {
  const field = await fieldAt(hand, ref)
  if (field.kind !== 'list') throw new StageError('input', 'The element is no list to choose from.')
  const { missing, available } = await ask(hand, field.ref, 'chooseOptions', labels)
  if (missing.length > 0) {
    throw new StageError('input', `The list has no option ${quoted(missing)}. It has ${quoted(available)}.`)
  }
}

export async function upload(hand: Hand, ref: string, files: readonly StageFile[]): Promise<void> {
  const state = await ask(hand, ref, 'putFiles', files)
  if (state === 'none') throw new StageError('input', 'The element takes no files.')
  if (state === 'one') throw new StageError('input', `The element takes one file, not ${files.length}.`)
}

export async function check(hand: Hand, ref: string, on: boolean): Promise<void> {
  const target = (await fieldAt(hand, ref).catch(() => undefined))?.ref ?? ref
  const isAsWanted = async () => (await unlessGone(ask(hand, target, 'isOn'))) === on
  if (await isAsWanted()) return
  await click(hand, { ref: target })
  if (await turns(hand, isAsWanted)) return
  // A page that draws itself anew on a click has another element there now.
  if ((await unlessGone(ask(hand, target, 'boxIn'))) === undefined) return
  await unlessGone(ask(hand, target, 'clickByScript'))
  if (await turns(hand, isAsWanted)) return
  throw new StageError(
    'failed',
    on ? 'The element does not let itself be ticked.' : 'The element stays ticked.',
  )
}

async function fieldAt(hand: Hand, ref: string): Promise<Field> {
  const field = await ask(hand, ref, 'fieldAt')
  if (field.kind === 'none') throw new StageError('input', 'The element is no field that can be filled in.')
  if (field.disabled) throw new StageError('disabled', 'The field is disabled.')
  return field
}

async function typeInto(hand: Hand, field: Field, value: string): Promise<void> {
  const { page, signal } = hand
  const text = field.multiline ? value : value.replaceAll(/[\r\n]+/g, ' ')
  await focusByHand(hand, field.ref)
  await ask(hand, field.ref, 'markAll')
  if (text === '') await orAborted(page.keyboard.press('Delete'), signal)
  else if (text.length > TYPED_LENGTH) await orAborted(page.keyboard.insertText(text), signal)
  else await orAborted(page.keyboard.type(text), signal)
  const typed = await valueOf(hand, field.ref)
  if (typed === undefined || isTaken(typed, text, field)) return
  // A page may have put the caret elsewhere, or taken keys for itself.
  const set = field.readonly ? typed : await unlessGone(ask(hand, field.ref, 'setValue', text))
  if (set !== undefined && !isTaken(set, text, field)) {
    const why = field.readonly ? 'The field cannot be typed into' : 'The field does not take the value'
    throw new StageError('failed', `${why}: it says ${JSON.stringify(set.slice(0, 100))}.`)
  }
}

/** Undefined when the field is gone: what was typed had its effect. */
async function valueOf(hand: Hand, field: string): Promise<string | undefined> {
  const now = await unlessGone(ask(hand, field, 'fieldAt'))
  return now && 'value' in now ? now.value : undefined
}

/** A mask may have added signs of its own, and a limit cut what is too long. */
function isTaken(value: string, wanted: string, { maxLength, kind }: Field): boolean {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
  if (value === wanted || (plain(value) === plain(wanted) && plain(wanted) !== '')) return true
  if (kind === 'rich' && value.trim() === wanted.trim()) return true
  return maxLength !== undefined && value.length === maxLength && wanted.startsWith(value)
}

/** With the mouse, as a page may wait for it; by script when something lies over the field. */
async function focusByHand(hand: Hand, field: string): Promise<void> {
  try {
    const aimed = await aim(hand, field)
    if (aimed.state === 'ready') {
      await orAborted(hand.page.mouse.click(aimed.point.x, aimed.point.y), hand.signal)
    }
  } catch (error) {
    if (!(error instanceof StageError)) throw error
  }
  await ask(hand, field, 'focusOn')
}

async function setNative(hand: Hand, field: Field, value: string): Promise<void> {
  const set = await ask(hand, field.ref, 'setValue', value)
  if (set === value || (set !== '' && Number(set) === Number(value))) return
  if (set === '' || set.toLowerCase() !== value.toLowerCase()) {
    throw new StageError(
      'failed',
      `The field does not take ${JSON.stringify(value.slice(0, 100))}; it says ${JSON.stringify(set)}.`,
    )
  }
}

async function slide(hand: Hand, field: Field, value: string): Promise<void> {
  const wanted = Number(value)
  if (Number.isNaN(wanted)) throw new StageError('input', 'A slider takes a number.')
  await ask(hand, field.ref, 'focusOn')
  let now = Number(field.value)
  for (let presses = 0; presses < MAX_PRESSES && now !== wanted; presses++) {
    const key = now < wanted ? 'ArrowRight' : 'ArrowLeft'
    await orAborted(hand.page.keyboard.press(key), hand.signal)
    const next = Number(await valueOf(hand, field.ref))
    if (next === now || Number.isNaN(next)) break
    if ((now < wanted && next > wanted) || (now > wanted && next < wanted)) return
    now = next
  }
  if (now !== wanted) throw new StageError('failed', `The slider does not move by keys; it stands at ${now}.`)
}

async function turns(hand: Hand, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 6; tries++) {
    if (await isTrue()) return true
    await pause(20, hand.signal)
  }
  return false
}

function quoted(words: string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ')
}

const TYPED_LENGTH = 200
const MAX_PRESSES = 500
