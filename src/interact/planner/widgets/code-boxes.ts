import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'

const WIDEST = 72
const CODE = /\b(code|otp|one-?time\w*|verification|passcode|2fa|mfa|token|pin|tan|bestätigungscode)\b/iu

/** Where a code is entered: one field, or a box for each of its signs. */
export function codeFields(tree: PageTree): ViewElement[] {
  const fields = tree.elements.filter((element) => element.editable && !element.disabled && hasRoom(element))
  const boxes = fields.filter(
    (field) =>
      field.box.width <= WIDEST &&
      (field.value ?? '').length <= 1 &&
      tree.siblings(field).filter((other) => isBoxLike(field, other)).length >= 4,
  )
  if (boxes.length > 0) return boxes
  const named = fields.find((field) => CODE.test(`${field.name} ${field.placeholder ?? ''} ${field.hints}`))
  return named ? [named] : []
}

function isBoxLike(one: ViewElement, other: ViewElement): boolean {
  return (
    other.editable && Math.abs(other.box.width - one.box.width) < 4 && Math.abs(other.box.y - one.box.y) < 4
  )
}

/** Enters a code: types it from the first box on, as pages that pass on to the next box expect; fills the rest one by one. */
export async function enterCode(fields: readonly ViewElement[], code: string, scene: Scene): Promise<void> {
  const [first] = fields
  if (!first) return
  if (fields.length === 1) return scene.do({ do: 'fill', ref: first.ref, value: code })
  await scene.do({ do: 'focus', ref: first.ref })
  await scene.do({ do: 'type', text: code })
  const tree = await scene.tree()
  for (const [at, { ref }] of fields.entries()) {
    const now = tree.get(ref)
    if (now && now.value !== code[at] && code[at] !== undefined)
      await scene.do({ do: 'fill', ref, value: code[at]! })
  }
}
