import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { textContent } from 'domutils'

/** MathML as TeX, for typesetters that discard the author's TeX. */
export function texOfMathMl(element: Element | undefined): string {
  return element === undefined ? '' : tex(element)
}

/** A longer text is not a formula, so it is cut here. */
export const MAX_TEX_CHARS = 20_000

function tex(element: Element): string {
  const parts = element.children.filter(isTag)
  const at = (index: number) => (parts[index] ? tex(parts[index]) : '')
  const group = (index: number) => `{${at(index)}}`
  switch (localName(element)) {
    case 'mi':
      return identifier(textOf(element))
    case 'mn':
      return textOf(element)
    case 'mo':
      return operator(textOf(element))
    case 'mtext':
    case 'ms':
      return /\S/.test(textOf(element)) ? `\\text{${textOf(element)}}` : ' '
    case 'mspace':
      return ' '
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'semantics':
    case 'maction':
      return at(0)
    case 'mfrac':
      return `\\frac${group(0)}${group(1)}`
    case 'msqrt':
      return `\\sqrt{${row(parts)}}`
    case 'mroot':
      return `\\sqrt[${at(1)}]${group(0)}`
    case 'msup':
      return `${base(at(0))}^${group(1)}`
    case 'msub':
      return `${base(at(0))}_${group(1)}`
    case 'msubsup':
      return `${base(at(0))}_${group(1)}^${group(2)}`
    case 'mover':
      return over(at(0), at(1))
    case 'munder':
      return under(at(0), at(1))
    case 'munderover':
      return `${at(0)}_${group(1)}^${group(2)}`
    case 'mfenced':
      return fenced(element, parts)
    case 'mtable':
      return parts.length === 1 ? at(0) : `\\begin{matrix} ${parts.map(tex).join(' \\\\ ')} \\end{matrix}`
    case 'mtr':
      return parts.map(tex).join(' & ')
    case 'mlabeledtr':
      return `${parts.slice(1).map(tex).join(' & ')} \\tag{${textOf(parts[0] ?? element).replace(/[()]/g, '')}}`
    default:
      return row(parts)
  }
}

function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1)
}

/** A command needs a space before a following letter. */
function row(parts: readonly Element[]): string {
  let joined = ''
  let last = ''
  for (const part of parts) {
    const next = tex(part)
    if (next === '') continue
    joined += /\\[a-zA-Z]+$/.test(last) && /^[a-zA-Z]/.test(next) ? ` ${next}` : next
    // Keeps a short tail, because slicing the whole joined text each time would copy it.
    last = next.slice(-20)
    if (joined.length > MAX_TEX_CHARS) break
  }
  return joined
}

function fenced({ attribs }: Element, parts: readonly Element[]): string {
  const separators = Array.from((attribs['separators'] ?? ',').replace(/\s/g, ''))
  const inner = parts
    .map(
      (part, index) =>
        tex(part) + (index < parts.length - 1 ? (separators[index] ?? separators.at(-1) ?? '') : ''),
    )
    .join('')
  return operator(attribs['open'] ?? '(') + inner + operator(attribs['close'] ?? ')')
}

function base(text: string): string {
  return text.length <= 1 || /^\\[a-zA-Z]+$|^\d+$/.test(text) ? text : `{${text}}`
}

function over(text: string, sign: string): string {
  const accent = ACCENTS.get(sign)
  if (accent !== undefined) return `\\${accent}{${text}}`
  return isLarge(text) ? `${text}^{${sign}}` : `\\overset{${sign}}{${text}}`
}

function under(text: string, sign: string): string {
  return isLarge(text) ? `${text}_{${sign}}` : `\\underset{${sign}}{${text}}`
}

function isLarge(text: string): boolean {
  return /^\\(?:sum|prod|int|oint|lim|max|min|sup|inf|bigcup|bigcap|coprod)$/.test(text)
}

function identifier(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text}`
  return SIGNS.get(text) ?? (text.length > 1 && /^[a-z]+$/i.test(text) ? `\\mathrm{${text}}` : text)
}

function operator(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text}`
  return SIGNS.get(text) ?? text
}

function textOf(element: Element): string {
  return textContent(element).replace(/\s+/g, ' ').trim()
}

const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp log ln lim max min sup inf det dim ker gcd arg'.split(
    ' ',
  ),
)

const ACCENTS: ReadonlyMap<string, string> = mapOf({
  '¯': 'bar',
  '‾': 'overline',
  '^': 'hat',
  ˆ: 'hat',
  '~': 'tilde',
  '˜': 'tilde',
  '˙': 'dot',
  '¨': 'ddot',
  '→': 'vec',
  '\\to': 'vec',
  '⃗': 'vec',
})

/** Signs with a TeX command; invisible ones become empty. */
const SIGNS: ReadonlyMap<string, string> = mapOf({
  ...namesOf(
    'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ' +
      'π pi ρ rho σ sigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi ' +
      'Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega ∑ sum ∏ prod ∫ int ∮ oint ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≅ cong ' +
      '∝ propto × times ÷ div · cdot ⋅ cdot ± pm ∓ mp ∞ infty → to ← leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto ' +
      '∈ in ∉ notin ⊂ subset ⊆ subseteq ⊃ supset ∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ' +
      '∂ partial ∇ nabla … ldots ⋯ cdots ⋮ vdots ∘ circ ⊗ otimes ⊕ oplus ⟨ langle ⟩ rangle ‖ Vert ℓ ell ℏ hbar ⊥ perp',
  ),
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2064': '',
})

/** A Map, because a page may look up names such as `constructor`. */
function mapOf(table: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table))
}

function namesOf(table: string): Record<string, string> {
  const words = table.split(' ')
  return Object.fromEntries(
    words.flatMap((sign, index) => (index % 2 === 0 ? [[sign, `\\${words[index + 1]!}`] as const] : [])),
  )
}
