import type { Element } from 'domhandler'
import type { Item } from '../structured-data/structured-data.ts'
import { itemSheet } from '../compose/item-sheets.ts'

const SUPPORTING: ReadonlySet<string> = new Set(
  'Organization NewsMediaOrganization Corporation OnlineStore Person ImageObject VideoObject Brand Comment Review CollectionPage BreadcrumbList ListItem WebSite WebPage SearchAction SiteNavigationElement WPHeader WPFooter WPSideBar ReadAction'.split(
    ' ',
  ),
)

/** Whether an item is of a kind that most pages of a site have, whatever they are about. */
export function isSupporting({ types }: Item): boolean {
  return types.length > 0 && types.every((type) => SUPPORTING.has(type))
}

/** Whether an item has the name that a heading of the page shows. */
export function isAbout({ properties }: Item, heading: string): boolean {
  const [name] = properties.get('name') ?? properties.get('headline') ?? properties.get('title') ?? []
  if (typeof name !== 'string' || name.length < 3) return false
  const said = name.toLowerCase().trim()
  return heading.includes(said) || (heading.length > 3 && said.includes(heading))
}

interface ItemLeaf {
  text: string
  /** The names of its property, the most telling first. */
  labels: string[]
  element: Element | undefined
}

/** The values of an item and of the items in it. */
export function leavesOfItem(item: Item): ItemLeaf[] {
  return itemSheet([item], []).columns.flatMap(({ labels, cells }) => {
    const [cell] = cells
    return cell ? [{ text: cell.text, labels: [...labels], element: cell.element }] : []
  })
}
