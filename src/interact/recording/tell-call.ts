import type { RemoteCall, RemoteStep, RemoteValue } from '../../browser/browser.ts'

/** A call of a program that changes the page, as it is recorded. */
export interface ToldCall {
  type: string
  target: string | undefined
  value: string | undefined
  /** Set when the value is typed: how to ask the page which field it goes to. */
  typed: { to: 'element' | 'focus'; question: RemoteCall } | undefined
}

/** What is done to an element, and which argument is worth telling; pages and frames take a selector before it. */
const TO_ELEMENT = new Map<string, 'typed' | 'told' | 'none'>(
  Object.entries({
    check: 'none',
    clear: 'none',
    click: 'none',
    dblclick: 'none',
    dispatchEvent: 'told',
    dragTo: 'told',
    fill: 'typed',
    hover: 'none',
    press: 'typed',
    pressSequentially: 'typed',
    selectOption: 'told',
    setChecked: 'told',
    setInputFiles: 'none',
    tap: 'none',
    type: 'typed',
    uncheck: 'none',
  }),
)

/** What is done to a page as a whole, to a dialog or to a file chooser. */
const TO_PAGE = new Map<string, 'typed' | 'told' | 'none'>(
  Object.entries({
    accept: 'told',
    close: 'none',
    dismiss: 'none',
    dragAndDrop: 'told',
    goBack: 'none',
    goForward: 'none',
    goto: 'told',
    newPage: 'none',
    reload: 'none',
    setContent: 'none',
    setFiles: 'none',
    'keyboard.down': 'typed',
    'keyboard.insertText': 'typed',
    'keyboard.press': 'typed',
    'keyboard.type': 'typed',
    'mouse.click': 'told',
    'mouse.dblclick': 'told',
    'mouse.down': 'none',
    'mouse.up': 'none',
    'mouse.wheel': 'told',
    'touchscreen.tap': 'told',
  }),
)

/** Undefined for a call that is not recorded. Programs send what they like: what is no call is none here either. */
export function tellCall(
  question: unknown,
  typeOf: (object: number) => string | undefined,
): ToldCall | undefined {
  const { object, chain, method, args } = (question ?? {}) as Partial<RemoteCall>
  if (typeof method !== 'string' || typeof object !== 'number') return undefined
  if (!Array.isArray(args) || !Array.isArray(chain)) return undefined
  const hasSelector = chain.length === 0 && ['Page', 'Frame'].includes(typeOf(object) ?? '')
  const onElement = TO_ELEMENT.get(method)
  const kind = onElement ?? TO_PAGE.get(method)
  if (kind === undefined) return undefined
  const [selector, ...others] = args
  const [target, given] =
    onElement && hasSelector
      ? [brief(selector), others]
      : [chain.length > 0 ? chainText(chain) : undefined, args]
  const value = kind === 'none' ? undefined : briefly(method, given)
  const isKey = /press$|down$/.test(method) && (value?.length ?? 0) > 1
  const ask = onElement
    ? {
        object,
        chain,
        method: hasSelector ? '$eval' : 'evaluate',
        args: hasSelector ? [selector!, FIELD] : [FIELD],
      }
    : { object, chain, method: 'evaluate', args: [FOCUSED] }
  return {
    type: method,
    target,
    value,
    typed: kind === 'typed' && !isKey ? { to: onElement ? 'element' : 'focus', question: ask } : undefined,
  }
}

/** The type of a field and the names it goes by. */
const NAMES = `(field) => [String(field.type ?? ''),
  [field.ariaLabel, ...Array.from(field.labels ?? [], (label) => label.textContent), field.placeholder, field.name, field.id].join(' ')]`
const FIELD: RemoteValue = { $: 'function', source: `(element) => (${NAMES})(element.control ?? element)` }
/** Nothing when the focus is in another frame, where it cannot be seen from here. */
const FOCUSED: RemoteValue = {
  $: 'function',
  source: `() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return !element || element.localName === 'iframe' ? null : (${NAMES})(element)
  }`,
}

function briefly(method: string, given: RemoteValue[]): string | undefined {
  if (method.startsWith('mouse.') || method === 'touchscreen.tap')
    return given.slice(0, 2).map(brief).join(', ')
  if (method === 'dragAndDrop') return given.slice(0, 2).map(brief).join(' to ')
  return given[0] === undefined ? undefined : brief(given[0])
}

function brief(value: RemoteValue | undefined): string {
  return typeof value === 'string' ? value : codeOf(value)
}

/** How an element was found, as the program would write it in JavaScript. */
function chainText(chain: RemoteStep[]): string {
  return chain.map(({ method, args }) => `${method}(${args.map(codeOf).join(', ')})`).join('.')
}

function codeOf(value: RemoteValue | undefined): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  if (value.$ === 'regexp') return `/${value.source}/${value.flags}`
  if (value.$ === 'locator') return chainText(value.chain)
  if (value.$ !== 'plain') return value.$
  const entries = Object.entries(value.value).filter(([, item]) => !isUndefined(item))
  return `{ ${entries.map(([key, item]) => `${key}: ${codeOf(item)}`).join(', ')} }`
}

function isUndefined(value: RemoteValue): boolean {
  return value !== null && typeof value === 'object' && '$' in value && value.$ === 'undefined'
}
