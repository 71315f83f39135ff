import type { ViewElement } from '../../../browser/browser.ts'
import { findBanner, refuseConsent } from '../consent/consent.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { findElement, locate, describeTarget } from '../locate/locate.ts'
import { stemsOf } from '../match/words.ts'
import { describeElement } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import type { Operation, OperationOf } from '../parse/command.ts'
import { addEntries, filter, goToPage, search, sort } from './lists.ts'
import { download, advanceUntil, isPressable, locatePressTarget, press, pressElement } from './press.ts'
import { fillForm, isSingleValue, putValues } from './put-values.ts'
import { answerQuestion, close, signIn } from './sign-in.ts'

export type RunnableOperation = Exclude<Operation, { do: 'tell' }>

const COMMANDS: {
  [Kind in RunnableOperation['do']]: (order: OperationOf<Kind>, driver: Driver) => Promise<void>
} = {
  press,
  put: async ({ inputs, whole, isChoice = false }, driver) =>
    putValues(whole && (await isSingleValue(whole, driver)) ? [whole] : inputs, driver, { isChoice }),
  form: fillForm,
  add: addEntries,
  close,
  key: pressKey,
  search,
  signIn,
  sort,
  filter,
  page: goToPage,
  cookies: answerCookies,
  answer: answerQuestion,
  hover,
  download,
  upload,
  scroll,
  wait: ({ ms }, driver) =>
    driver.controller.act({ do: 'wait', ms: Math.min(ms, MOST_WAIT_MS) }, driver.signal),
  waitFor,
  goto: async ({ url }, driver) => void (await driver.act({ do: 'goto', url }, { type: 'goto', value: url })),
  back: goBack,
  forward: async (_order, driver) => void (await driver.act({ do: 'forward' }, { type: 'forward' })),
  reload: async (_order, driver) => void (await driver.act({ do: 'reload' }, { type: 'reload' })),
  repeat,
  stopAt,
}

const MOST_WAIT_MS = 30_000

export async function runOperation(operation: RunnableOperation, driver: Driver): Promise<void> {
  const run = COMMANDS[operation.do] as (operation: RunnableOperation, driver: Driver) => Promise<void>
  await run(operation, driver)
}

async function pressKey({ key, times }: OperationOf<'key'>, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const last = driver.last && tree.get(driver.last.ref)
  const ref = last?.editable && tree.view.focused !== last.ref ? { ref: last.ref } : {}
  await driver.act({ do: 'press', key, count: times, ...ref }, { type: 'press', value: key })
}

async function hover({ targets }: OperationOf<'hover'>, driver: Driver): Promise<void> {
  const isCandidate = ({ box }: ViewElement) => box.width > 0
  const element = await findElement((tree) => locate(targets, { tree, isCandidate }), targets, driver)
  await driver.act({ do: 'hover', ref: element.ref }, { type: 'hover', target: describeElement(element) })
  driver.last = element
}

async function upload({ file: name, targets }: OperationOf<'upload'>, driver: Driver): Promise<void> {
  const file = driver.file(name)
  if (!file)
    throw new CommandError(`There is no file "${name}". Pass it in \`variables\` and call it \`<name>\`.`)
  const isCandidate = ({ type }: ViewElement) => type === 'file'
  const any = [{ name: '', kind: 'any' }]
  const locateIn = (tree: PageTree) => {
    const named = locate(targets ?? any, { tree, isCandidate })
    return named.state === 'missing' ? locate(any, { tree, isCandidate }) : named
  }
  const element = await findElement(locateIn, targets ?? [{ name: 'field for a file' }], driver)
  const telling = { type: 'upload', target: describeElement(element), value: file.name }
  await driver.act({ do: 'upload', ref: element.ref, files: [file] }, telling)
}

const BANNER_MS = [0, 300, 700, 1000]

async function answerCookies({ accept }: OperationOf<'cookies'>, driver: Driver): Promise<void> {
  const banner = await driver.until(BANNER_MS, (tree) => findBanner(tree))
  if (!banner) throw new CommandError('The page shows no cookie banner.')
  const { buttons } = banner
  const button = accept ? (buttons.accept[0] ?? buttons.save[0]) : await refuseConsent(banner, driver)
  if (!button)
    throw new CommandError(`The cookie banner has no button to ${accept ? 'accept' : 'reject'} cookies.`)
  if (accept) await pressElement(button, driver)
}

async function goBack({ targets }: OperationOf<'back'>, driver: Driver): Promise<void> {
  const located = targets && locate(targets, { tree: await driver.tree(), isCandidate: isPressable })
  if (located?.state === 'found') return pressElement(located.element, driver)
  const changes = await driver.act({ do: 'back' }, { type: 'back' })
  if (changes.description === undefined) throw new CommandError('The browser has no page to go back to.')
}

async function stopAt({ page }: OperationOf<'stopAt'>, driver: Driver): Promise<void> {
  const stems = stemsOf(page)
  const isThere = ({ view, elements }: PageTree) => {
    const headings = elements.filter(({ role }) => role === 'heading').map(({ text }) => text)
    const words = new Set([view.title, decodeURI(view.url), ...headings].flatMap((text) => stemsOf(text)))
    return stems.every((stem) => words.has(stem))
  }
  if (!(await advanceUntil(driver, isThere))) throw new CommandError(`The page "${page}" was not reached.`)
}

