import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { bannerIn, refuse } from '../consent/consent.ts'
import { elementIn, find, locate } from '../locate/locate.ts'
import { stemsOf } from '../match/words.ts'
import { call } from '../page.ts'
import type { PageTree } from '../page.ts'
import type { Order } from '../parse/command.ts'
import { addEntries, filter, goToPage, search, sort } from './lists.ts'
import { answerQuestion, close, signIn } from './sign-in.ts'
import { download, goOn, isPressable, press, pressElement } from './press.ts'
import { fillForm, isOneValue, put } from './put.ts'
import { repeat, scroll, waitFor } from './repeat.ts'

export type Act = Exclude<Order, { do: 'tell' }>

type Run<Kind extends Act['do']> = (order: Extract<Act, { do: Kind }>, driver: Driver) => Promise<void>

const COMMANDS: { [Kind in Act['do']]: Run<Kind> } = {
  press,
  put: async ({ facts, whole, isChoice = false }, driver) =>
    put(whole && (await isOneValue(whole, driver)) ? [whole] : facts, driver, { isChoice }),
  form: fillForm,
  add: ({ verb, noun, values }, driver) => addEntries({ verb, noun, values }, driver),
  close: ({ targets }, driver) => close(targets, driver),
  key: pressKey,
  search: ({ query, field }, driver) => search(query, field, driver),
  signIn: ({ user, password }, driver) => signIn(user, password, driver),
  sort: ({ by, descending }, driver) => sort(by, descending, driver),
  filter: ({ facts }, driver) => filter(facts, driver),
  page: ({ number }, driver) => goToPage(number, driver),
  cookies: ({ accept }, driver) => answerCookies(accept, driver),
  answer: ({ accept, targets }, driver) => answerQuestion(accept, targets, driver),
  hover,
  download: ({ targets }, driver) => download(targets, driver),
  upload,
  scroll,
  wait: ({ ms }, driver) => driver.stage.act({ do: 'wait', ms: Math.min(ms, MOST_WAIT_MS) }, driver.signal),
  waitFor: ({ targets, isGone }, driver) => waitFor(targets, isGone, driver),
  goto: async ({ url }, driver) => void (await driver.act({ do: 'goto', url }, { type: 'goto', value: url })),
  back: goBack,
  forward: async (_order, driver) => void (await driver.act({ do: 'forward' }, { type: 'forward' })),
  reload: async (_order, driver) => void (await driver.act({ do: 'reload' }, { type: 'reload' })),
  repeat: (order, driver) => repeat(order, driver, (inner) => runOrder(inner as Act, driver)),
  stopAt: ({ page }, driver) => stopAt(page, driver),
}

const MOST_WAIT_MS = 30_000

export async function runOrder(order: Act, driver: Driver): Promise<void> {
  const run = COMMANDS[order.do] as (order: Act, driver: Driver) => Promise<void>
  await run(order, driver)
}

async function pressKey({ key, times }: Extract<Act, { do: 'key' }>, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const last = driver.last && tree.get(driver.last.ref)
  const ref = last?.editable && tree.view.focused !== last.ref ? { ref: last.ref } : {}
  await driver.act({ do: 'press', key, count: times, ...ref }, { type: 'press', value: key })
}

async function hover({ targets }: Extract<Act, { do: 'hover' }>, driver: Driver): Promise<void> {
  const located = await find(
    (tree) => locate(targets, { tree, isCandidate: ({ box }) => box.width > 0 }),
    driver,
  )
  const element = elementIn(located, targets)
  await driver.act({ do: 'hover', ref: element.ref }, { type: 'hover', target: call(element) })
  driver.last = element
}

async function upload(
  { file: name, targets }: Extract<Act, { do: 'upload' }>,
  driver: Driver,
): Promise<void> {
  const file = driver.file(name)
  if (!file)
    throw new CannotDo(`There is no file "${name}". Pass it in \`variables\` and call it \`<name>\`.`)
  const isCandidate = ({ type }: ViewElement) => type === 'file'
  const any = [{ name: '', kind: 'any' }]
  const located = await find((tree) => {
    const named = locate(targets ?? any, { tree, isCandidate })
    return named.state === 'missing' ? locate(any, { tree, isCandidate }) : named
  }, driver)
  const element = elementIn(located, targets ?? [{ name: 'field for a file' }])
  const telling = { type: 'upload', target: call(element), value: file.name }
  await driver.act({ do: 'upload', ref: element.ref, files: [file] }, telling)
}

const BANNER_MS = [0, 300, 700, 1000]

async function answerCookies(accept: boolean, driver: Driver): Promise<void> {
  const banner = await driver.until(BANNER_MS, (tree) => bannerIn(tree))
  if (!banner) throw new CannotDo('The page shows no cookie banner.')
  const { buttons } = banner
  const button = accept ? (buttons.accept[0] ?? buttons.save[0]) : await refuse(banner, driver)
  if (!button)
    throw new CannotDo(`The cookie banner has no button to ${accept ? 'accept' : 'reject'} cookies.`)
  if (accept) await pressElement(button, driver)
}

/** Back to a page that is named: by its link if there is one, else by the history of the browser. */
async function goBack({ targets }: Extract<Act, { do: 'back' }>, driver: Driver): Promise<void> {
  const located = targets && locate(targets, { tree: await driver.tree(), isCandidate: isPressable })
  if (located?.state === 'found') return pressElement(located.element, driver)
  const changes = await driver.act({ do: 'back' }, { type: 'back' })
  if (changes.told === undefined) throw new CannotDo('The browser has no page to go back to.')
}

async function stopAt(page: string, driver: Driver): Promise<void> {
  const stems = stemsOf(page)
  const isThere = ({ view, elements }: PageTree) => {
    const headings = elements.filter(({ role }) => role === 'heading').map(({ text }) => text)
    const words = new Set([view.title, decodeURI(view.url), ...headings].flatMap((text) => stemsOf(text)))
    return stems.every((stem) => words.has(stem))
  }
  if (!(await goOn(driver, isThere))) throw new CannotDo(`The page "${page}" was not reached.`)
}
