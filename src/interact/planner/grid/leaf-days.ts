import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import type { Day } from '../widgets/date/day.ts'
import { isoDay } from '../widgets/date/day.ts'
import { findDate } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'

const NEXT =
  /\b(next|later|forward|nächste\w*|spätere?|weiter|suivante?|plus tard|siguiente|próxim\w+|successiv\w+|prossim\w+|volgende|later|seguinte)\b|^[›>→▶❯⟩»]$/iu
const BACK =
  /\b(previous|prev|earlier|back|vorherige\w*|vorige\w*|frühere?|zurück|précédente?|anterior|precedente|vorige|eerder)\b|^[‹<←◀❮⟨«]$/iu
const MOST_TURNS = 8

/** Turns to later or earlier days, page by page, until a day is there and taken; without a date, to later ones. */
export async function leafDays<Taken>(
  day: Day | undefined,
  scene: Scene,
  take: () => Promise<Taken | undefined>,
): Promise<Taken | undefined> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const tree = await scene.tree()
    const shown = daysShown(tree)
    if (shown.length < 2) return undefined
    const isLater = day === undefined || shown.every((other) => isBefore(other, day))
    const isEarlier = day !== undefined && shown.every((other) => isBefore(day, other))
    const turn = isLater === isEarlier ? undefined : turnerOf(isLater ? NEXT : BACK, tree)
    if (!turn) return undefined
    await scene.act({ do: 'click', ref: turn.ref }, { type: 'click', target: turn.name || turn.text })
    for (const ms of [0, 200, 400]) {
      if (ms > 0) await scene.pause(ms)
      const taken = await take()
      if (taken) return taken
    }
    if (
      daysShown(await scene.tree())
        .map(isoDay)
        .join() === shown.map(isoDay).join()
    )
      return undefined
  }
  return undefined
}

/** The days that short texts of the page say. */
function daysShown(tree: PageTree): Day[] {
  const calends = todayOf(tree)
  return tree.elements
    .filter(({ ownText, editable }) => !editable && ownText !== '' && ownText.length < 24)
    .flatMap(({ ownText }) => findDate(ownText, calends)?.day ?? [])
}

function isBefore(one: Day, other: Day): boolean {
  return one.month === other.month ? one.day < other.day : one.month < other.month
}

function turnerOf(way: RegExp, { elements }: PageTree): ViewElement | undefined {
  return elements.find(
    (element) =>
      element.clickable &&
      !element.disabled &&
      !element.editable &&
      (element.name || element.text).length < 30 &&
      (way.test(element.name) || way.test(element.text.trim())),
  )
}
