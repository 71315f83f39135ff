/** An instruction in which every text that must stay whole is one word, so no full stop or comma inside it ends a clause. */
export type Masked = ReturnType<typeof mask>

export const MASKED = '[\\ue000\\ue001]\\d+\\ue002'
export const MASKED_QUOTE = '\\ue001\\d+\\ue002'

const MONTH = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

/** Quotes, URLs, e-mail addresses, dates, numbers, file names. Quotes come first: all others may be inside them. */
const MASKED_PATTERNS = new RegExp(
  [
    /"([^"\n]+)"|“([^“”\n]+)[”“]|`([^`\n]+)`|«([^«»\n]+)»|„([^„“”\n]+)[“”]/,
    /(?<![\p{L}\p{N}])['‘]([^'‘’\n]+(?:['’]\p{L}[^'‘’\n]*)*)['’](?![\p{L}\p{N}])/u,
    /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/,
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)*/,
    new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s+\\d{4}\\b)?`, 'i'),
    new RegExp(`\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?\\b(?:,?\\s+\\d{4}\\b)?`, 'i'),
    /[£$€¥]?\d+(?:[.,:/-]\d+)+[%]?|[£$€¥]\d+/,
    /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,5}(?![\p{L}\p{N}])/u,
    /\b\d+\.\p{L}\b/u,
    // A password: letters, digits and a sign at the end.
    /(?<!\S)(?=\S*\d)(?=\S*\p{L})[\p{L}\p{N}._-]+[!?#$%^&*]+(?=[\s,]|$)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

export function mask(prompt: string) {
  const texts: string[] = []
  const clean = prompt.replaceAll(/[\ue000-\ue003]/g, '')
  const text = clean
    .replaceAll(ABBREVIATION, withoutDots)
    .replace(MASKED_PATTERNS, (whole, ...rest: unknown[]) => {
      const quoted = rest.slice(0, QUOTE_GROUPS).find((group) => typeof group === 'string')
      const number = texts.push(quoted ?? whole) - 1
      return `${quoted === undefined ? '\ue000' : '\ue001'}${number}\ue002`
    })
  const restore = (part: string) =>
    part.replace(/[\ue000\ue001](\d+)\ue002/g, (_whole, at: string) => texts[Number(at)]!)
  /** The caller's own text for a part of the masked text, without quotes. */
  const unmask = (part: string) => restore(part).replaceAll(DOT, '.').trim()
  return { text, plain: unmask }
}

const QUOTE_GROUPS = 6
const ABBREVIATION = /\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|a\.m|p\.m)\.|\bNo\.(?=\s?\d)/g
/** Stands for the full stop of an abbreviation, which ends no sentence. */
const DOT = '\ue003'
const withoutDots = (short: string) => short.replaceAll('.', DOT)

export const NUMBERS = numbered('one two three four five six seven eight nine ten')

const EDGES = { top: 1, topmost: 1, last: -1, final: -1, bottom: -1 }
export const ORDINALS: Record<string, number> = {
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth'),
  ...numbered('1st 2nd 3rd 4th 5th'),
  ...EDGES,
}

export const COUNTS: Record<string, number> = { ...NUMBERS, a: 1, an: 1, once: 1, twice: 2, thrice: 3 }

function numbered(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, at + 1]))
}

/** A space is any gap, `(…)` captures nothing, `<name>` captures as many words as it can and `<name?>` as few. */
export function phrase(parts: { raw: readonly string[] }, ...values: readonly string[]): RegExp {
  const source = String.raw(parts, ...values).replaceAll(SHORT, (token, name?: string, lazy = '') => {
    if (name !== undefined) return `(?<${name}>.+${lazy})`
    return { '(': '(?:', ' ': '\\s+', ' ?': '\\s?' }[token] ?? token
  })
  return new RegExp(source, 'iu')
}

/** What is short for something else, after what stays as it is: escapes and classes of characters. */
const SHORT = /\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|(?<!\(\?)<(\w+)(\??)>| \??/g

export function words(...pattern: Parameters<typeof phrase>): RegExp {
  return new RegExp(`^(?:${phrase(...pattern).source})$`, 'iu')
}

const TIMES = /\s+(?:(once|twice|thrice)|(\S+)\s+(?:more\s+)?times?)(?:\s+in a row)?$/i

export function timesOf(phrase: string, masked: Masked): { phrase: string; times: number } {
  const match = TIMES.exec(phrase)
  const word = match && masked.plain((match[1] ?? match[2])!).toLowerCase()
  const times = word ? (COUNTS[word] ?? Number.parseInt(word, 10)) : 1
  return match && times > 0 ? { phrase: phrase.slice(0, match.index), times } : { phrase, times: 1 }
}

export function invertTable(table: string): Record<string, string> {
  const pairs = table.split(/;\s+/).flatMap((row) => {
    const [kind = '', list = ''] = row.split(': ')
    return list.split(', ').map((word) => [word, kind])
  })
  return Object.fromEntries(pairs)
}

const NAMED =
  invertTable(`Enter: enter, return; Tab: tab; Escape: escape, esc; Backspace: backspace; Delete: delete; Home: home;
