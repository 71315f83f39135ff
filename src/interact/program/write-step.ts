import type { Deed, StageFile, ViewElement } from '../../browser/browser.ts'
import { isForSecrets } from '../secrets.ts'
import { codeOf } from './locators.ts'

export interface Wording {
  page: string
  url: string
  element: (ref: string) => ViewElement | undefined
  at: (ref: string) => string
  constant: (name: string, code: string) => string
  tab: (id: string) => string
}

type Kind = Deed['do']
type Write<Of extends Kind> = (deed: Extract<Deed, { do: Of }>, wording: Wording) => string[]

/** The lines of one action. Waiting is not written: every line waits for its element. */
export function writeStep<Of extends Kind>(deed: Extract<Deed, { do: Of }>, wording: Wording): string[] {
  const write: Write<Of> = STEPS[deed.do as Of]
  return write(deed, wording)
}

/** Elements that Playwright ticks; others are clicked when they are not as wanted. */
const TICKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'])
const MOST_FILE_LENGTH = 50_000

const STEPS: { [Of in Kind]: Write<Of> } = {
  click: ({ ref, at: position, button, count = 1 }, { at }) => {
    const options = { position, button, ...(count > 2 && { clickCount: count }) }
    return [`await ${at(ref)}.${count === 2 ? 'dblclick' : 'click'}(${optional(options)})`]
  },
  clickAt: ({ at, count }, { page }) => {
    const options = count === undefined ? '' : `, { clickCount: ${count} }`
    return [`await ${page}.mouse.click(${at.x}, ${at.y}${options})`]
  },
  hover: ({ ref, at: position }, { at }) => [`await ${at(ref)}.hover(${optional({ position })})`],
  fill: ({ ref, value }, wording) => fill(ref, value, wording),
  set: ({ ref, value }, wording) => fill(ref, value, wording),
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
  focus: ({ ref }, { at }) => [`await ${at(ref)}.focus()`],
  highlight: ({ ref, text }, { at }) =>
    text === undefined
      ? [`await ${at(ref)}.selectText()`]
      : [missing(`the text ${codeOf(text)} was highlighted`)],
  drag: ({ from, to }, { page, element, at }) => {
    if ('ref' in to)
      return [
        `await ${at(from)}.dragTo(${[at(to.ref), optional({ targetPosition: to.at })].filter(Boolean).join(', ')})`,
      ]
    const { x, y, width, height } = element(from)?.box ?? { x: 0, y: 0, width: 0, height: 0 }
    const end = 'at' in to ? to.at : { x: x + width / 2 + to.by.x, y: y + height / 2 + to.by.y }
    return [
      `await ${at(from)}.hover()`,
      `await ${page}.mouse.down()`,
      `await ${page}.mouse.move(${end.x}, ${end.y}, { steps: 10 })`,
      `await ${page}.mouse.up()`,
    ]
  },
  stroke: ({ points: [first, ...others] }, { page }) => [
    ...(first ? [`await ${page}.mouse.move(${first.x}, ${first.y})`] : []),
    `await ${page}.mouse.down()`,
    ...others.map(({ x, y }) => `await ${page}.mouse.move(${x}, ${y})`),
    `await ${page}.mouse.up()`,
  ],
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

function optional(options: Record<string, unknown>): string {
  return Object.values(options).every((value) => value === undefined) ? '' : codeOf(options)
}
