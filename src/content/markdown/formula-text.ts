/**
 * TeX in Markdown. A reader that knows no formulas must find no tag, link or code in it. Arrows stay: commands for
 * chemistry and diagrams are spelled with them.
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
