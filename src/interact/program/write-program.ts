import type { PageAction, PageView, PageController, StageFile, ViewElement } from '../../browser/browser.ts'
import { isSecretField } from '../secrets.ts'
import { toCode, locatorCode, chooseByView, locatorsFor } from './locators.ts'
import type { Candidate } from './locators.ts'

const MOST_TRIED = 12

export function writeProgram(controller: PageController): {
  controller: PageController
  code: () => string | undefined
} {
  const program = new Program(controller)
  return {
    controller: {
      ...controller,
      view: async (signal) => program.addView(await controller.view(signal)),
      async act(action, signal) {
        const url = controller.url()
        const locators = program.locators(action, signal)
        await controller.act(action, signal, locators)
        program.write(action, await locators, url)
      },
      dialogs: () => program.noteDialogs(controller.dialogs()),
    },
    code: () => program.code(),
  }
}

class Program {
  readonly #controller: PageController
  readonly #startUrl: string
  readonly #lines: string[] = []
  readonly #constants = new Map<string, string>()
  readonly #accepted = new Map<string, string | undefined>()
  readonly #tabs = createTabNames()
  #elements: ReadonlyMap<string, ViewElement> = new Map()
  #view: PageView | undefined

  constructor(controller: PageController) {
    this.#controller = controller
    this.#startUrl = controller.url()
  }

  addView(view: PageView): PageView {
    this.#view = view
    this.#elements = new Map(view.elements.map((element) => [element.ref, element]))
    const opened = this.#tabs.update(view.tabs)
    if (opened !== undefined) writeOpened(this.#lines, opened)
    return view
  }

  async locators(action: PageAction, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const ref of refsOf(action)) {
      const element = this.#elements.get(ref)
      const steps =
        element && this.#view && (await chooseLocator(this.#controller, element, this.#view, signal))
      if (steps) found.set(ref, `${this.#tabs.front()}.${locatorCode(steps)}`)
    }
    return found
  }

  write(action: PageAction, found: ReadonlyMap<string, string>, url: string): void {
    const tabs = this.#tabs
    const isUnknown = refsOf(action).some((ref) => !found.has(ref))
    if (isUnknown) return void this.#lines.push(`throw new Error(${toCode(UNKNOWN_ELEMENT)})`)
    if (action.do === 'openTab') this.#lines.push(`const ${tabs.open()} = await context.newPage()`)
    const page = tabs.front()
    const write = STEP_WRITERS[action.do] as (action: PageAction, stepContext: StepContext) => string[]
    this.#lines.push(...write(action, this.stepContext(found, url)))
    if (action.do === 'showTab') tabs.show(action.tab)
    if (action.do === 'closeTab') tabs.close(action.tab)
    const now = this.#controller.url()
    // Without it the next line may find its element on the page before.
    if (PRESSES.has(action.do) && now !== url && url !== '')
      this.#lines.push(`await ${page}.waitForURL((url) => String(url) !== ${toCode(url)})`)
  }

  /** What a step is written with; `at` gives the expression of a locator, \`constant\` that of a value at the top. */
  stepContext(found: ReadonlyMap<string, string>, url: string) {
    return {
      page: this.#tabs.front(),
      url,
      element: (ref: string) => this.#elements.get(ref),
      locator: (ref: string) => found.get(ref)!,
      constant: (name: string, code: string) => this.#constant(name, code),
      tab: (id: string) => this.#tabs.nameOf(id),
    }
  }

  noteDialogs(dialogs: ReturnType<PageController['dialogs']>): ReturnType<PageController['dialogs']> {
    for (const { kind, message, answered } of dialogs) {
      const text = /^accepted with (.*)$/s.exec(answered)?.[1]
      if (/^(?:confirm|prompt)$/.test(kind) && answered.startsWith('accepted'))
        this.#accepted.set(message, text)
    }
    return dialogs
  }

