import { expressionsIn } from '../expressions.ts'

/** What shops write on and around what they sell, in the languages they write it in. */
const said = expressionsIn(new URL('shop-words.txt', import.meta.url))

/** The button that puts the product of the page into the cart. */
export const BUY = new RegExp(said.get('buy')!, 'iu')
/** What stands over products that the page shows besides its own. */
export const RELATED = new RegExp(said.get('related')!, 'iu')
/** What stands before and after an amount that is saved. */
export const SAVING_BEFORE = new RegExp(said.get('before-saving')!, 'iu')
export const SAVING_AFTER = new RegExp(said.get('after-saving')!, 'iu')
/** A price that is not asked any more, or never was. */
export const FORMER = new RegExp(said.get('former-price')!, 'iu')
/** That something cannot be had. */
export const GONE = new RegExp(said.get('gone')!, 'iu')
/** That it can. These begin the text: later in it they are about something else, such as the colours that are available. */
export const THERE = new RegExp(
  String.raw`^(?:✓|✔|•|●|[\p{So}\s])*(?:(?:${said.get('stock-label')!})\s*:\s*)?(?:\d+\s+)?(?:${said.get('there')!})`,
  'iu',
)
