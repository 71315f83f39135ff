import { elementAt, elementsOf, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import SIGNS from './math-signs.json' with { type: 'json' }
import { isOn } from './package.ts'

export function texOfOmml(formula: XmlElement): string {
  const tex = texOfAll(formula, 0).trim()
  return tex.length > MAX_TEX_CHARS ? '' : tex
}

const MAX_TEX_CHARS = 20_000
const MAX_DEPTH = 100

type Translate = (element: XmlElement, depth: number) => string

/** A command needs a space before a following letter. */
function texOfAll(parent: XmlElement | undefined, depth: number): string {
  if (!parent || depth > MAX_DEPTH) return ''
  let tex = ''
  let last = ''
  for (const element of elementsOf(parent)) {
    const next = texOf(element, depth + 1)
    if (next === '') continue
    tex += /\\[a-zA-Z]+$/.test(last) && /^[a-zA-Z]/.test(next) ? ` ${next}` : next
    last = next.slice(-30)
  }
  return tex
}

function texOf(element: XmlElement, depth: number): string {
  const translate = TRANSLATIONS.get(element.name)
  if (translate) return translate(element, depth)
  // Property elements describe the look; other elements are wrappers.
  return element.name.endsWith('Pr') || DELETED.has(element.name) ? '' : texOfAll(element, depth)
}

const DELETED = new Set(['w:del', 'w:moveFrom'])

function part(element: XmlElement, name: string, depth: number): string {
  return texOfAll(elementAt(element, name), depth)
}

function property(element: XmlElement, name: string, of: string): string | undefined {
  const found = elementAt(element, `${element.name}Pr`, name)
  return found && (found.attributes['m:val'] ?? found.attributes['val'] ?? of)
}

const TRANSLATIONS: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['m:r', runTex],
  ['m:f', fractionTex],
  ['m:sSup', (it, depth) => `${base(part(it, 'm:e', depth))}^{${part(it, 'm:sup', depth)}}`],
  ['m:sSub', (it, depth) => `${base(part(it, 'm:e', depth))}_{${part(it, 'm:sub', depth)}}`],
  [
    'm:sSubSup',
    (it, depth) =>
      `${base(part(it, 'm:e', depth))}_{${part(it, 'm:sub', depth)}}^{${part(it, 'm:sup', depth)}}`,
  ],
  ['m:sPre', (it, depth) => `{}${limitsOf(it, depth)}${part(it, 'm:e', depth)}`],
  ['m:rad', rootTex],
  ['m:nary', operatorTex],
  ['m:d', delimitedTex],
  ['m:func', functionTex],
  ['m:limLow', (it, depth) => `${limitBase(it, depth)}_{${part(it, 'm:lim', depth)}}`],
  ['m:limUpp', upperLimitTex],
  ['m:acc', accentTex],
  [
    'm:bar',
    (it, depth) =>
      `\\${property(it, 'm:pos', '') === 'top' ? 'over' : 'under'}line{${part(it, 'm:e', depth)}}`,
  ],
  ['m:groupChr', groupTex],
  ['m:m', matrixTex],
  ['m:eqArr', equationsTex],
  ['m:borderBox', (it, depth) => `\\boxed{${part(it, 'm:e', depth)}}`],
  [
    'm:phant',
    (it, depth) => (isOn(elementAt(it, 'm:phantPr', 'm:show')) === false ? '' : part(it, 'm:e', depth)),
  ],
])

function runTex(run: XmlElement): string {
  const text = elementsOf(run)
    .filter(({ name }) => name === 'm:t' || name === 'w:t')
    .map((element) => textOf(element))
    .join('')
  const style = elementAt(run, 'm:rPr')
  if (elementAt(style, 'm:nor'))
    return /\S/.test(text) ? `\\text{${text.replace(/[\\{}$%#&_^~]/g, '')}}` : ' '
  const script = elementAt(style, 'm:scr')?.attributes['m:val']
  const command = SCRIPTS.get(script ?? '')
  return command !== undefined && /^\p{L}+$/u.test(text) ? `\\${command}{${text}}` : texOfText(text)
}

const SCRIPTS: ReadonlyMap<string, string> = new Map(Object.entries(SIGNS.scripts))

function base(tex: string): string {
  return tex.length <= 1 || /^(?:\\[a-zA-Z]+|\d+|[^\\{}\s]+|\\left.*\\right\S{1,2})$/.test(tex)
    ? tex
    : `{${tex}}`
}

function fractionTex(element: XmlElement, depth: number): string {
  const above = part(element, 'm:num', depth)
  const below = part(element, 'm:den', depth)
  const type = property(element, 'm:type', 'bar')
  if (type === 'lin') return `${base(above)}/${base(below)}`
  if (type === 'skw') return `{}^{${above}}/_{${below}}`
  return type === 'noBar' ? `\\genfrac{}{}{0pt}{}{${above}}{${below}}` : `\\frac{${above}}{${below}}`
}

