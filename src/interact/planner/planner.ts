import { PageControllerError } from '../../browser/browser.ts'
import type { ViewElement } from '../../browser/browser.ts'
import type { AnswerFrom, PromptOutcome, RunPrompt } from '../run.ts'
import { createSecrets, createVariables, isSecretName, mapTexts } from '../secrets.ts'
import type { Secrets } from '../secrets.ts'
import { CommandError, Driver, createGuards } from './driver.ts'
import { turnPage } from './commands/lists.ts'
import { isPressable, pressElement } from './commands/press.ts'
import { runOperation } from './commands/run-command.ts'
import { locate } from './locate/locate.ts'
import { shorten } from './page-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { Command, OperationOf } from './parse/command.ts'
import { suggestForms, parseInstruction } from './parse/parse.ts'
import { answer, readNewText } from './read/answer.ts'

export function createPlanner({ answerFrom }: { answerFrom: AnswerFrom }): RunPrompt {
  return async (prompt, controller, signal, options) => {
    const instruction = parseInstruction(prompt)
    const secrets = createSecrets(prompt)
    if (instruction.state === 'unread') return mapTexts(unreadOutcome(instruction.clause), secrets.masked)
    if (instruction.commands.length === 0)
      return { done: false, output: 'The instruction has no command.', actions: [] }
    const driver = new Driver(
      controller,
      createGuards(instruction.forbidden, instruction.commands.map(({ said }) => said).join('\n')),
      signal,
      createVariables('', options?.variables).file,
    )
    noteSecrets(instruction.commands, secrets)
    try {
      return mapTexts(await runCommands(instruction.commands, driver, answerFrom), secrets.masked)
    } finally {
      controller.setDialogReply({ accept: false })
    }
  }
}

function unreadOutcome(clause: string): PromptOutcome {
  const output = `Nothing was done, because "${shorten(clause, 200)}" is not a command that can be followed without a model. ${suggestForms(clause)}`
  return { done: false, output, actions: [], error: output }
}

async function runCommands(
  commands: readonly Command[],
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<PromptOutcome> {
  const answers: string[] = []
  const notes: string[] = []
  for (const [at, command] of commands.entries()) {
    const outcome = await attempt(command, commands[at + 1], driver, answerFrom)
    if (outcome.state === 'failed') return failureOutcome(command, outcome, answers, driver)
    if (outcome.answer !== undefined) answers.push(outcome.answer)
    if (outcome.note !== undefined) notes.push(outcome.note)
  }
  const output = answers.length > 0 ? answers.join('\n') : [...notes, summarize(driver)].join(' ')
  return { done: true, output, actions: driver.actions, ...(notes.length > 0 && { warnings: notes }) }
}

type Outcome =
  | { state: 'done'; answer?: string; note?: string }
  | { state: 'failed'; reason: string; newText?: string }

async function attempt(
  command: Command,
  next: Command | undefined,
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<Outcome> {
  try {
    await driver.waitUntilSettled()
    if (command.condition && !(await isMet(command.condition, driver)))
      return {
        state: 'done',
        note: `"${command.said}" was left out, because "${command.condition[0]?.name ?? ''}" is not on the page.`,
      }
    if (command.do === 'tell') return await tell(command, driver, answerFrom)
    // The browser's own dialogs have to be answered while they are open.
    const accept = next?.do === 'answer' && next.accept
    driver.controller.setDialogReply({ accept })
    const isSent = command.do === 'form' && next?.do === 'press' && command.verb !== 'sign in'
    await runAtPlace(isSent ? { ...command, verb: '' } : command, driver)
    return checkDialogs(next, driver)
  } catch (error) {
    if (driver.signal.aborted || !(error instanceof CommandError || error instanceof PageControllerError))
      throw error
    return { state: 'failed', reason: error.message }
  }
}

const MOST_PAGES = 50

async function tell(
  { question, onEachPage }: OperationOf<'tell'>,
  driver: Driver,
  answerFrom: AnswerFrom,
): Promise<Outcome> {
  const answers: string[] = []
  const mostPages = onEachPage ? MOST_PAGES : 1
  do {
    const told = await answer(question, driver, answerFrom)
    if (told.state === 'unsure')
      return { state: 'failed', reason: `The page does not clearly say: ${question}.`, newText: told.newText }
    answers.push(told.text)
  } while (answers.length < mostPages && (await turnPage(driver)))
  return { state: 'done', answer: answers.join('\n') }
}

/** Runs an order; if its element is missing and its place is a link or a tab, that is opened first. */
async function runAtPlace(command: Exclude<Command, { do: 'tell' }>, driver: Driver): Promise<void> {
  try {
    await runOperation(command, driver)
  } catch (error) {
    if (!command.place || !(error instanceof CommandError) || !error.isMissing) throw error
    const place = locate(command.place, { tree: await driver.tree(), isCandidate: opensPlace })
    if (place.state !== 'found') throw error
    await pressElement(place.element, driver)
    await runOperation(command, driver)
  }
}

function opensPlace(element: ViewElement): boolean {
  return isPressable(element) && /^(?:link|tab|button|menuitem)$/.test(element.role)
}

/** A question of the browser that the instruction does not answer was declined, so the command was not carried out. */
function checkDialogs(next: Command | undefined, driver: Driver): Outcome {
  if (next?.do === 'answer') return { state: 'done' }
  const asked = driver.questions.splice(0).find(({ kind }) => kind !== 'alert')
  if (!asked) return { state: 'done' }
  return {
    state: 'failed',
    reason: `The page asked "${asked.message}". The instruction does not say how to answer, so the answer was no.`,
  }
}

async function isMet(condition: NonNullable<Command['condition']>, driver: Driver): Promise<boolean> {
  const isThere = (tree: PageTree) => locate(condition, { tree, isCandidate: () => true }).state !== 'missing'
  return (await driver.until([0, 300, 700], isThere)) ?? false
}

async function failureOutcome(
  command: Command,
  { reason, newText }: { reason: string; newText?: string },
  answers: readonly string[],
  driver: Driver,
): Promise<PromptOutcome> {
  const error = `Not done: "${shorten(command.said, 200)}". ${shorten(reason, 600)}`
  const shown = command.do === 'tell' ? (newText ?? (await readNewText(driver))) : undefined
  return { done: false, output: [...answers, shown || error].join('\n'), actions: driver.actions, error }
}

function summarize({ actions }: Driver): string {
  if (actions.length === 0) return 'Everything was as asked already; nothing had to be done.'
  const lines = actions
    .slice(-6)
    .map(({ type, target, value, effect }) =>
      [type, target, value === undefined ? undefined : `"${value}"`, effect && `(${effect})`]
        .filter(Boolean)
        .join(' '),
    )
  return `Done: ${lines.join('; ')}.`.slice(0, 500)
}

function noteSecrets(commands: readonly Command[], secrets: Secrets): void {
  for (const command of commands) {
    if (command.do === 'signIn') secrets.add(command.password, true)
    if (command.do !== 'put' && command.do !== 'form') continue
    for (const { said, interpretations } of command.inputs) {
      for (const { key, value } of interpretations) secrets.add(value, isSecretName(key))
      if (isSecretName(said)) secrets.add(said.split(/\s+/).at(-1)!, true)
    }
  }
}
