import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import { isCheckable } from '../match/kinds.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { codeFields, enterCode } from '../widgets/code-boxes.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { clickOn, effectOf } from './click-on.ts'
import { fillField } from './fill.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOf, StepOutcome, TakeStep } from './step-outcome.ts'
import { submitButton } from './submit.ts'

export const logIn: TakeStep<'logIn'> = async (step, scene, carryOut) => {
  if (!userField(await scene.tree())) await openLogIn(scene)
  const user = userField(await scene.tree())
  if (!user) return failed('There is no place to log in on the page.')
  const named = await fillField(user, step.user, scene)
  if (named.state === 'failed') return named
  const asked = passwordField(await scene.tree()) ? undefined : await send(scene)
  if (asked?.state === 'failed') return asked
  for (let times = 0; times < 10 && !isSecretAsked(await scene.tree()); times++) await scene.pause(200)
  const password = passwordField(await scene.tree())
  if (!password) return byCode(step, scene)
  const secret = await fillField(password, step.password, scene)
  if (secret.state === 'failed') return secret
  const later = await tickHere(step.besides ?? [], scene)
  const sent = await send(scene)
  if (sent.state === 'failed') return sent
  const effect = effectOf(scene)
  await awaitAnswer(scene)
  if (await isRefused(scene))
    return failed(
      `The name "${step.user}" and the password were sent, but the log-in form is still there${effect}.`,
    )
  for (const other of later) {
    const outcome = await carryOut(other, scene)
    if (outcome.state === 'failed') return outcome
  }
  return done(`Entered the name "${step.user}" and the password, and sent them${effect}.`)
}

function isSecretAsked(tree: PageTree): boolean {
  return passwordField(tree) !== undefined || codeFields(tree).length > 0
}

/** Where no password is asked for but a code, that is what was said. */
async function byCode({ user, password }: StepOf<'logIn'>, scene: Scene): Promise<StepOutcome> {
  const fields = codeFields(await scene.tree())
  if (fields.length === 0) return failed('There is no field for a password.')
  await scene.together({ type: 'fill', target: 'the code' }, () => enterCode(fields, password, scene))
  for (const ms of [0, 200, 400]) {
    const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
    if (codeFields(tree).length === 0)
      return done(`Entered the name "${user}" and the code${effectOf(scene)}.`)
  }
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(fields[0]?.ref))
  if (button) await clickOn(button, scene)
  for (const ms of [0, 300, 600])
    if (codeFields(ms === 0 ? await scene.tree() : await scene.pause(ms)).length === 0)
      return done(`Entered the name "${user}" and the code${effectOf(scene)}.`)
  return failed(
    `The name "${user}" and the code were entered, but the page still asks for it${effectOf(scene)}.`,
  )
}

/** Whether the page asks who one is: a form for that is open, not only a link to one. */
export function asksToLogIn(tree: PageTree): boolean {
  if (passwordField(tree)) return true
  const user = userField(tree)
  if (!user) return false
  const holder =
    tree.dialog && tree.holds(tree.dialog, user)
      ? tree.dialog
      : tree.closest(user, ({ tag }) => tag === 'form')
  return /(?<!\p{L})(sign in|log ?in|sign up|account|anmelden|einloggen|connexion|connecter|iniciar sesi|acced|inloggen|aanmelden|entrar)/iu.test(
    holder?.text ?? '',
  )
}

/** Ticks what the log-in form offers; gives back what it does not, which is for the page after. */
async function tickHere(steps: readonly Step[], scene: Scene): Promise<Step[]> {
  const later: Step[] = []
  for (const step of steps) {
    const words = step.do === 'check' ? (step.targets[0]?.words ?? '') : (step.said ?? '')
    const [best] = await seekHere({ words, quoted: false, kind: 'checkbox' }, scene, 'check')
    const isTicked =
      best !== undefined &&
      isCheckable(best.element) &&
      (await setChecked(best.element, true, scene)).state === 'done'
    if (!isTicked) later.push(step)
  }
  return later
}

async function openLogIn(scene: Scene): Promise<void> {
  const [link] = await seekHere({ words: 'log in', quoted: false }, scene, 'click')
  if (!link) return
  await clickOn(link.element, scene)
  for (let times = 0; times < 5 && !userField(await scene.tree()); times++) await scene.pause(200)
}

function passwordField(tree: PageTree): ViewElement | undefined {
  return tree.elements.find((element) => element.type === 'password' && !element.disabled)
}

/** The field before the password, or one that is called so. */
function userField(tree: PageTree): ViewElement | undefined {
  const fields = tree.elements.filter(
    (element) => element.editable && !element.disabled && /^(text|email|tel|)$/.test(element.type ?? ''),
  )
  const named = fields.filter(
    (element) =>
      element.type === 'email' ||
      /user|login|e-?mail|account|\bname\b|phone/i.test(
        `${element.name} ${element.hints} ${element.placeholder ?? ''}`,
      ),
  )
  const password = passwordField(tree)
  if (!password)
    return named.find((element) => !/search|newsletter|subscribe/i.test(`${element.name} ${element.hints}`))
  const before = (list: readonly ViewElement[]) =>
    list.findLast((element) => tree.order(element) < tree.order(password))
  return before(named) ?? before(fields) ?? named[0]
}

const REFUSAL =
  /\b(wrong|incorrect|invalid|failed|error|denied|unknown|try again|not (valid|correct|found|recogni[sz]ed|match)|(does|do)(n't| not) match|falsch|ungültig|incorrecto|incorrecte|errat[oa]|onjuist|inválid[oa])/i

/** A page may take a while to look the password up; it says nothing new until then. */
async function awaitAnswer(scene: Scene): Promise<void> {
  const isQuiet = (scene.changes?.newTexts.length ?? 0) === 0 && !scene.changes?.url
  if (!isQuiet) return
  for (let times = 0; times < 6; times++) if (!passwordField(await scene.pause(250))) return
}

/** Whether the page asks again: the form is there as before, with a complaint or without anything new. */
async function isRefused(scene: Scene): Promise<boolean> {
  const { changes } = scene
  if (!passwordField(await scene.tree()) || changes?.url) return false
  const texts = changes?.newTexts ?? []
  return texts.length === 0 ? (changes?.gone.length ?? 0) === 0 : texts.some((text) => REFUSAL.test(text))
}

async function send(scene: Scene): Promise<StepOutcome> {
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(scene.last?.ref))
  if (button) return clickOn(button, scene)
  await scene.act({ do: 'press', key: 'Enter' }, { type: 'press', value: 'Enter' })
  return done('Pressed Enter.')
}
