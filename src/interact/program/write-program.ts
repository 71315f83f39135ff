import type { Deed, PageView, Stage, ViewElement } from '../../browser/browser.ts'
import { codeOf, locatorCode } from './code-of.ts'
import { chooseByView, locatorsFor } from './locators.ts'
import type { Candidate } from './locators.ts'
import { createTabNames } from './tab-names.ts'
import { writeStep } from './write-step.ts'

/** A stage whose actions are written down as a program that does them again. */
export interface WrittenStage {
  stage: Stage
  /** The program so far: JavaScript for `code` of a request. Undefined when nothing was done. */
  code: () => string | undefined
}

/** The most locators of an element that are tried on the page. */
const MOST_TRIED = 12

export function writeProgram(stage: Stage): WrittenStage {
  const startUrl = stage.url()
  const lines: string[] = []
  const constants = new Map<string, string>()
  const accepted = new Map<string, string | undefined>()
  const tabs = createTabNames()
  let elements: ReadonlyMap<string, ViewElement> = new Map()
  let view: PageView | undefined

  function constant(name: string, code: string): string {
    for (let number = 1; ; number++) {
      const one = number === 1 ? name : `${name}${number}`
      const known = constants.get(one)
      if (known === undefined) constants.set(one, code)
      if (known === undefined || known === code) return one
    }
  }

  /** The expressions of the elements that an action uses, as they are before it. */
  async function locators(deed: Deed, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const ref of refsOf(deed)) {
      const element = elements.get(ref)
      const steps = element && view && (await chooseLocator(stage, element, view, signal))
      if (steps) found.set(ref, `${tabs.front()}.${locatorCode(steps)}`)
    }
    return found
  }

  function write(deed: Deed, found: ReadonlyMap<string, string>, url: string): void {
    const isUnknown = refsOf(deed).some((ref) => !found.has(ref))
    if (isUnknown) return void lines.push(`throw new Error(${codeOf(UNKNOWN)})`)
    if (deed.do === 'openTab') lines.push(`const ${tabs.open()} = await context.newPage()`)
    const page = tabs.front()
    const at = (ref: string) => found.get(ref)!
    const tab = (id: string) => tabs.nameOf(id)
    lines.push(...writeStep(deed, { page, url, element: (ref) => elements.get(ref), at, constant, tab }))
    if (deed.do === 'showTab') tabs.show(deed.tab)
    if (deed.do === 'closeTab') tabs.close(deed.tab)
    const now = stage.url()
    // Without it the next line may find its element on the page before.
    if (PRESSES.has(deed.do) && now !== url && url !== '')
      lines.push(`await ${page}.waitForURL((url) => String(url) !== ${codeOf(url)})`)
  }

  function noteDialogs(dialogs: ReturnType<Stage['dialogs']>): void {
    for (const { kind, message, answered } of dialogs) {
      const text = /^accepted with (.*)$/s.exec(answered)?.[1]
      if (/^(?:confirm|prompt)$/.test(kind) && answered.startsWith('accepted')) accepted.set(message, text)
    }
  }

  return {
    stage: {
      ...stage,
      async look(signal) {
        view = await stage.look(signal)
        elements = new Map(view.elements.map((element) => [element.ref, element]))
        const opened = tabs.see(view.tabs)
        if (opened !== undefined) writeOpened(lines, opened)
        return view
      },
      async act(deed, signal) {
        const url = stage.url()
        const finding = locators(deed, signal)
        await stage.act(deed, signal, finding)
        write(deed, await finding, url)
      },
      dialogs() {
        const dialogs = stage.dialogs()
        noteDialogs(dialogs)
        return dialogs
      },
    },
    code() {
      noteDialogs(stage.dialogs())
      if (lines.length === 0) return undefined
      const isAnywhere = !/^https?:/.test(startUrl) || lines[0]!.startsWith('await page.goto(')
      return [
        ...[...constants].map(([name, code]) => `const ${name} = ${code}`),
        ...answering(accepted),
        ...(isAnywhere
          ? []
          : [`if (page.url() !== ${codeOf(startUrl)}) await page.goto(${codeOf(startUrl)})`]),
        ...lines,
        '',
      ].join('\n')
    },
  }
}

/** What may open another page. */
const PRESSES = new Set<string>(['click', 'clickAt', 'press', 'select', 'check', 'type'])
const UNKNOWN = 'Write this step yourself: its element cannot be found again.'

/** A locator that finds the element and nothing else; where the page can tell, it is tried there. */
async function chooseLocator(stage: Stage, element: ViewElement, view: PageView, signal: AbortSignal) {
  if (!stage.match) return chooseByView(element, view, locatorsFor(element, view))
  let several
  let tried = 0
  for (const steps of byPromise(element, view)) {
    if (++tried > MOST_TRIED) break
    const found = await stage.match(element.ref, steps, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (!found) break
    if (found.count === 1 && found.at === 0) return steps
    if (found.at >= 0) several ??= [...steps, { method: 'nth', args: [found.at] }]
  }
  return several ?? chooseByView(element, view, locatorsFor(element, view))
}

/** Locators that find one element in the view come first: trying one takes as long as a small action. */
function* byPromise(element: ViewElement, view: PageView): Generator<Candidate['steps']> {
  const others: Candidate['steps'][] = []
  for (const { steps, finds } of locatorsFor(element, view)) {
    if (view.elements.filter(finds).length === 1) yield steps
    else others.push(steps)
  }
  yield* others
}

function refsOf(deed: Deed): string[] {
  const { ref, from, to } = deed as { ref?: string; from?: string; to?: { ref?: string } }
  return [ref, from, to?.ref].filter((one) => one !== undefined)
}

/** Dialogs that were accepted are accepted again, by what they say; all others are dismissed, as without a program. */
function answering(accepted: ReadonlyMap<string, string | undefined>): string[] {
  if (accepted.size === 0) return []
  const entries = [...accepted].map(([message, text]) => `[${codeOf(message)}, ${text ?? 'undefined'}]`)
  return [
    `const accepted = new Map([${entries.join(', ')}])`,
    `page.on('dialog', (dialog) => {`,
    `  const isAccepted = accepted.has(dialog.message()) || dialog.type() === 'beforeunload'`,
    `  return isAccepted ? dialog.accept(accepted.get(dialog.message())) : dialog.dismiss()`,
    `})`,
  ]
}

/** The last action has opened a tab, which the program has to wait for. */
function writeOpened(lines: string[], name: string): void {
  if (lines.at(-1)?.includes('.waitForURL(')) lines.pop()
  const action = lines.pop()
  const opened = `context.waitForEvent('page')`
  if (action === undefined) return
  lines.push(`const [${name}] = await Promise.all([${opened}, ${action.replace(/^await /, '')}])`)
}
