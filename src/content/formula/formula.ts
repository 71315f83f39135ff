import { Element, isTag, isText, Text } from 'domhandler'
import { textContent } from 'domutils'
import { MAX_TEX_CHARS, texOfMathMl } from './mathml.ts'
import { parseHtml } from '../parse/html.ts'

export interface Formula {
  tex: string
  isDisplay: boolean
}

/** The formula in an element for which `isFormula` is true, from any typesetter. */
export function formulaIn(element: Element): Formula | undefined {
  const tex = cleanTex(writtenTex(element) ?? '')
  return tex === '' ? undefined : { tex, isDisplay: isDisplayed(element) }
}

/** Whether an element only repeats the TeX of a script beside it. */
export function isRepeated(element: Element): boolean {
  if (!RENDERED.test(element.attribs['class'] ?? '')) return false
  let left = MAX_BETWEEN
  for (let next = element.next; next && left-- > 0; next = next.next) {
    if (isText(next) ? /\S/.test(next.data) : !isTag(next)) return false
    if (isTag(next) && next.name === 'script') return isTexScript(next)
    if (isTag(next) && !RENDERED.test(next.attribs['class'] ?? '')) return false
  }
  return false
}

/** The only form of a formula in the clean copy; typesetters accept it too. */
export function formulaElement({ tex, isDisplay }: Formula): Element {
  return isDisplay
    ? new Element('span', { class: 'math display' }, [new Text(`\\[${tex}\\]`)])
    : new Element('span', { class: 'math inline' }, [new Text(`\\(${tex}\\)`)])
}

export function formulaOf({ attribs, children }: Element): Formula | undefined {
  const [only] = children
  if (!attribs['class']?.startsWith('math ') || children.length !== 1 || !only || !isText(only))
    return undefined
  const written = /^\\([([])([^]*)\\[)\]]$/.exec(only.data.trim())
  return written ? { tex: written[2]!.trim(), isDisplay: written[1] === '[' } : undefined
}

/** Whether an element is a typesetter's mark for a formula. */
export function isFormula({ name, attribs }: Element): boolean {
  if (name === 'math' || name === 'mjx-container') return true
  if (name === 'script') return /^math\/(?:tex|asciimath)/i.test(attribs['type'] ?? '')
  const classes = attribs['class']
  return classes !== undefined && mayName(classes) && FORMULA_CLASS.test(classes)
}

function mayName(classes: string): boolean {
  return classes.includes('ath') || classes.includes('katex') || classes.includes('mjx')
}

const FORMULA_CLASS =
  /(?:^|\s)(?:katex(?:-display)?|mathjax\w*|mjx-\w+|mwe-math-element\S*|math-container|math-tex)(?:\s|$)/i
const RENDERED = /(?:^|\s)(?:mathjax\w*|mjx-chtml|mjxc-display|katex)(?:\s|$)/i

/** How many nodes may be between a script and the element typeset from it. */
const MAX_BETWEEN = 6

function isTexScript({ attribs }: Element): boolean {
  return /^math\/tex/i.test(attribs['type'] ?? '')
}

/** In order of trust: the author's source first, then generated forms. */
function writtenTex(element: Element): string | undefined {
  if (element.name === 'script') return textContent(element)
  const found: { annotation?: string; script?: string; alternative?: string; math?: Element } = {}
  search(element, found)
  const tex = found.annotation ?? found.script ?? found.alternative
  if (tex !== undefined) return tex
  if (found.math) return texOfMathMl(found.math)
  const embedded = element.attribs['data-mathml']
  if (embedded) return texOfMathMl(parseHtml(embedded, undefined, true).root.children.find(isTag))
  return /math-(?:container|tex)/.test(element.attribs['class'] ?? '')
    ? undelimited(textContent(element))
    : undefined
}

function search(
  element: Element,
  found: { annotation?: string; script?: string; alternative?: string; math?: Element },
): void {
  const { name, attribs } = element
  if (name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''))
    found.annotation ??= textContent(element)
  else if (name === 'script' && isTexScript(element)) found.script ??= textContent(element)
  else {
    const alternative = attribs['alttext'] ?? attribs['data-tex'] ?? attribs['data-latex']
    if (alternative) found.alternative ??= alternative
    else if (name === 'img' && attribs['alt']) found.alternative ??= attribs['alt']
    if (name === 'math') found.math ??= element
    for (const child of element.children) if (isTag(child)) search(child, found)
  }
}

function isDisplayed({ name, attribs, children }: Element): boolean {
  if (name === 'script') return /mode\s*=\s*display/i.test(attribs['type'] ?? '')
  if (attribs['display'] === 'block' || attribs['display'] === 'true') return true
  if (/display|mwe-math-element-block/i.test(attribs['class'] ?? '')) return true
  if (/math-(?:container|tex)/.test(attribs['class'] ?? ''))
    return /^\s*(?:\$\$|\\\[)/.test(textContent(children))
  return children.some((child) => isTag(child) && child.name !== 'script' && isDisplayed(child))
}

function undelimited(text: string): string {
  return text.replace(/^\s*(?:\$\$?|\\[([])/, '').replace(/(?:\$\$?|\\[)\]])\s*$/, '')
}

/** TeX without wrappers that only set its size. Undefined when it is unreadable. */
export function cleanTex(tex: string): string {
  if (tex.length > MAX_TEX_CHARS) return ''
  const trimmed = tex.trim()
  const opening = trimmed.endsWith('}') ? /^\{\\(?:display|text|script)style/.exec(trimmed)?.[0] : undefined
  return opening === undefined ? trimmed : trimmed.slice(opening.length, -1).trim()
}
