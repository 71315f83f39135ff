import type { Deed, PageView, Stage, StageFile, ViewElement } from '../../browser/browser.ts'
import { isForSecrets } from '../secrets.ts'
import { codeOf, locatorCode, chooseByView, locatorsFor } from './locators.ts'
import type { Candidate } from './locators.ts'

const MOST_TRIED = 12

export function writeProgram(stage: Stage): { stage: Stage; code: () => string | undefined } {
  const program = new Program(stage)
  return {
    stage: {
      ...stage,
      look: async (signal) => program.see(await stage.look(signal)),
      async act(deed, signal) {
        const url = stage.url()
        const finding = program.locators(deed, signal)
        await stage.act(deed, signal, finding)
        program.write(deed, await finding, url)
      },
      dialogs: () => program.noteDialogs(stage.dialogs()),
    },
    code: () => program.code(),
  }
}

class Program {
  readonly #stage: Stage
  readonly #startUrl: string
  readonly #lines: string[] = []
  readonly #constants = new Map<string, string>()
  readonly #accepted = new Map<string, string | undefined>()
  readonly #tabs = createTabNames()
  #elements: ReadonlyMap<string, ViewElement> = new Map()
  #view: PageView | undefined

  constructor(stage: Stage) {
    this.#stage = stage
    this.#startUrl = stage.url()
  }

  see(view: PageView): PageView {
    this.#view = view
    this.#elements = new Map(view.elements.map((element) => [element.ref, element]))
    const opened = this.#tabs.see(view.tabs)
    if (opened !== undefined) writeOpened(this.#lines, opened)
    return view
  }

  async locators(deed: Deed, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const ref of refsOf(deed)) {
      const element = this.#elements.get(ref)
      const steps = element && this.#view && (await chooseLocator(this.#stage, element, this.#view, signal))
      if (steps) found.set(ref, `${this.#tabs.front()}.${locatorCode(steps)}`)
    }
    return found
  }

  write(deed: Deed, found: ReadonlyMap<string, string>, url: string): void {
    const tabs = this.#tabs
    const isUnknown = refsOf(deed).some((ref) => !found.has(ref))
    if (isUnknown) return void this.#lines.push(`throw new Error(${codeOf(UNKNOWN)})`)
    if (deed.do === 'openTab') this.#lines.push(`const ${tabs.open()} = await context.newPage()`)
    const page = tabs.front()
    const write = STEPS[deed.do] as (deed: Deed, wording: Wording) => string[]
    this.#lines.push(...write(deed, this.wording(found, url)))
    if (deed.do === 'showTab') tabs.show(deed.tab)
    if (deed.do === 'closeTab') tabs.close(deed.tab)
    const now = this.#stage.url()
    // Without it the next line may find its element on the page before.
    if (PRESSES.has(deed.do) && now !== url && url !== '')
      this.#lines.push(`await ${page}.waitForURL((url) => String(url) !== ${codeOf(url)})`)
  }

  /** What a step is written with; `at` gives the expression of a locator, \`constant\` that of a value at the top. */
  wording(found: ReadonlyMap<string, string>, url: string) {
    return {
      page: this.#tabs.front(),
      url,
      element: (ref: string) => this.#elements.get(ref),
      at: (ref: string) => found.get(ref)!,
      constant: (name: string, code: string) => this.#constant(name, code),
      tab: (id: string) => this.#tabs.nameOf(id),
    }
  }

  noteDialogs(dialogs: ReturnType<Stage['dialogs']>): ReturnType<Stage['dialogs']> {
    for (const { kind, message, answered } of dialogs) {
      const text = /^accepted with (.*)$/s.exec(answered)?.[1]
      if (/^(?:confirm|prompt)$/.test(kind) && answered.startsWith('accepted'))
        this.#accepted.set(message, text)
    }
    return dialogs
  }