End: end; PageUp: page up; PageDown: page down; ArrowUp: up; ArrowDown: down; ArrowLeft: left; ArrowRight: right`)
const KEYS: Record<string, string> = { ...NAMED, space: ' ', 'space bar': ' ', spacebar: ' ' }
const MODIFIERS = invertTable('Control: ctrl, control; Alt: alt; Shift: shift; Meta: cmd, meta')
const COMBINATION = new RegExp(`^(?:(?:${Object.keys(MODIFIERS).join('|')})\\s*\\+\\s*)+\\S+$`)
/** Names of keys that controls have too: `press Delete` means the control unless the instruction says `key`. */
const AMBIGUOUS_KEYS = /^(?:delete|home|end|left|right|up|down|return)$/

export function readKey(said: string): string | undefined {
  const lower = said.toLowerCase().trim()
  const bare = lower
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .replace(/^arrow\s+(?=up|down|left|right)|\s+arrow$/g, '')
    .replace(/\s+on (?:the|your) keyboard$/, '')
  if (COMBINATION.test(bare)) {
    const parts = bare.split(/\s*\+\s*/)
    return parts.map((part) => MODIFIERS[part] ?? KEYS[part] ?? part).join('+')
  }
  return AMBIGUOUS_KEYS.test(bare) && !/\b(?:key|arrow)\b/.test(lower) ? undefined : KEYS[bare]
}

const VERBS = String.raw`click|tap|press|hit|push|double[- ]?click|right[- ]?click|type(?! of\b)|enter|input|fill|write|clear|empty|erase|select|choose|pick|set|change|switch|tick|untick|uncheck|deselect|unselect|toggle|turn|leave|keep|visit|go|head|navigate|browse|jump|move|expand|collapse|unfold|close|hover|scroll|wait|search|look (?:up|for)|log ?in|log ?out|sign ?in|sign ?out|sign ?up|sort|filter|narrow|accept|reject|decline|refuse|allow|deny|dismiss|agree|confirm|cancel|download|upload|attach|repeat|proceed|continue|return|reload|refresh|stop|tell|give|report|extract|let me|say|add|delete|remove|submit|save|send|apply|calculate|subscribe|unsubscribe|register|reserve|increase|decrease|raise|lower|reduce|make sure|ensure|take|put|insert|paste|ask|fetch|retrieve|read|bring|slide|drag|look at|mark|hide|check ?out|vote`
/** Words that are verbs only with an object after them: `book the spa`, but `a book`. */
const VERBS_WITH_OBJECT = `open|check|use|show|view|find|list|count|name|order|note|book|buy|post|place|pay|play|pause|like|vote|rate|review|reply|request|rename|reset|run|schedule|share|skip|start|finish|complete|compare|compute|convert|copy|create|get|invite|join|make|assign|archive|edit|enable|disable|donate|export|favourite|favorite|bookmark|follow|unfollow|forward|import|install|lock|unlock|pin|unpin|preview|print|publish|resolve|star|translate|update|upvote|verify|borrow|renew|hold|rent|withdraw|transfer|exchange|swap|approve|redeem|track|load|work out|figure out|collect|record|answer`
/** What can follow a verb, but not a noun. */
const OBJECT = `(?=\\s+(?:the|a|an|my|your|his|her|their|our|its|there|everything|all|it|them|this|that|these|those|me|us|on|in|out|up|down|off|to|for|by|at|through|over|into|with|any|each|every|both|only|some|as|until|if|whether|how|what|who|which|when|where|more|\\d|[\\ue000\\ue001]|first|last|next|second|third|new|now)(?![\\p{L}])|\\s+\\p{Lu})`
const QUESTION = String.raw`(?:(?:at|by|in|on|from|to|for|until|under|with|of)\s+)?(?:what|which|who|whose|when|where|how (?:many|much|long|old|far|often|big|large)|is|are|was|were|does|do(?= (?:i|we|you|they|the|these|those) )|did|has|have|can)\s`

const COMMAND = new RegExp(
  `^(?:(?:${VERBS})(?![\\p{L}\\p{N}'’-])(?!\\s*[:=]\\s*\\S)|(?:${VERBS_WITH_OBJECT})${OBJECT}|${QUESTION})`,
  'u',
)
const PLAIN_COMMAND = new RegExp(`^(?:${VERBS})(?![\\p{L}\\p{N}'’-])\\s`, 'iu')
const COMMAND_WITH_COLON = new RegExp(`^(?:${VERBS}|${VERBS_WITH_OBJECT})(?![\\p{L}])`, 'iu')
const ALONE = new RegExp(`^(?:${VERBS}|${VERBS_WITH_OBJECT})$`, 'iu')

export function startsCommand(clause: string): boolean {
  const lowered = clause.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  return COMMAND.test(lowered) || ALONE.test(clause)
}

export const startsSentence = (clause: string) => startsCommand(clause) || COMMAND_WITH_COLON.test(clause)

/** Verbs that stand in the names of controls: `Save changes`, `Add to basket`. */
export const SITE_VERBS = `check ?out|add|apply|mark|arrange|approve|archive|assign|ask|book|bookmark|borrow|buy|calculate|cancel|check|compare|complete|compute|confirm|continue|convert|copy|create|decrease|delete|deselect|disable|dismiss|donate|edit|empty|enable|exchange|export|favourite|favorite|finish|follow|forward|get|hide|hold|import|increase|insert|install|invite|join|like|load|lock|log ?out|make|move|order|pause|pay|pin|place|play|post|preview|print|proceed|publish|rate|redeem|register|remove|rename|renew|rent|reply|request|reserve|reset|resolve|review|run|save|schedule|search|send|share|show|sign ?out|sign ?up|skip|star|start|stop|submit|subscribe|swap|track|transfer|translate|unfollow|unlock|unpin|unsubscribe|update|upvote|verify|view|vote|withdraw`

export const startsPlainCommand = (clause: string) => PLAIN_COMMAND.test(clause)
