/** Verbs that begin a command wherever they are first in a clause. */
const PLAIN = String.raw`click|tap|press|hit|push|double[- ]?click|right[- ]?click|type(?! of\b)|enter|input|fill|write|clear|empty|erase|select|choose|pick|set|change|switch|tick|untick|uncheck|deselect|unselect|toggle|turn|leave|keep|visit|go|head|navigate|browse|jump|move|expand|collapse|unfold|close|hover|scroll|wait|search|look (?:up|for)|log ?in|log ?out|sign ?in|sign ?out|sign ?up|sort|filter|narrow|accept|reject|decline|refuse|allow|deny|dismiss|agree|confirm|cancel|download|upload|attach|repeat|proceed|continue|return|reload|refresh|stop|tell|give|report|extract|let me|say|add|delete|remove|submit|save|send|apply|calculate|subscribe|unsubscribe|register|reserve|increase|decrease|raise|lower|reduce|make sure|ensure|take|put|insert|paste|ask|fetch|retrieve|read|bring|slide|drag|look at|mark|hide|check ?out|vote`
/** Words that are verbs only with an object after them: `book the spa`, but `a book`. */
const WITH_OBJECT = `open|check|use|show|view|find|list|count|name|order|note|book|buy|post|place|pay|play|pause|like|vote|rate|review|reply|request|rename|reset|run|schedule|share|skip|start|finish|complete|compare|compute|convert|copy|create|get|invite|join|make|assign|archive|edit|enable|disable|donate|export|favourite|favorite|bookmark|follow|unfollow|forward|import|install|lock|unlock|pin|unpin|preview|print|publish|resolve|star|translate|update|upvote|verify|borrow|renew|hold|rent|withdraw|transfer|exchange|swap|approve|redeem|track|load|work out|figure out|collect|record|answer`
/** What can follow a verb, but not a noun. */
const OBJECT = `(?=\\s+(?:the|a|an|my|your|his|her|their|our|its|there|everything|all|it|them|this|that|these|those|me|us|on|in|out|up|down|off|to|for|by|at|through|over|into|with|any|each|every|both|only|some|as|until|if|whether|how|what|who|which|when|where|more|\\d|[\\ue000\\ue001]|first|last|next|second|third|new|now)(?![\\p{L}])|\\s+\\p{Lu})`
const QUESTION = String.raw`(?:(?:at|by|in|on|from|to|for|until|under|with|of)\s+)?(?:what|which|who|whose|when|where|how (?:many|much|long|old|far|often|big|large)|is|are|was|were|does|do(?= (?:i|we|you|they|the|these|those) )|did|has|have|can)\s`

const COMMAND = new RegExp(
  `^(?:(?:${PLAIN})(?![\\p{L}\\p{N}'’-])(?!\\s*[:=]\\s*\\S)|(?:${WITH_OBJECT})${OBJECT}|${QUESTION})`,
  'u',
)
const PLAIN_COMMAND = new RegExp(`^(?:${PLAIN})(?![\\p{L}\\p{N}'’-])\\s`, 'iu')
const COMMAND_WITH_COLON = new RegExp(`^(?:${PLAIN}|${WITH_OBJECT})(?![\\p{L}])`, 'iu')
const ALONE = new RegExp(`^(?:${PLAIN}|${WITH_OBJECT})$`, 'iu')

/** Whether a clause begins with the verb of a command or with a question. */
export function startsCommand(clause: string): boolean {
  const lowered = clause.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  return COMMAND.test(lowered) || ALONE.test(clause)
}

/** The same at the beginning of a sentence, where a word is hardly ever a noun. */
export const startsSentence = (clause: string) => startsCommand(clause) || COMMAND_WITH_COLON.test(clause)

/** Verbs that stand in the names of controls: `Save changes`, `Add to basket`. */
export const SITE_VERBS = `check ?out|add|apply|mark|arrange|approve|archive|assign|ask|book|bookmark|borrow|buy|calculate|cancel|check|compare|complete|compute|confirm|continue|convert|copy|create|decrease|delete|deselect|disable|dismiss|donate|edit|empty|enable|exchange|export|favourite|favorite|finish|follow|forward|get|hide|hold|import|increase|insert|install|invite|join|like|load|lock|log ?out|make|move|order|pause|pay|pin|place|play|post|preview|print|proceed|publish|rate|redeem|register|remove|rename|renew|rent|reply|request|reserve|reset|resolve|review|run|save|schedule|search|send|share|show|sign ?out|sign ?up|skip|star|start|stop|submit|subscribe|swap|track|transfer|translate|unfollow|unlock|unpin|unsubscribe|update|upvote|verify|view|vote|withdraw`

/** Whether a clause begins with a verb that is hardly ever a noun. */
export const startsPlainCommand = (clause: string) => PLAIN_COMMAND.test(clause)
