/** Text as it looks in a font of symbols, whose signs have places of their own; any other text as it is. */
export function symbolText(text: string, font: string | undefined): string {
  const table = font === undefined ? undefined : TABLES.find(([name]) => name.test(font))?.[1]
  if (!table) return text.replace(PRIVATE, (sign) => WINGDINGS.get(codeIn(sign)) ?? sign)
  return text.replace(/[^\s]/g, (sign) => table.get(codeIn(sign)) ?? sign)
}

/** Where Word keeps the signs of such fonts. */
const PRIVATE = /[\uf020-\uf0ff]/g

function codeIn(sign: string): number {
  const code = sign.charCodeAt(0)
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
}

const SYMBOL = tableOf(
  'A Α B Β C Χ D Δ E Ε F Φ G Γ H Η I Ι J ϑ K Κ L Λ M Μ N Ν O Ο P Π Q Θ R Ρ S Σ T Τ U Υ V ς W Ω X Ξ Y Ψ Z Ζ ' +
    'a α b β c χ d δ e ε f φ g γ h η i ι j ϕ k κ l λ m μ n ν o ο p π q θ r ρ s σ t τ u υ v ϖ w ω x ξ y ψ z ζ ' +
    '" ∀ $ ∃ \' ∋ * ∗ - − @ ≅ ^ ⊥ ~ ∼ \\ ∴ £ ≤ ¥ ∞ § ♣ ¨ ♦ © ♥ ª ♠ « ↔ ¬ ← ­ ↑ ® → ¯ ↓ ° ° ± ± ² ″ ³ ≥ ´ × µ ∝ ¶ ∂ · • ' +
    '¸ ÷ ¹ ≠ º ≡ » ≈ ¼ … Ä ⊗ Å ⊕ Æ ∅ Ç ∩ È ∪ É ⊃ Ê ⊇ Ë ⊄ Ì ⊂ Í ⊆ Î ∈ Ï ∉ Ð ∠ Ñ ∇ Ò ® Ó © Ô ™ Õ ∏ Ö √ × ⋅ Ø ¬ Ù ∧ Ú ∨ ' +
    'Û ⇔ Ü ⇐ Ý ⇑ Þ ⇒ ß ⇓ å ∑ ò ∫',
)

const WINGDINGS = tableOf(
  '! ✏ " ✂ ( ☎ * ✉ J ☺ K 😐 L ☹ l ● m ❍ n ■ o □ q ❑ r ❒ s ⬧ t ⧫ u ◆ v ❖ w ⬥ § ▪ ¨ ☐ ª ✦ « ★ Ø ➢ Ü ➲ ß ← à → á ↑ â ↓ ' +
    'ð ⇨ ó ⇔ û ✗ ü ✓ ý ☒ þ ☑',
)

const TABLES: readonly (readonly [RegExp, ReadonlyMap<number, string>])[] = [
  [/^symbol$/i, SYMBOL],
  [/^wingdings$/i, WINGDINGS],
  [/^wingdings 2$/i, tableOf('O ✗ P ✓ Q ☒ R ☑ S ☒ T ☒ £ ☐ ¤ ☒')],
]

function tableOf(pairs: string): ReadonlyMap<number, string> {
  const signs = pairs.split(' ')
  const table = new Map<number, string>()
  for (let at = 0; at + 1 < signs.length; at += 2) table.set(signs[at]!.charCodeAt(0), signs[at + 1]!)
  return table
}
