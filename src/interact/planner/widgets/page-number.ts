import type { PageTree } from '../page/page-tree.ts'

const OF_PAGES = /(?:page|seite|página|pagina)\s*(\d+)|^\s*(\d+)\s*(?:\/|of|von|sur|de|di|van)\s*\d+\s*$/iu
const OF_ENTRIES = /(\d+)\s*[-–—]\s*(\d+)\s*(?:of|von|sur|de|di|van|\/)\s*(\d+)/iu

/** Which page of a list is shown, as the page says it: `Page 2 of 5`, `2 / 5`, `9–16 of 34`, or the number that is marked. */
export function currentPage(tree: PageTree): number | undefined {
  const marked = tree.elements.find(
    (element) => (element.current || element.selected) && /^\d{1,4}$/.test(element.text) && element.clickable,
  )
  if (marked) return Number(marked.text)
  for (const { text, children } of texts(tree)) {
    if (text.length > 60 || children > 8) continue
    const entries = OF_ENTRIES.exec(text)
    if (entries) {
      const [from, to] = [Number(entries[1]), Number(entries[2])]
      if (from === 1) return 1
      // The last page may have fewer entries than the others.
      return to === Number(entries[3]) || to < from ? undefined : Math.ceil((from - 1) / (to - from + 1)) + 1
    }
    const page = OF_PAGES.exec(text)
    if (page) return Number(page[1] ?? page[2])
  }
  return undefined
}

function texts(tree: PageTree): { text: string; children: number }[] {
  return tree.elements.map((element) => ({
    text: element.ownText || element.text,
    children: tree.children(element).length,
  }))
}
