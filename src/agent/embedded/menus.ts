import type { Lead } from '../../extract/extract.ts'
import type { Fact, Path } from '../gathered/fact.ts'
import { plainText } from '../gathered/plain-text.ts'
import { isCalled, OF_OWNER } from './things/page-families.ts'
import { wordsOf } from './words.ts'

/** What a page says, without lists that are the menu of its site: pages about the site are none of its things. */
export function withoutMenus(facts: readonly Fact[], leads: readonly Lead[]): readonly Fact[] {
  const byText = new Map(leads.map((lead) => [plainText(lead.text), lead]))
  const lists = Map.groupBy(facts, ({ path }) => listOf(path))
  // The page itself is in its menu too, and other links may lead where an entry does.
  const isMenu = (list: readonly Fact[]) => {
    const links = list.flatMap(({ value }) => byText.get(plainText(String(value))) ?? [])
    const isBeside = links.every(({ area }) => area !== 'content')
    return isBeside && links.length * 2 >= list.length && links.some(isAboutSite)
  }
  const menus = new Set([...lists].flatMap(([list, said]) => (list !== '' && isMenu(said) ? [list] : [])))
  return menus.size === 0 ? facts : facts.filter(({ path }) => !menus.has(listOf(path)))
}

/** The outermost list that something stands in; empty where it stands in none. */
function listOf(path: Path): string {
  const end = path.findIndex((step) => typeof step === 'number')
  return end < 0 ? '' : JSON.stringify(path.slice(0, end))
}

function isAboutSite({ url, text }: Lead): boolean {
  const isFirstPage = URL.parse(url)?.pathname === '/'
  const families = OF_OWNER.filter(({ family }) => family.isOwners)
  return isFirstPage || wordsOf(text).some((word) => families.some(({ family }) => isCalled(family, word)))
}