function rootTex(element: XmlElement, depth: number): string {
  const degree = part(element, 'm:deg', depth).trim()
  return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'm:e', depth)}}`
}

function operatorTex(element: XmlElement, depth: number): string {
  const sign = property(element, 'm:chr', '') ?? '∫'
  const limits = limitsOf(element, depth)
  const body = part(element, 'm:e', depth)
  const operator = LARGE.get(sign) ?? texOfText(sign).trim()
  return `${operator}${limits}${limits === '' && /^[a-zA-Z]/.test(body) ? ' ' : ''}${body}`
}

function limitsOf(element: XmlElement, depth: number): string {
  const below = part(element, 'm:sub', depth)
  const above = part(element, 'm:sup', depth)
  return (below === '' ? '' : `_{${below}}`) + (above === '' ? '' : `^{${above}}`)
}

const LARGE: ReadonlyMap<string, string> = new Map(Object.entries(SIGNS.large))

function delimitedTex(element: XmlElement, depth: number): string {
  const open = property(element, 'm:begChr', '') ?? '('
  const close = property(element, 'm:endChr', '') ?? ')'
  const between = property(element, 'm:sepChr', '') ?? '|'
  const inner = elementsOf(element, 'm:e')
    .map((each) => texOfAll(each, depth))
    .join(` ${texOfText(between)} `)
  return `\\left${delimiter(open)}${inner}\\right${delimiter(close)}`
}

function delimiter(sign: string): string {
  return sign === '' ? '.' : (DELIMITERS.get(sign) ?? sign)
}

const DELIMITERS: ReadonlyMap<string, string> = new Map(Object.entries(SIGNS.delimiters))

function functionTex(element: XmlElement, depth: number): string {
  const name = part(element, 'm:fName', depth).trim()
  const body = part(element, 'm:e', depth)
  const written = FUNCTIONS.has(name) ? `\\${name}` : name
  return `${written}${/[a-zA-Z]$/.test(written) && /^[a-zA-Z\d]/.test(body) ? ' ' : ''}${body}`
}

function limitBase(element: XmlElement, depth: number): string {
  const tex = part(element, 'm:e', depth).trim()
  if (FUNCTIONS.has(tex)) return `\\${tex}`
  return /^[a-zA-Z ]{2,}$/.test(tex) ? `\\operatorname{${tex}}` : tex
}

function upperLimitTex(element: XmlElement, depth: number): string {
  const inner = limitBase(element, depth)
  const limit = part(element, 'm:lim', depth)
  return inner.startsWith('\\overbrace') ? `${inner}^{${limit}}` : `\\overset{${limit}}{${inner}}`
}

function accentTex(element: XmlElement, depth: number): string {
  const sign = property(element, 'm:chr', '') ?? '\u0302'
  const inner = part(element, 'm:e', depth)
  const accent = ACCENTS.get(sign)
  return accent === undefined ? `\\overset{${texOfText(sign)}}{${inner}}` : `\\${accent}{${inner}}`
}

const ACCENTS: ReadonlyMap<string, string> = new Map(Object.entries(SIGNS.accents))

function groupTex(element: XmlElement, depth: number): string {
  const sign = property(element, 'm:chr', '') ?? '⏟'
  const inner = part(element, 'm:e', depth)
  if (sign === '⏟') return `\\underbrace{${inner}}`
  if (sign === '⏞') return `\\overbrace{${inner}}`
  const where = property(element, 'm:pos', '') === 'top' ? 'over' : 'under'
  return `\\${where}set{${texOfText(sign).trim()}}{${inner}}`
}

function matrixTex(element: XmlElement, depth: number): string {
  const lines = elementsOf(element, 'm:mr').map((row) =>
    elementsOf(row, 'm:e')
      .map((cell) => texOfAll(cell, depth))
      .join(' & '),
  )
  return `\\begin{matrix} ${lines.join(' \\\\ ')} \\end{matrix}`
}

function equationsTex(element: XmlElement, depth: number): string {
  const lines = elementsOf(element, 'm:e').map((each) => texOfAll(each, depth))
  return lines.length === 1 ? lines[0]! : `\\begin{aligned} ${lines.join(' \\\\ ')} \\end{aligned}`
}

/**
 * Escapes text as TeX. A command stands between spaces, which TeX does not print; spaces between words are
 * escaped.
 */
function texOfText(text: string): string {
  let tex = ''
  for (const sign of text.normalize('NFC')) {
    const upright = letterOf(sign)
    tex += COMMANDS.get(upright) ?? upright
  }
  return tex.replace(/(?<=[a-z]{2}) (?=[a-z]{2})/gi, '\\ ')
}

const FUNCTIONS: ReadonlySet<string> = new Set(SIGNS.functions.split(' '))

/** Office writes italic, bold and script letters as separate characters; formulas are italic anyway. */
function letterOf(sign: string): string {
  const code = sign.codePointAt(0)!
  return code >= 0x1d400 && code <= 0x1d7ff ? sign.normalize('NFKC') : sign
}

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SIGNS.commands).map(([sign, name]) => [sign, ` \\${name} `] as const),
  ...Object.entries(SIGNS.escaped),
])
