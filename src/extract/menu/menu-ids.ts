import type { Menu } from '../../contract/menu.ts'

type Section = Menu['sections'][number]

/** Sections and dishes that each have a name of their own: the page's, or one made from what they are called. */
export function withIds(sections: readonly Section[]): Section[] {
  const taken = new Set<string>()
  const fresh = (wanted: string, count = 1): string => {
    const id = count === 1 ? wanted : `${wanted}-${count}`
    if (taken.has(id)) return fresh(wanted, count + 1)
    taken.add(id)
    return id
  }
  return sections.map((section) => ({
    ...section,
    id: fresh(section.id ?? slugOf(section.name ?? 'menu')),
    items: section.items.map((dish) => ({ ...dish, id: fresh(dish.id ?? slugOf(dish.name)) })),
  }))
}

/** Lower-case letters and digits of any script with hyphens between. */
function slugOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC')
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return slug.slice(0, 80) || 'item'
}

const LATIN_MARKS = /(?<=\p{Script=Latin}\p{M}{0,3})\p{M}/gu