  code(): string | undefined {
    this.noteDialogs(this.#controller.dialogs())
    const [lines, start] = [this.#lines, toCode(this.#startUrl)]
    if (lines.length === 0) return undefined
    const isAnywhere = !/^https?:/.test(this.#startUrl) || lines[0]!.startsWith('await page.goto(')
    return [
      ...[...this.#constants].map(([name, code]) => `const ${name} = ${code}`),
      ...dialogHandler(this.#accepted),
      ...(isAnywhere ? [] : [`if (page.url() !== ${start}) await page.goto(${start})`]),
      ...lines,
      '',
    ].join('\n')
  }

  #constant(name: string, code: string): string {
    for (let number = 1; ; number++) {
      const one = number === 1 ? name : `${name}${number}`
      const known = this.#constants.get(one)
      if (known === undefined) this.#constants.set(one, code)
      if (known === undefined || known === code) return one
    }
  }
}

const PRESSES = new Set<string>(['click', 'clickAt', 'press', 'select', 'check', 'type'])
const UNKNOWN_ELEMENT = 'Write this step yourself: its element cannot be found again.'

/** A locator that finds the element and nothing else; where the page can tell, it is tried there. */
async function chooseLocator(
  controller: PageController,
  element: ViewElement,
  view: PageView,
  signal: AbortSignal,
) {
  if (!controller.match) return chooseByView(element, view, locatorsFor(element, view))
  let several
  let tried = 0
  for (const steps of bySpecificity(element, view)) {
    if (++tried > MOST_TRIED) break
    const found = await controller.match(element.ref, steps, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (!found) break
    if (found.count === 1 && found.at === 0) return steps
    if (found.at >= 0) several ??= [...steps, { method: 'nth', args: [found.at] }]
  }
  return several ?? chooseByView(element, view, locatorsFor(element, view))
}

/** Locators that find one element in the view come first: trying one takes as long as a small action. */
function* bySpecificity(element: ViewElement, view: PageView): Generator<Candidate['steps']> {
  const others: Candidate['steps'][] = []
  for (const { steps, finds } of locatorsFor(element, view)) {
    if (view.elements.filter(finds).length === 1) yield steps
    else others.push(steps)
  }
  yield* others
}

function refsOf(action: PageAction): string[] {
  const { ref, from, to } = action as { ref?: string; from?: string; to?: { ref?: string } }
  return [ref, from, to?.ref].filter((one) => one !== undefined)
}

/** Dialogs that were accepted are accepted again, by what they say; all others are dismissed, as without a program. */
function dialogHandler(accepted: ReadonlyMap<string, string | undefined>): string[] {
  if (accepted.size === 0) return []
  const entries = [...accepted].map(([message, text]) => `[${toCode(message)}, ${text ?? 'undefined'}]`)
  return [
    `const accepted = new Map([${entries.join(', ')}])`,
    `page.on('dialog', (dialog) => {`,
    `  const isAccepted = accepted.has(dialog.message()) || dialog.type() === 'beforeunload'`,
    `  return isAccepted ? dialog.accept(accepted.get(dialog.message())) : dialog.dismiss()`,
    `})`,
  ]
}

function writeOpened(lines: string[], name: string): void {
  if (lines.at(-1)?.includes('.waitForURL(')) lines.pop()
  const action = lines.pop()
  const opened = `context.waitForEvent('page')`
  if (action === undefined) return
  lines.push(`const [${name}] = await Promise.all([${opened}, ${action.replace(/^await /, '')}])`)
}

function createTabNames() {
  const names = new Map<string, string>()
  let front = 'page'
  let count = 1
  let looks = 0
  let opening: string | undefined

  return {
    front: () => front,
    nameOf: (id: string) => names.get(id) ?? 'page',
    show: (id: string) => void (front = names.get(id) ?? 'page'),
    close: (id: string) => void names.delete(id),
    open: () => (front = opening = `page${++count}`),
    /** Learns the ids of tabs. Returns the name of one that an action has opened. */
    update(tabs: PageView['tabs'] = []): string | undefined {
      const isFirst = looks++ === 0
      const inFront = tabs.find(({ isFront }) => isFront)
      if (inFront === undefined) {
        // A single tab has no id.
        if (names.size > 0 && ![...names.values()].includes(front)) front = [...names.values()].at(-1)!
        return undefined
      }
      if (names.size === 0) names.set(isFirst ? inFront.id : tabs[0]!.id, 'page')
      let opened: string | undefined
      for (const [at, { id }] of tabs.entries()) {
        if (names.has(id)) continue
        names.set(id, isFirst ? `context.pages()[${at}]` : (opening ?? (opened = `page${++count}`)))
        opening = undefined
      }
      front = names.get(inFront.id)!
      return opened
    },
  }
}

type StepContext = ReturnType<Program['stepContext']>
type Kind = PageAction['do']

const CHECKABLE_ROLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'])
const MOST_FILE_LENGTH = 50_000

/** The lines of each action. Waiting is not written: every line waits for its element. */
const STEP_WRITERS: {
  [Of in Kind]: (deed: Extract<PageAction, { do: Of }>, wording: StepContext) => string[]
} = {
  click: ({ ref, button, count }, { locator: at }) => [
    `await ${at(ref)}.${count === 2 ? 'dblclick' : 'click'}(${button ? toCode({ button }) : ''})`,
  ],
  clickAt: ({ at }, { page }) => [`await ${page}.mouse.click(${at.x}, ${at.y})`],
  hover: ({ ref }, { locator: at }) => [`await ${at(ref)}.hover()`],
  fill: ({ ref, value }, wording) => fill(ref, value, wording),
  type: ({ text }, { page }) => [`await ${page}.keyboard.type(${toCode(text)})`],
  press: ({ key, ref, count = 1 }, { page, locator: at }) => {
    const press = ref === undefined ? `${page}.keyboard.press` : `${at(ref)}.press`
    const line = `await ${press}(${toCode(key)})`
    return [count > 1 ? `for (let i = 0; i < ${count}; i++) ${line}` : line]
  },
  select: ({ ref, labels }, { locator: at }) => {
    const options = labels.map((label) => ({ label }))
    return [`await ${at(ref)}.selectOption(${toCode(options.length === 1 ? options[0] : options)})`]
  },
  check: ({ ref, on }, { element, locator: at }) => {
    const { role = '', behindLabel, checked, pressed, selected } = element(ref) ?? {}
    if (CHECKABLE_ROLES.has(role) && !behindLabel) return [`await ${at(ref)}.${on ? 'check' : 'uncheck'}()`]
    return (checked ?? pressed ?? selected) === on ? [] : [`await ${at(ref)}.click()`]
  },
  highlight: ({ ref, text }, { locator: at }) =>
    text === undefined
      ? [`await ${at(ref)}.selectText()`]
      : [manualStep(`the text ${toCode(text)} was highlighted`)],
  drag: ({ from, to }, { page, locator: at }) => {
    if ('ref' in to) return [`await ${at(from)}.dragTo(${at(to.ref)})`]
    return [
      `await ${at(from)}.hover()`,
      `await ${page}.mouse.down()`,
      `await ${page}.mouse.move(${to.at.x}, ${to.at.y}, { steps: 10 })`,
      `await ${page}.mouse.up()`,
    ]
  },
  scroll: ({ ref, by }, { page, locator: at }) => [
    ...(ref === undefined ? [] : [`await ${at(ref)}.hover()`]),
    `await ${page}.mouse.wheel(${by.x}, ${by.y})`,
  ],
  scrollTo: ({ ref }, { locator: at }) => [`await ${at(ref)}.scrollIntoViewIfNeeded()`],
  upload: ({ ref, files }, wording) => upload(ref, files, wording),
  goto: ({ url }, { page, url: from }) => [
    `await ${page}.goto(${toCode(URL.parse(url, from)?.href ?? url)})`,
  ],
  back: (_, { page }) => [`await ${page}.goBack()`],
  forward: (_, { page }) => [`await ${page}.goForward()`],
  reload: (_, { page }) => [`await ${page}.reload()`],
  wait: () => [],
  openTab: ({ url }, { page }) => [`await ${page}.goto(${toCode(url)})`],
  showTab: ({ tab }, wording) => [`await ${wording.tab(tab)}.bringToFront()`],
  closeTab: ({ tab }, wording) => [`await ${wording.tab(tab)}.close()`],
}

function fill(ref: string, value: string, { element, locator, constant }: StepContext): string[] {
  const field = element(ref)
  if (field?.tag === 'select') return [`await ${locator(ref)}.selectOption(${toCode({ label: value })})`]
  if (field?.role === 'slider' && field.tag !== 'input') {
    const now = `Number(await ${locator(ref)}.getAttribute('aria-valuenow'))`
    const slide = (sign: string, key: string) =>
      `for (let i = 0; i < 300 && ${now} ${sign} ${Number(value)}; i++) await ${locator(ref)}.press('${key}')`
    return [slide('<', 'ArrowRight'), slide('>', 'ArrowLeft')]
  }
  const isSecret = field !== undefined && isSecretField(field)
  const text = isSecret ? constant('password', toCode(value)) : toCode(value)
  // Suggestions come with keys.
  if (field?.role === 'combobox' && value !== '')
    return [`await ${locator(ref)}.fill('')`, `await ${locator(ref)}.pressSequentially(${text})`]
  return [`await ${locator(ref)}.fill(${text})`]
}

function upload(
  ref: string,
  files: readonly StageFile[],
  { page, element, locator, constant }: StepContext,
): string[] {
  const tooLarge = files.find(({ base64 }) => base64.length > MOST_FILE_LENGTH)
  if (tooLarge)
    return [
      manualStep(`the file ${toCode(tooLarge.name)} was uploaded, which is too large to be written here`),
    ]
  const given = files.map(({ name, type, base64 }) => {
    const buffer = constant('file', `Buffer.from(${toCode(base64)}, 'base64')`)
    return `{ name: ${toCode(name)}, mimeType: ${toCode(type)}, buffer: ${buffer} }`
  })
  const { type, tag } = element(ref) ?? {}
  const field =
    type === 'file' || tag === 'label' ? locator(ref) : `${page}.locator('input[type=file]').first()`
  return [`await ${field}.setInputFiles([${given.join(', ')}])`]
}

/** A step that no program can do again ends the program instead of being left out. */
function manualStep(what: string): string {
  return `throw new Error(${toCode(`Write this step yourself: ${what}.`)})`
}
