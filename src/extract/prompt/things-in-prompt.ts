/** Several things that a request asks for, what of each is named with them, and all else that it says. */
export interface Things {
  thing: string
  /** What each of them is asked by: `addresses of the homes`. */
  named: string | undefined
  rest: string
}

/** Reads that a request asks for several things: `List the rooms with price and size`, `Which tours are there?` */
export function thingsInPrompt(text: string): Things | undefined {
  const asked = SEVERAL.exec(text) ?? WHO.exec(text)
  if (asked) return { thing: asked[1]!, named: undefined, rest: text.slice(asked[0].length) }
  const [whole, verb = '', article = '', said = ''] = WITH.exec(text) ?? []
  if (whole === undefined) return undefined
  const [head = '', preposition = '', of = ''] = said.split(RELATION)
  const rest = text.slice(whole.length)
  const isMany = (word: string, before: string) => PLURAL.test(word) || PLURAL_ARTICLE.test(before)
  const isListed = LISTS.test(verb) && article !== '' && !ENGLISH.test(article)
  if (!isListed && !isMany(head, article)) return undefined
  if (verb === '' && said.split(' ').length > MOST_BARE) return undefined
  const owner = OF.test(preposition) ? of.replace(ARTICLE, '') : ''
  const isAsked = VALUES.test(head) && PLURAL.test(owner)
  return isAsked
    ? { thing: owner, named: head, rest }
    : { thing: head.replace(JOINED, ''), named: undefined, rest }
}

/** How many words things may have that no verb asks for. */
const MOST_BARE = 8
const VERBS = [
  'list|name|extract|get|give|show|find|return|collect|pull|scrape|fetch|read|grab',
  'liste|nenne|extrahiere|gib|zeige|finde|suche|extrais|donne|trouve|affiche|lista|extrae|dame|muestra|encuentra',
  'elenca|estrai|dammi|mostra|trova|noem|geef|toon|haal',
].join('|')
const WITH = new RegExp(
  String.raw`^\s*(?:please\s+)?(?:(?:can|could) you\s+|what are\s+)?(?:(${VERBS})\s+(?:(?:me|us|mir|uns|moi)\s+)?)?(?:an?\s+(?:list|table)\s+of\s+)?(?:(the|die|les|los|las|gli|le|i)\s+)?` +
    String.raw`(\p{L}[^.,;:!?]{1,80}?)(?:\s*:|,?\s+(?:with|including|along with|together with|mit|samt|avec|con|met|(?:and|und|et|y|e|en)(?=\s(?:their|ihren?|leurs?|sus?|i loro|le loro|hun)\s))(?!\p{L}))\s*(?=\S)`,
  'iu',
)
const LISTS = /^(?:liste|nenne|lista|elenca|noem)$/i
const ENGLISH = /^the$/i
const PLURAL_ARTICLE = /^(?:les|los|las|gli)$/i
const PLURAL = /(?:\p{L}(?<!s|u|i)s|people|children|men|women)$/iu
/** What things have: names of homes are no things themselves. */
const VALUES =
  /(?:^|\s)(?:names|titles|addresses|prices|dates|numbers|phones|e-?mails|locations|links|urls)$/i
/** `Lifting and moving services` are services. */
const JOINED = /^.*\s(?:and|und|et|y|e)\s/i
const RELATION =
  /\s(of|in|on|from|at|for|to|by|who|that|which|sold|offered|listed|shown|available|currently|von|der|des|im|auf|de|du|del|della|en|dans|sur)\s/iu
const OF = /^(?:of|von|der|de|du|des|del|della)$/i
const ARTICLE = /^(?:(?:all|the|die|der|les|los|las|gli|le)\s)+/i

/** `Which grinders do they sell`: all of what is named are asked for, and what they are called. */
const SEVERAL =
  /^\s*(?:(?:which|what)\s+(?=\p{L}+(?:[ -]\p{L}+)?s\s(?!(?:is|was|does|of|in|for)\s))|(?:welche|quels|quelles|qué|cuáles|quali)\s+)(\p{L}+(?:[ -]\p{L}+)?s|\p{L}+(?:en|er|e|i))\s+(?:do|are|can|have|did|fit|need|use|offer|support|cost|belong|work|come|open|take|gibt|sind|haben|bietet|bieten|verkauft|verkaufen|führt|sont|ont|vendent|proposent|hay|son|tienen|venden|ofrecen)(?!\p{L})[^,.;?]*?(?=\s(?:and|und|et|y|e)\s|[,.;?]|$)/iu
const WHO =
  /^\s*who\s+are\s+(?:all\s+)?(?:the\s+)?(\p{L}+(?:[ -]\p{L}+){0,3}?s)(?:\s(?:of|in|on|at|for)\s[^?.]{0,60})?\s*[?.]/iu