  code(): string | undefined {
    this.noteDialogs(this.#stage.dialogs())
    const [lines, start] = [this.#lines, codeOf(this.#startUrl)]
    if (lines.length === 0) return undefined
    const isAnywhere = !/^https?:/.test(this.#startUrl) || lines[0]!.startsWith('await page.goto(')
    return [
      ...[...this.#constants].map(([name, code]) => `const ${name} = ${code}`),
      ...answering(this.#accepted),
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
    see(tabs: PageView['tabs'] = []): string | undefined {
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

type Wording = ReturnType<Program['wording']>
type Kind = Deed['do']

const TICKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'])
const MOST_FILE_LENGTH = 50_000

/** The lines of each action. Waiting is not written: every line waits for its element. */
const STEPS: { [Of in Kind]: (deed: Extract<Deed, { do: Of }>, wording: Wording) => string[] } = {
  click: ({ ref, button, count }, { at }) => [
    `await ${at(ref)}.${count === 2 ? 'dblclick' : 'click'}(${button ? codeOf({ button }) : ''})`,
  ],
  clickAt: ({ at }, { page }) => [`await ${page}.mouse.click(${at.x}, ${at.y})`],
  hover: ({ ref }, { at }) => [`await ${at(ref)}.hover()`],
  fill: ({ ref, value }, wording) => fill(ref, value, wording),
  type: ({ text }, { page }) => [`await ${page}.keyboard.type(${codeOf(text)})`],
  press: ({ key, ref, count = 1 }, { page, at }) => {
    const press = ref === undefined ? `${page}.keyboard.press` : `${at(ref)}.press`
    const line = `await ${press}(${codeOf(key)})`
    return [count > 1 ? `for (let i = 0; i < ${count}; i++) ${line}` : line]
  },
  select: ({ ref, labels }, { at }) => {
    const options = labels.map((label) => ({ label }))
    return [`await ${at(ref)}.selectOption(${codeOf(options.length === 1 ? options[0] : options)})`]
  },
  check: ({ ref, on }, { element, at }) => {
    const { role = '', behindLabel, checked, pressed, selected } = element(ref) ?? {}
    if (TICKED.has(role) && !behindLabel) return [`await ${at(ref)}.${on ? 'check' : 'uncheck'}()`]
    return (checked ?? pressed ?? selected) === on ? [] : [`await ${at(ref)}.click()`]
  },
  highlight: ({ ref, text }, { at }) =>
    text === undefined
      ? [`await ${at(ref)}.selectText()`]
      : [missing(`the text ${codeOf(text)} was highlighted`)],
  drag: ({ from, to }, { page, at }) => {
    if ('ref' in to) return [`await ${at(from)}.dragTo(${at(to.ref)})`]
    return [
      `await ${at(from)}.hover()`,
      `await ${page}.mouse.down()`,
      `await ${page}.mouse.move(${to.at.x}, ${to.at.y}, { steps: 10 })`,
      `await ${page}.mouse.up()`,
    ]
  },
  scroll: ({ ref, by }, { page, at }) => [
    ...(ref === undefined ? [] : [`await ${at(ref)}.hover()`]),
    `await ${page}.mouse.wheel(${by.x}, ${by.y})`,
  ],
  scrollTo: ({ ref }, { at }) => [`await ${at(ref)}.scrollIntoViewIfNeeded()`],
  upload: ({ ref, files }, wording) => upload(ref, files, wording),
  goto: ({ url }, { page, url: from }) => [
    `await ${page}.goto(${codeOf(URL.parse(url, from)?.href ?? url)})`,
  ],
  back: (_, { page }) => [`await ${page}.goBack()`],
  forward: (_, { page }) => [`await ${page}.goForward()`],
  reload: (_, { page }) => [`await ${page}.reload()`],
  wait: () => [],
  openTab: ({ url }, { page }) => [`await ${page}.goto(${codeOf(url)})`],
  showTab: ({ tab }, wording) => [`await ${wording.tab(tab)}.bringToFront()`],
  closeTab: ({ tab }, wording) => [`await ${wording.tab(tab)}.close()`],
}

function fill(ref: string, value: string, { element, at, constant }: Wording): string[] {
  const field = element(ref)
  if (field?.tag === 'select') return [`await ${at(ref)}.selectOption(${codeOf({ label: value })})`]
  if (field?.role === 'slider' && field.tag !== 'input') {
    const now = `Number(await ${at(ref)}.getAttribute('aria-valuenow'))`
    const slide = (sign: string, key: string) =>
      `for (let i = 0; i < 300 && ${now} ${sign} ${Number(value)}; i++) await ${at(ref)}.press('${key}')`
    return [slide('<', 'ArrowRight'), slide('>', 'ArrowLeft')]
  }
  const isSecret = field !== undefined && isForSecrets(field)
  const text = isSecret ? constant('password', codeOf(value)) : codeOf(value)
  // Suggestions come with keys.
  if (field?.role === 'combobox' && value !== '')
    return [`await ${at(ref)}.fill('')`, `await ${at(ref)}.pressSequentially(${text})`]
  return [`await ${at(ref)}.fill(${text})`]
}

function upload(
  ref: string,
  files: readonly StageFile[],
  { page, element, at, constant }: Wording,
): string[] {
  const tooLarge = files.find(({ base64 }) => base64.length > MOST_FILE_LENGTH)
  if (tooLarge)
    return [missing(`the file ${codeOf(tooLarge.name)} was uploaded, which is too large to be written here`)]
  const given = files.map(({ name, type, base64 }) => {
    const buffer = constant('file', `Buffer.from(${codeOf(base64)}, 'base64')`)
    return `{ name: ${codeOf(name)}, mimeType: ${codeOf(type)}, buffer: ${buffer} }`
  })
  const { type, tag } = element(ref) ?? {}
  const field = type === 'file' || tag === 'label' ? at(ref) : `${page}.locator('input[type=file]').first()`
  return [`await ${field}.setInputFiles([${given.join(', ')}])`]
}

/** A step that no program can do again ends the program instead of being left out. */
function missing(what: string): string {
  return `throw new Error(${codeOf(`Write this step yourself: ${what}.`)})`
}
