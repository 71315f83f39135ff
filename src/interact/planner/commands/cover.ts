import { StageError } from '../../../browser/browser.ts'
import { bannerIn } from '../consent/banner.ts'
import { refuse } from '../consent/refuse.ts'
import type { Driver } from '../driver.ts'

/** Acts; a cookie banner that covers the element is declined first, and an element that the page replaced is tried again. */
export async function throughCover<Result>(driver: Driver, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StageError) || error.code !== 'covered') throw error
    const banner = bannerIn(await driver.look())
    if (!banner || (await refuse(banner, driver)) === undefined) throw error
    return act()
  }
}
