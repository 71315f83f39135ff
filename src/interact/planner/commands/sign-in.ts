import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { locate, closeButtonIn, anchorsOf } from '../locate/locate.ts'
import { formOf, newTextsBetween } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { isPressable, pressElement, sendField } from './press.ts'
import { enterValue } from '../widgets/widgets.ts'
import { findBanner } from '../consent/consent.ts'
import type { OperationOf, Target } from '../parse/command.ts'

const CHECK_MS = [0, 250, 250, 500, 500]

export async function signIn({ user, password }: OperationOf<'signIn'>, driver: Driver): Promise<void> {
  if (!userField(await driver.tree())) await openForm(driver)
  const name = userField(await driver.tree())
  if (!name) throw new CommandError('The page has no form to sign in.')
  await enter(name, user, driver)
  if (!passwordField(await driver.tree())) {
    await send(name, driver)
    await driver.until(CHECK_MS, passwordField)
  }
  const secret = passwordField(await driver.tree())
  if (!secret) throw new CommandError('The page has no field for a password.')
  await enter(secret, password, driver)
  const { url } = (await driver.tree()).view
  await send(secret, driver)
  await driver.until(CHECK_MS, (tree) => !passwordField(tree) || tree.view.url !== url)
  const after = await driver.tree()
  if (passwordField(after))
    throw new CommandError(`The page did not accept the sign-in.${errorIn(after, driver)}`)
}

async function openForm(driver: Driver): Promise<void> {
  const located = locate([{ name: 'log in' }], { tree: await driver.tree(), isCandidate: isPressable })
  if (located.state !== 'found') return
  await pressElement(located.element, driver)
  await driver.until(CHECK_MS, userField)
}

async function enter(field: ViewElement, value: string, driver: Driver): Promise<void> {
  await enterValue(field, value, driver)
  driver.last = field
}

const SEND_BUTTON = /^\W*(?:log ?in|sign ?in|continue|next|submit|go|enter)\b/i

async function send(field: ViewElement, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const form = formOf(field, tree)
  const buttons = (form ? tree.descendants(form) : [...tree.elements]).filter(
    (one) =>
      one.clickable && !one.editable && !one.disabled && (one.type === 'submit' || one.role === 'button'),
  )
  const button =
    buttons.find((one) => SEND_BUTTON.test(one.name || one.text)) ??
    (buttons.length === 1 ? buttons[0] : undefined)
  if (button)
    await driver.act({ do: 'click', ref: button.ref }, { type: 'click', target: button.name || button.text })
  else await sendField(field, undefined, driver)
}

function passwordField(tree: PageTree): ViewElement | undefined {
  return tree.elements.find(({ type, disabled }) => type === 'password' && !disabled)
}

function userField(tree: PageTree): ViewElement | undefined {
  const fields = tree.elements.filter(
    ({ editable, disabled, type }) => editable && !disabled && /^(text|email|tel|)$/.test(type ?? ''),
  )
  const named = fields.filter(
    (one) =>
      (one.type === 'email' ||
        /user|login|e-?mail|account|member|\bid\b/i.test(
          `${one.name} ${one.hints} ${one.placeholder ?? ''}`,
        )) &&
      !/search|newsletter|subscribe/i.test(`${one.name} ${one.hints}`),
  )
  const password = passwordField(tree)
  if (!password) return named.length === 1 ? named[0] : undefined
  const isBefore = (one: ViewElement) => tree.order(one) < tree.order(password)
  return named.findLast(isBefore) ?? fields.findLast(isBefore)
}

function errorIn(tree: PageTree, { former }: Driver): string {
  const alert = tree.elements.find(({ role, text }) => role === 'alert' && text !== '')
  const fresh = alert?.text ?? (former && newTextsBetween(former, tree)[0])
  return fresh === undefined ? '' : ` It says: "${fresh}".`
}

const YES = ['yes', 'confirm', 'ok', 'delete', 'remove', 'continue', 'accept', 'agree', 'proceed']
const NO = ['cancel', 'no', 'keep', 'close', 'dismiss', 'not now', 'back']

export async function answerQuestion(
  { accept, targets }: OperationOf<'answer'>,
  driver: Driver,
): Promise<void> {
  const asked = driver.questions.splice(0)
  if (asked.length > 0) {
    // A dialog of the browser was answered while it was open.
    const isRight = asked.every(
      ({ answered, kind }) => kind === 'alert' || /accept/.test(answered) === accept,
    )
    if (!isRight) throw new CommandError(`The page asked "${asked[0]!.message}" and got another answer.`)
    return
  }
  const tree = await driver.tree()
  const inDialog = tree.dialog
  const isCandidate = (element: ViewElement) =>
    isPressable(element) && (!inDialog || tree.contains(inDialog, element))
  const named = locate(targets, { tree, isCandidate, last: driver.last })
  if (named.state === 'found') return pressElement(named.element, driver)
  for (const name of inDialog ? (accept ? YES : NO) : []) {
    const located = locate([{ name }], { tree, isCandidate })
    if (located.state === 'found') return pressElement(located.element, driver)
  }
  throw new CommandError(`The page asks nothing that could be ${accept ? 'confirmed' : 'cancelled'}.`)
}

const CLOSE_POLL_MS = [0, 300, 700, 1000]

export async function close({ targets }: OperationOf<'close'>, driver: Driver): Promise<void> {
  const button = await driver.until(CLOSE_POLL_MS, (tree) => closeButtonFor(tree, targets))
  if (button) return pressElement(button, driver)
  const before = (await driver.tree()).dialog
  if (!before) throw new CommandError('The page shows nothing that could be closed.')
  await driver.act({ do: 'press', key: 'Escape' }, { type: 'press', value: 'Escape' })
  if ((await driver.tree()).get(before.ref))
    throw new CommandError('The dialog has no button that closes it.')
}

function closeButtonFor(tree: PageTree, targets: readonly Target[]): ViewElement | undefined {
  const named = targets.flatMap((target) => (target.name === '' ? [] : anchorsOf(target, tree)))
  const parts = [
    tree.dialog,
    findBanner(tree)?.element,
    ...named.flatMap((anchor) => [anchor, ...tree.ancestors(anchor).slice(0, 2)]),
  ]
  for (const part of parts) {
    const closer = part && closeButtonIn(part, tree)
    if (closer) return closer
  }
  return undefined
}
