/**
 * TeX as it may stand in Markdown. A reader that knows no formulas must find no tag, no link and no definition of one in
 * it, nor the beginning of code: that would end at the beginning of real code, whose tags would then be tags. Arrows are
 * left alone because commands for chemistry and diagrams are spelled with them.
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
