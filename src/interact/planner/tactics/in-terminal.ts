import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'

const TERMINAL = /\b(terminal|console|shell|command line|prompt)\b/i
const COMMANDS: Readonly<Record<string, string>> = { delete: 'rm', remove: 'rm', show: 'cat', read: 'cat' }

/** Does something to a file by commands, where the page is a terminal: looks which files there are, then names the one that is meant. */
export async function inTerminal(step: StepOf<'act'>, scene: Scene): Promise<StepOutcome | undefined> {
  const command = Object.hasOwn(COMMANDS, step.verb) ? COMMANDS[step.verb] : undefined
  if (!command || !TERMINAL.test(step.said ?? '') || step.target?.kind !== 'file') return undefined
  const terminal = terminalIn(await scene.tree())
  if (!terminal) return undefined
  const before = wordsIn(await scene.tree(), terminal)
  await enter('ls', terminal, scene)
  const after = wordsIn(await scene.tree(), terminal)
  const files = after.slice(before.length).filter((word) => /^[\w-]+(\.[\w-]+)*$/.test(word) && word !== 'ls')
  const file = fileMeant(files, `${step.target.words} ${step.target.condition ?? ''}`)
  if (!file) return failed(`None of these files is meant: ${files.join(', ')}.`)
  await enter(`${command} ${file}`, terminal, scene)
  return done(`Entered "${command} ${file}".`)
}

/** The file that words describe: by its ending, as having none, or by its name. */
export function fileMeant(files: readonly string[], words: string): string | undefined {
  if (/\b(no|without( an?| any)?)( file)? (extension|ending)/i.test(words))
    return files.find((file) => !file.includes('.'))
  const named = files.find((file) => words.split(/[\s"']+/).includes(file))
  if (named) return named
  const ending = /\.(\w+)\b/.exec(words)?.[1] ?? /\b(\w+) (?:file|extension)\b/i.exec(words)?.[1]
  return ending === undefined
    ? undefined
    : files.find((file) => file.toLowerCase().endsWith(`.${ending.toLowerCase()}`))
}

function terminalIn(tree: PageTree): ViewElement | undefined {
  const found = tree.elements.filter(
    (element) => TERMINAL.test(`${element.hints} ${element.role}`) && element.text !== '',
  )
  return found.find((element) => element.clickable) ?? found[0]
}

function wordsIn(tree: PageTree, terminal: ViewElement): string[] {
  const inside = tree.get(terminal.ref)
  return inside
    ? tree.descendants(inside).flatMap((element) => element.ownText.split(/\s+/).filter(Boolean))
    : []
}

async function enter(command: string, terminal: ViewElement, scene: Scene): Promise<void> {
  await scene.together({ type: 'type', target: call(terminal), value: command }, async () => {
    await scene.do({ do: 'click', ref: terminal.ref })
    await scene.do({ do: 'type', text: command })
    await scene.do({ do: 'press', key: 'Enter' })
  })
}
