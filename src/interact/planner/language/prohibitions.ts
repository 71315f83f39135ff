const DEEDS =
  'click|press|tap|hit|push|use|touch|submit|send|delete|remove|buy|order|pay|purchase|book|reserve|confirm|accept|agree|post|publish|place|log|sign|open|close|follow|leave|go|save|check out|cancel|continue|proceed'
const NOT = `(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|avoid|without)`
const PROHIBITION = new RegExp(
  `(?:(?:^|[.,;!]|\\s[-–—])?\\s*(?:\\b(?:but|and|please|also|you|just|then|yet)\\s+)*\\b${NOT}\\s+(?:(?:yet|actually|ever)\\s+)?(?:${DEEDS})(?:ting|ning|ing)?\\b|[,;]\\s*(?:but\\s+)?not\\s+(?!only\\b))[^.,;!?]*`,
  'giu',
)

/** An instruction without what it forbids, and that in its own words. What is quoted is a text, not a prohibition. */
export function readProhibitions(prompt: string): { allowed: string; forbidden: string[] } {
  const kept: string[] = []
  const masked = prompt.replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, (whole) => `\ue000${kept.push(whole) - 1}\ue001`)
  const unmask = (text: string) =>
    text.replace(/\ue000(\d+)\ue001/g, (_whole, at: string) => kept[Number(at)] ?? '')
  const forbidden: string[] = []
  const allowed = masked.replace(PROHIBITION, (whole) => {
    const [said = '', after] = whole.split(/\s+(?=then\s|and then\s)/)
    forbidden.push(unmask(said).replace(/^[\s.,;!–—-]+/, ''))
    return after === undefined ? '' : `, ${after}`
  })
  return { allowed: unmask(allowed).trim(), forbidden }
}