const MOST_TIMES = 60
const GONE_WORDS =
  /\b(?:disappears?|gone|goes away|vanish\w*|hidden|no (?:more|longer|such)|any ?more|none (?:left|are)|not (?:there|visible|shown)|isn['’]t|everything|all (?:of )?(?:the|them)?|the end|end of|nothing (?:more|new)|disabled|grey(?:ed)? out|gr[ae]yed|no further|last page)\b/i

async function repeat({ operation, until }: OperationOf<'repeat'>, driver: Driver): Promise<void> {
  if (operation.do === 'scroll' && operation.to !== 'top' && operation.to !== 'up') {
    if (GONE_WORDS.test(until) || /\bload/i.test(until)) return scrollToEnd(driver)
  }
  const isEnd = endCheckFor(operation, until, driver)
  for (let times = 0; times < MOST_TIMES; times++) {
    if (await isEnd()) {
      if (times === 0 && operation.do === 'press') await press(operation, driver)
      return
    }
    await runOperation(operation as RunnableOperation, driver)
  }
  throw new CommandError(`"${until}" was not reached after ${MOST_TIMES} times.`)
}

/** Elements that load something may be gone for a moment only. */
const AGAIN_MS = [0, 300, 500]

function endCheckFor(operation: Operation, until: string, driver: Driver): () => Promise<boolean> {
  if (operation.do === 'press' && GONE_WORDS.test(until)) {
    return async () => !(await driver.until(AGAIN_MS, (tree) => canPress(operation, tree, driver)))
  }
  if (operation.do === 'page' && GONE_WORDS.test(until))
    throw new CommandError(`"${until}" cannot be checked on this page.`)
  const name = until
    .replace(/^(?:you (?:see|find|reach|get to)|it (?:shows|says)|the page (?:shows|says))\s+/i, '')
    .replace(/\s+(?:appears?|is (?:shown|visible|there)|shows? up|comes? up)$/i, '')
    .replace(/^(?:the|a|an)\s+/i, '')
    .replace(/^["“']|["”']$/g, '')
  return async () =>
    locate([{ name }], { tree: await driver.tree(), isCandidate: () => true }).state !== 'missing'
}

function canPress(operation: OperationOf<'press'>, tree: PageTree, driver: Driver): boolean {
  const located = locatePressTarget(operation, tree, driver)
  return located.state === 'found' && !located.element.disabled
}

async function scroll({ to }: OperationOf<'scroll'>, driver: Driver): Promise<void> {
  if (typeof to !== 'string') {
    const element = await findElement((tree) => locate(to, { tree, isCandidate: () => true }), to, driver)
    const telling = { type: 'scroll', target: element.name || element.text }
    await driver.act({ do: 'scrollTo', ref: element.ref }, telling)
    driver.last = element
    return
  }
  const { view } = await driver.tree()
  const way = {
    top: -view.scroll.y,
    up: -view.height,
    bottom: view.scroll.maxY - view.scroll.y,
    down: view.height * 0.9,
  }[to]
  await driver.act({ do: 'scroll', by: { x: 0, y: way } }, { type: 'scroll', value: to })
}

const MOST_SCROLLS = 60
/** Lists that load more when the end comes into view take a moment. */
const LOAD_MS = [0, 250, 400, 600]

async function scrollToEnd(driver: Driver): Promise<void> {
  const first = await driver.tree()
  for (let scrolls = 0; scrolls < MOST_SCROLLS; scrolls++) {
    const before = await driver.tree()
    const way = Math.max(before.view.height, before.view.scroll.maxY - before.view.scroll.y)
    await driver.do({ do: 'scroll', by: { x: 0, y: way } })
    if (await hasMore(before, driver)) continue
    driver.actions.push({ type: 'scroll', value: 'to the end' })
    driver.former = first
    return
  }
  throw new CommandError(`The page still grew after it was scrolled ${MOST_SCROLLS} times.`)
}

async function hasMore(before: PageTree, driver: Driver): Promise<boolean> {
  const isLonger = ({ view, elements }: PageTree) =>
    view.scroll.maxY > before.view.scroll.maxY || elements.length > before.elements.length
  return (await driver.until(LOAD_MS, isLonger)) ?? false
}

const LONGEST_MS = 20_000
const POLL_MS = 250
/** `Wait until the page has loaded` is over when the page has come to rest, which it has after every action. */
const PAGE_NOUNS =
  /^(?:page|pages|site|website|it|results?|content|data|everything|list|table|numbers?|values?|figures?|loading|prices?|search results?|items?)$/i

async function waitFor({ targets, isGone }: OperationOf<'waitFor'>, driver: Driver): Promise<void> {
  if (!isGone && targets.every(({ name }) => PAGE_NOUNS.test(name) || name === '')) {
    await driver.waitUntilSettled()
    return
  }
  const isThere = (tree: PageTree) => locate(targets, { tree, isCandidate: () => true }).state !== 'missing'
  const polls = [0, ...Array<number>(LONGEST_MS / POLL_MS).fill(POLL_MS)]
  if (await driver.until(polls, (tree) => isThere(tree) !== isGone)) return
  throw new CommandError(
    `${describeTarget(targets)} did not ${isGone ? 'disappear' : 'appear'} within ${LONGEST_MS / 1000} seconds.`,
  )
}
