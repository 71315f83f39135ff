import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { locate } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isPressable, pressElement } from './press.ts'
import { putInto } from '../widgets/widgets.ts'

/** Pages may take a while to check a password. */
const CHECK_MS = [0, 250, 250, 500, 500]

/** Signs in with a name and a password, on one page or on two, and makes sure that the page took them. */
export async function signIn(user: string, password: string, driver: Driver): Promise<void> {
  if (!userField(await driver.tree())) await openForm(driver)
  const name = userField(await driver.tree())
  if (!name) throw new CannotDo('The page has no form to sign in.')
  await enter(name, user, driver)
  if (!passwordField(await driver.tree())) {
    await send(name, driver)
    for (const ms of CHECK_MS) if (passwordField(await driver.pause(ms))) break
  }
  const secret = passwordField(await driver.tree())
  if (!secret) throw new CannotDo('The page has no field for a password.')
  await enter(secret, password, driver)
  const { url } = (await driver.tree()).view
  await send(secret, driver)
  for (const ms of CHECK_MS) {
    const tree = await driver.pause(ms)
    if (!passwordField(tree) || tree.view.url !== url) break
  }
  const after = await driver.tree()
  if (passwordField(after))
    throw new CannotDo(`The page did not accept the sign-in.${complaintIn(after, driver)}`)
}

async function openForm(driver: Driver): Promise<void> {
  const located = locate([{ name: 'log in' }], { tree: await driver.tree(), isCandidate: isPressable })
  if (located.state !== 'found') return
  await pressElement(located.element, driver)
  for (const ms of CHECK_MS) if (userField(await driver.pause(ms))) return
}

async function enter(field: ViewElement, value: string, driver: Driver): Promise<void> {
  const outcome = await putInto(field, value, driver)
  if (outcome.state === 'failed') throw new CannotDo(outcome.why)
  driver.last = field
}

const SENDS = /^\W*(?:log ?in|sign ?in|continue|next|submit|go|enter)\b/i

async function send(field: ViewElement, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const form = tree.closest(field, ({ tag, role }) => tag === 'form' || role.endsWith('dialog'))
  const buttons = (form ? tree.descendants(form) : [...tree.elements]).filter(
    (one) =>
      one.clickable && !one.editable && !one.disabled && (one.type === 'submit' || one.role === 'button'),
  )
  const button =
    buttons.find((one) => SENDS.test(one.name || one.text)) ?? (buttons.length === 1 ? buttons[0] : undefined)
  if (button)
    await driver.act({ do: 'click', ref: button.ref }, { type: 'click', target: button.name || button.text })
  else await driver.act({ do: 'press', key: 'Enter', ref: field.ref }, { type: 'press', value: 'Enter' })
}

function passwordField(tree: PageTree): ViewElement | undefined {
  return tree.elements.find(({ type, disabled }) => type === 'password' && !disabled)
}

/** The field before the password, or one that is named like it. */
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

function complaintIn(tree: PageTree, { former }: Driver): string {
  const alert = tree.elements.find(({ role, text }) => role === 'alert' && text !== '')
  const known = new Set(former?.elements.map(({ ownText }) => ownText))
  const fresh =
    alert?.text ?? tree.elements.find(({ ownText }) => ownText !== '' && !known.has(ownText))?.ownText
  return fresh === undefined ? '' : ` It says: "${fresh}".`
}
