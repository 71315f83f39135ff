/**
 * The text of a formula as TeX: signs that TeX knows by name, and letters that are letters. A name stands between spaces,
 * which TeX does not show; those between words are kept from that.
 */
export function texOfText(text: string): string {
  let tex = ''
  for (const sign of text.normalize('NFC')) {
    const upright = letterOf(sign)
    tex += COMMANDS.get(upright) ?? upright
  }
  return tex.replace(/(?<=[a-z]{2}) (?=[a-z]{2})/gi, '\\ ')
}

/** Names that are set upright. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth exp log ln lg lim liminf limsup max min sup inf det dim ker gcd arg deg hom Pr'.split(
    ' ',
  ),
)

/** Office writes italic, bold and script letters as signs of their own; a formula is italic anyway. */
function letterOf(sign: string): string {
  const code = sign.codePointAt(0)!
  return code >= 0x1d400 && code <= 0x1d7ff ? sign.normalize('NFKC') : sign
}

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...named(
    'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ' +
      'µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega ' +
      'Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ∑ sum ∏ prod ∫ int ∮ oint ' +
      '≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ≅ cong ≃ simeq ∝ propto ≪ ll ≫ gg × times ÷ div · cdot ⋅ cdot ∙ bullet ' +
      '± pm ∓ mp ∞ infty → rightarrow ← leftarrow ↔ leftrightarrow ↑ uparrow ↓ downarrow ⇒ Rightarrow ⇐ Leftarrow ' +
      '⇔ Leftrightarrow ↦ mapsto ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ' +
      '∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ∂ partial ∇ nabla … ldots ⋯ cdots ⋮ vdots ⋱ ddots ∘ circ ⊗ otimes ⊕ oplus ' +
      '⟨ langle ⟩ rangle ‖ Vert ∥ parallel ℓ ell ℏ hbar ⊥ perp ∠ angle ′ prime √ surd ∖ setminus ∴ therefore ∵ because ' +
      'ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} † dagger ⊢ vdash ⊨ models ∎ blacksquare',
  ),
  ['−', '-'],
  ['–', '-'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['%', '\\%'],
  ['#', '\\#'],
  ['&', '\\&'],
  ['$', '\\$'],
  ['\\', '\\backslash '],
  ['\u00a0', '~'],
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u2063', ''],
  ['\u2064', ''],
])

function named(table: string): (readonly [string, string])[] {
  const words = table.split(' ')
  return words.flatMap((sign, at) => (at % 2 === 0 ? [[sign, ` \\${words[at + 1]!} `] as const] : []))
}
