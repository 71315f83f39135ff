import { readTokens } from './tokens.ts'
import { forbiddingIn } from './tongues/forbidding.ts'
import { tongueOf } from './tongues.ts'

/** An instruction without what it forbids, and that in its own words. What is quoted is a text, not a prohibition. */
export function readProhibitions(prompt: string): { allowed: string; forbidden: string[] } {
  const kept: string[] = []
  const masked = withoutGaps(prompt).replace(
    /"[^"]*"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]/g,
    (whole) => `\ue000${kept.push(whole) - 1}\ue001`,
  )
  const unmask = (text: string) =>
    text.replace(/\ue000(\d+)\ue001/g, (_whole, at: string) => kept[Number(at)] ?? '')
  const forbidden: string[] = []
  let allowed = masked
  const { code = 'en' } = tongueOf(readTokens(prompt))
  for (const pattern of forbiddingIn(code))
    allowed = allowed.replace(pattern, (whole) => {
      const [said = '', after] = whole.split(/\s+(?=then\s|and then\s)/)
      forbidden.push(unmask(said).replace(/^[\s.,;!(–—-]+|\)$/g, ''))
      return after === undefined ? '' : `, ${after}`
    })
  return { allowed: unmask(allowed).trim(), forbidden }
}

/** Blanks that go on for ever are none of the words; a text that is to be typed keeps its indents and empty lines. */
function withoutGaps(prompt: string): string {
  return prompt.trim().replace(/\s{41,}/g, (gap) => gap.slice(0, 40))
}
