import {
  address,
  anything,
  cookies,
  files,
  maybeText,
  number,
  options,
  overrides,
  pattern,
  script,
  tag,
  text,
  timed,
} from './parameters.ts'
import type { Parameter } from './parameters.ts'
import type { TypeName } from './types.ts'

/** A method that a program may call: how its arguments are read, and what it gives when that is not data. */
export interface Method {
  takes: Parameter[]
  gives?: TypeName
}

/** A method that leads to another locator at once, without asking the page. */
export interface Builder {
  takes: Parameter[]
  gives: 'Locator' | 'FrameLocator'
}

type Table<Entry> = Partial<Record<TypeName, Record<string, Entry>>>

const data = (...takes: Parameter[]): Method => ({ takes })
const giving = (gives: TypeName, ...takes: Parameter[]): Method => ({ takes, gives })

/** What is done to one element; where it is asked of a page or frame, a selector comes first. */
const DEEDS: Record<string, Parameter[]> = {
  check: [timed],
  click: [timed],
  dblclick: [timed],
  dispatchEvent: [text, anything, timed],
  fill: [text, timed],
  focus: [timed],
  getAttribute: [text, timed],
  hover: [timed],
  innerHTML: [timed],
  innerText: [timed],
  inputValue: [timed],
  isChecked: [timed],
  isDisabled: [timed],
  isEditable: [timed],
  isEnabled: [timed],
  isHidden: [options],
  isVisible: [options],
  press: [text, timed],
  selectOption: [anything, timed],
  setChecked: [anything, timed],
  setInputFiles: [files, timed],
  tap: [timed],
  textContent: [timed],
  type: [text, timed],
  uncheck: [timed],
}

const toElement = table(DEEDS, (takes) => ({ takes }))
const bySelector = table(DEEDS, (takes) => ({ takes: [text, ...takes] }))

/** What pages and frames have in common. */
const IN_FRAME: Record<string, Method> = {
  ...bySelector,
  $: giving('ElementHandle', text, options),
  $$: giving('ElementHandle', text),
  $eval: data(text, script, anything),
  $$eval: data(text, script, anything),
  addScriptTag: giving('ElementHandle', tag),
  addStyleTag: giving('ElementHandle', tag),
  content: data(),
  dragAndDrop: data(text, text, timed),
  evaluate: data(script, anything),
  evaluateHandle: giving('JSHandle', script, anything),
  goto: giving('Response', address, timed),
  setContent: data(text, timed),
  title: data(),
  waitForFunction: giving('JSHandle', script, anything, timed),
  waitForLoadState: data(maybeText, timed),
  waitForNavigation: giving('Response', timed),
  waitForSelector: giving('ElementHandle', text, timed),
  waitForTimeout: data(number),
  waitForURL: data(pattern, timed),
}

/** What a page and its context have in common. */
const WITH_NETWORK: Record<string, Method> = {
  addInitScript: data(script, anything),
  setExtraHTTPHeaders: data(anything),
}

