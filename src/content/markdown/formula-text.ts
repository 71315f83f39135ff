/**
 * Escapes TeX so that a renderer without formulas finds no tag, link or code in it. Arrows stay, because
 * commands for chemistry and diagrams contain them.
 */
export function formulaText(tex: string): string {
  return tex
    .replace(/<(?![-=])/g, '\\lt ')
    .replace(/(?<![-=])>/g, '\\gt ')
    .replace(/(\\[lg]t) (?![a-zA-Z])/g, '$1')
    .replace(/\](?=[(:])/g, '] ')
    .replaceAll('`', '‘')
    .replace(/^(\s*)(?=~~~)/gm, '$1{}')
}
