import { expressionsIn } from '../expressions.ts'

/** What menus are called and what stands on them, in the languages they are written in. */
const said = expressionsIn(new URL('menu-words.txt', import.meta.url))

/** What the page itself is called. */
export const MENU = new RegExp(said.get('menu')!, 'iu')
/** Menus of other trades. */
export const OTHER_TRADE = new RegExp(said.get('other-trade')!, 'iu')
/** Parts of a menu. */
export const SECTION = new RegExp(String.raw`(?:^|[^\p{L}])(?:${said.get('section')!})(?=[^\p{L}]|$)`, 'iu')
/** What dishes are made of; one of these stands in most names or descriptions. */
export const FOOD = new RegExp(said.get('food')!, 'iu')
