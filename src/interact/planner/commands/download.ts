import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { elementIn, find } from '../locate/find.ts'
import { anchorsOf, locate } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import type { Target } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { isPressable } from './press.ts'
import { throughCover } from '../consent/refuse.ts'

/** A download may begin a moment after the click. */
const BEGIN_MS = [0, 200, 400, 800, 1600]

/** Downloads a file and makes sure that the download began. */
export async function download(targets: readonly Target[], driver: Driver): Promise<void> {
  const located = await find((tree) => locateFile(targets, tree), driver)
  const element = elementIn(located, targets)
  const before = driver.stage.downloads().length
  await throughCover(driver, () =>
    driver.act({ do: 'click', ref: element.ref }, { type: 'download', target: call(element) }),
  )
  driver.last = element
  for (const ms of BEGIN_MS) {
    await driver.pause(ms)
    if (driver.stage.downloads().length > before) return
  }
  throw new CannotDo(`${call(element)} was pressed, but no download began.`)
}

/** The download control of the entry that is named so; else the element of that name. */
function locateFile(targets: readonly Target[], tree: PageTree): Located {
  for (const { name, isQuoted } of targets) {
    const records = anchorsOf({ name, ...(isQuoted && { isQuoted }) }, tree).map((anchor) =>
      recordOf(anchor, tree),
    )
    const inside = [...new Set(records)].flatMap((record) => (record ? tree.descendants(record) : []))
    const controls = inside.filter((one) => isPressable(one) && isDownload(one))
    if (controls.length === 1) return { state: 'found', element: controls[0]!, score: 1 }
  }
  const named = targets.filter(({ kind }) => kind !== 'entry')
  const asked = named.flatMap((target) => [target, { ...target, name: `download ${target.name}` }])
  return locate(asked, { tree, isCandidate: isPressable })
}

function isDownload({ name, text, title, href }: ViewElement): boolean {
  return (
    /\b(?:download|save|get)\b|[↓⤓⬇]/i.test(`${name} ${text} ${title ?? ''}`) ||
    /\bdownload\b/i.test(href ?? '')
  )
}