export const METHODS: Table<Method> = {
  Page: {
    ...IN_FRAME,
    ...WITH_NETWORK,
    ariaSnapshot: data(timed),
    bringToFront: data(),
    close: data(),
    emulateMedia: data(options),
    goBack: giving('Response', timed),
    goForward: giving('Response', timed),
    opener: giving('Page'),
    pdf: data(options),
    reload: giving('Response', timed),
    screenshot: data(timed),
    setViewportSize: data(anything),
    waitForRequest: giving('Request', pattern, timed),
    waitForResponse: giving('Response', pattern, timed),
    'keyboard.down': data(text),
    'keyboard.insertText': data(text),
    'keyboard.press': data(text, options),
    'keyboard.type': data(text, options),
    'keyboard.up': data(text),
    'mouse.click': data(number, number, options),
    'mouse.dblclick': data(number, number, options),
    'mouse.down': data(options),
    'mouse.move': data(number, number, options),
    'mouse.up': data(options),
    'mouse.wheel': data(number, number),
    'touchscreen.tap': data(number, number),
  },
  Frame: { ...IN_FRAME, frameElement: giving('ElementHandle') },
  BrowserContext: {
    ...WITH_NETWORK,
    addCookies: data(cookies),
    clearCookies: data(cookies),
    clearPermissions: data(),
    cookies: data(anything),
    grantPermissions: data(anything, options),
    newPage: giving('Page'),
    setGeolocation: data(anything),
    setOffline: data(anything),
    storageState: data(options),
  },
  Locator: {
    ...toElement,
    allInnerTexts: data(),
    allTextContents: data(),
    ariaSnapshot: data(timed),
    blur: data(timed),
    boundingBox: data(timed),
    clear: data(timed),
    count: data(),
    dragTo: data(anything, timed),
    elementHandle: giving('ElementHandle', timed),
    elementHandles: giving('ElementHandle'),
    evaluate: data(script, anything, timed),
    evaluateAll: data(script, anything),
    evaluateHandle: giving('JSHandle', script, anything, timed),
    pressSequentially: data(text, timed),
    screenshot: data(timed),
    scrollIntoViewIfNeeded: data(timed),
    selectText: data(timed),
    waitFor: data(timed),
  },
  ElementHandle: {
    ...toElement,
    // The element is there already: these wait for nothing.
    ...table(
      {
        dispatchEvent: [text, anything],
        focus: [],
        getAttribute: [text],
        innerHTML: [],
        innerText: [],
        isHidden: [],
        isVisible: [],
        textContent: [],
        boundingBox: [],
        dispose: [],
        jsonValue: [],
      },
      (takes) => ({ takes }),
    ),
    $: giving('ElementHandle', text),
    $$: giving('ElementHandle', text),
    $eval: data(text, script, anything),
    $$eval: data(text, script, anything),
    contentFrame: giving('Frame'),
    evaluate: data(script, anything),
    evaluateHandle: giving('JSHandle', script, anything),
    getProperties: giving('JSHandle'),
    getProperty: giving('JSHandle', text),
    ownerFrame: giving('Frame'),
    screenshot: data(timed),
    scrollIntoViewIfNeeded: data(timed),
    selectText: data(timed),
    waitForElementState: data(text, timed),
    waitForSelector: giving('ElementHandle', text, timed),
  },
  JSHandle: {
    dispose: data(),
    evaluate: data(script, anything),
    evaluateHandle: giving('JSHandle', script, anything),
    getProperties: giving('JSHandle'),
    getProperty: giving('JSHandle', text),
    jsonValue: data(),
  },
  Request: {
    allHeaders: data(),
    headersArray: data(),
    headerValue: data(text),
    response: giving('Response'),
    sizes: data(),
  },
  Response: {
    allHeaders: data(),
    body: data(),
    finished: data(),
    headersArray: data(),
    headerValue: data(text),
    headerValues: data(text),
    securityDetails: data(),
    serverAddr: data(),
    text: data(),
  },
  Route: {
    abort: data(maybeText),
    continue: data(overrides),
    fallback: data(overrides),
    fulfill: data(overrides),
  },
  Dialog: { accept: data(maybeText), dismiss: data() },
  ConsoleMessage: { args: giving('JSHandle') },
  Download: { cancel: data(), delete: data(), failure: data() },
  FileChooser: { element: giving('ElementHandle'), setFiles: data(files, timed) },
}

const locator = (...takes: Parameter[]): Builder => ({ takes, gives: 'Locator' })

const FINDING: Record<string, Builder> = {
  frameLocator: { takes: [text], gives: 'FrameLocator' },
  getByAltText: locator(pattern, options),
  getByLabel: locator(pattern, options),
  getByPlaceholder: locator(pattern, options),
  getByRole: locator(text, options),
  getByTestId: locator(pattern),
  getByText: locator(pattern, options),
  getByTitle: locator(pattern, options),
  locator: locator(anything, options),
}

export const BUILDERS: Table<Builder> = {
  Page: FINDING,
  Frame: FINDING,
  FrameLocator: {
    ...FINDING,
    first: { takes: [], gives: 'FrameLocator' },
    last: { takes: [], gives: 'FrameLocator' },
    nth: { takes: [number], gives: 'FrameLocator' },
    owner: locator(),
  },
  Locator: {
    ...FINDING,
    and: locator(anything),
    contentFrame: { takes: [], gives: 'FrameLocator' },
    describe: locator(text),
    filter: locator(options),
    first: locator(),
    last: locator(),
    nth: locator(number),
    or: locator(anything),
  },
}

function table<Entry>(
  of: Record<string, Parameter[]>,
  entry: (takes: Parameter[]) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(Object.entries(of).map(([name, takes]) => [name, entry(takes)]))
}
