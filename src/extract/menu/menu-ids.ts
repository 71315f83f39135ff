import type { Menu } from '../../contract/menu.ts'

type Section = Menu['sections'][number]

/** Sections and dishes that each have a name of their own: the page's, or one made from what they are called. */
export function withIds(sections: readonly Section[]): Section[] {
  const counts = new Map<string, number>()
  const fresh = (wanted: string): string => {
    const count = (counts.get(wanted) ?? 0) + 1
    counts.set(wanted, count)
    return count === 1 ? wanted : fresh(`${wanted}-${count}`)
  }
  return sections.map((section) => {
    const id = fresh(section.id ?? slugOf(section.name ?? 'menu'))
    return {
      ...section,
      id,
      items: section.items.map((dish) => ({ ...dish, id: fresh(dish.id ?? slugOf(dish.name)) })),
    }
  })
}

const LATIN_MARKS = /(?<=\p{Script=Latin}\p{M}{0,3})\p{M}/gu

/** Lower-case letters and digits of any script with hyphens between. */
function slugOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC')
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'item'
  )
}
