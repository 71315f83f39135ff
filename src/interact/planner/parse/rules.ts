import * as to from './builders.ts'
import { QUOTED, WHOLE } from './vocabulary.ts'

const NOUNS = String.raw`name|title|order|address|note|check-?in|check-?out|search|list|book|e-?mail|mobile|type|message|post ?code|comment|reply|answer|review|rating|size|date|time`
const TURN = String.raw`go|navigate|move|jump|head|turn|switch|return(?! to me\b)`
const SHOWN = `appear(s|ed)?|(finish(es|ed)? )?load(s|ed|ing)?|visible|shown?|ready|there|updated?|comes? up|finished|done|complete`
/** What a question about yes or no can be called, and when it comes up. */
const ASKED = `to .+|that .+|it|this|that|the (dialog|question|prompt|alert|confirmation|deletion|removal|warning)|(when|if) (it|the (page|browser|site)|you|asked|prompted).*|in the (dialog|popup).*`
const CLOSABLE = `pop-?up|dialog|modal|banner|overlay|window|message|notice|notification|box|panel|layer|it`
const ENTRIES = String.raw`(the|all|them|it|this)\b`
const LOOK = `(tell|give|read|show|get|send|bring) (it )?(back )?(to )?me( back)?|let me know|tell|report( back)?|return( to me)?|extract|say|read( (out|off|aloud))?|fetch|retrieve|note( down)?|(work|figure|find) out|record|collect`
const ASKS = String.raw`list|count|name|what|which|who|whose|when|where|how|is|are|was|were|does|do(?= (i|we|you|they|the|these|those)\b)|did|has|have|can`

/** The first rule that fits and builds an order is taken. */
export const RULES: to.Rule[] = [
  // Nouns that could be verbs: `name for the booking: Oona Byrne`.
  to.put`(?<rest>(${NOUNS})\b(?! (an?|the|my|this|these|some)\b)[^,:=]{0,30}(=|:\s)\s*\S.*)`,
  // `keep clicking "Load more" until it disappears`, `click Next until it is disabled`, `repeat twice: click Next`
  to.keepOn`(keep|continue) (on )?(?<verb>click|press|tapp?|hitt?|scroll|load)ing (on )?<rest?> (until|till|as long as) <until>`,
  to.repeat`(?<clause>(?!wait\b).+?) ((over and over|again and again|repeatedly) )?(until|till|(for )?as long as) <until>`,
  to.again`repeat (?<count>\S+ times?|twice)\s*:? <clause>`,
  to.turnPage`(${TURN}|browse) (over )?(on )?to (the )?page (number )?(?<which>\S+)( of .*)?`,
  to.turnPage`(${TURN}|open|show)( over)?( to)? ((the|its|their) )?(?<which>next|previous|first|last|\d+(?=st|nd|rd|th))((?<=\d)(st|nd|rd|th))? page\b.*`,
  to.goBack`((go|navigate|head|step) )?back( ((one|a) page|to the (previous|last) page|once|again))?|(go|navigate|head) back to <place>`,
  to.goForward`(go|navigate) forward( again)?`,
  to.reload`(reload|refresh)( (the |this )?(page|site|tab|browser))?`,
  to.goto`(go|navigate|browse|open|visit|head)( (over )?to)? (?<url>${WHOLE})`,
  to.acceptCookies`(accept|allow|agree to) (all )?(of )?(the )?cookies?( (banner|notice|policy))?`,
  to.rejectCookies`(accept|allow) (only )?(the )?(strictly )?(necessary|essential|required) cookies( only)?`,
  to.rejectCookies`(reject|decline|refuse|deny|dismiss|close) (all )?(of )?(the )?((optional|non-essential) )?cookies?( (banner|notice|popup))?`,
  to.answer`(?<verb>confirm|accept|agree|approve|ok|(say|answer) (yes|ok|no)|say okay|cancel|decline)( (${ASKED}))?`,
  to.answer`(?<verb>dismiss|decline|refuse|reject) (the|that|this) (question|prompt|confirmation|alert|warning)( .*)?`,
  to.close`(close|dismiss|get rid of|click away|shut) ((the|that|any|this) )?(?<rest>([\p{L}-]+ ){0,3}(${CLOSABLE}))`,
  to.answerWith`(say|answer|reply) (with )?<rest?> (when|if) .+`,
  to.choose`(say|answer) (?<rest>${QUOTED})( to .*)?`,
  to.goOn`((go|move|carry) on|next)( to the next (step|page|screen|question))?`,
  to.search`(search|look) ((in|on|through|within)?\s*(the )?(?<place>[^,]+?) )?for ((the )?(word|term|phrase)s? (?!(in|on|using|with) the (search|site|page|shop|website)\b))?<query>`,
  to.search`find (?!(how|what|when|where|who|which)\b)<query?> (in|on|using|with) (the )?(?<place>catalog(ue)?|archive|directory|library|shop|store|site|website|database|search)`,
  to.search`look up (?!(how|what|when|where|who|which|the)\b)<query?>( (in|on|using|with) (the )?<place>)?`,
  to.search`(search|find|look up) (?<query>${WHOLE}|it(?= (in|on)))( (in|on|using|with) (the )?<place>)?`,
  to.signInWith`(log|sign)\s*in(to)?\b(?<rest>.*)`,
  to.pressKey`(press|hit|push|use|tap) <rest>`,
  to.press`(?<how>double|right)[- ]?click( on)? <rest>`,
  to.press`(click|tap|press|hit|push)( (on|in|into))? <rest>`,
  to.hover`(hover|(move|put) the (mouse|cursor|pointer)) ((over|on|to|onto) )?<rest>`,
  to.wait`wait( for)? (about )?(?<count>\S+)\s*(?<unit>ms|milliseconds?|s|sec(ond)?s?|min(ute)?s?)`,
  to.waitFor`wait (until|till|for) <rest?>( (to |has |have |is |are )?(${SHOWN}|(?<gone>disappear(s|ed)?|vanish(es|ed)?|gone|go(es)? away|hidden)))?`,
  to.scroll`scroll (all the way |right )?(down |up )?(to )?(the )?(very )?(?<to>top|bottom|end|up|down)( (of )?(the )?(page|list))?`,
  to.scroll`scroll ((down|up) )?(to|until you see) <place>`,
  to.scroll`scroll( (down|through|the|in)\b.*)?`,
  to.sort`(re-?)?(sort|order) (${ENTRIES}( (?!by\b)\p{L}+){0,3} )?(?<rest>(by|from|in|alphabetically|(most )?\p{L}+ first|ascending|descending)\b.*)`,
  to.filter`(filter|narrow) (down )?(${ENTRIES}( (?!(by|to|for)\b)\p{L}+){0,3} )?(down )?(by|for|to|on|with) <rest>`,
  to.filter`(filter|narrow) [^:=]{0,40}: <rest>`,
  to.filter`show (me )?only (the )?<rest>`,
  to.download`download ((the )?file )?<rest>`,
  to.upload`(upload|attach) (the )?(file )?(?<file>${WHOLE}|\x3c[\w-]+\x3e)( (to|as|into|in|at|under) <place>)?`,
  // `leave Marketing off` ticks or unticks a box; `leave everything as it is` asks for nothing.
  to.tick`(?<state>un(check|tick|select)|deselect|disable|(turn|switch|toggle) off) <rest>`,
  to.tick`(turn|switch|toggle) <rest?> (?<state>on|off)`,
  to.tick`(leave|keep) <rest?> (?<state>on|off|(un)?(checked|ticked|selected))`,
  to.doNothing`(leave|keep) (everything|anything|all|the|it|any)\b.*`,
  to.tick`(make sure|ensure|check) (that )?<rest?> is (?<state>on|off|(un)?(checked|ticked)|selected|enabled|disabled)`,
  to.tick`mark (?<rest>(?!it\b).+?) as (done|completed?|finished)`,
  to.tell`(check|see) (?<question>(if|whether|how|what|which|who|when|where)\b.+)`,
  to.tick`(check(?! (out|in|availability|availabilities|now|my|for)\b)|tick|(turn|switch) on|enable|toggle) (off )?(that )?<rest>`,
  to.tick`((i )?agree (to|with)|accept(?= (the )?(terms|conditions|privacy|policy|rules|agreement|declaration|statement|licen[cs]e))) <rest>`,
  to.clear`(clear|erase|empty(?=.*\b(field|box|input|search)\b)) <rest>`,
  // `fill in the contact form with: …`, `fill in the address with …`, `fill in the address: street=…`
  to.put`(fill( (in|out))?|complete) ((the|this|that|in) )?(([\p{L}-]+ ){0,3}(form|details|fields)( (with|as follows|using|like this|by))*\s*:?|(?<=\b(the|this|that) )([\p{L}-]+ ){0,3}[\p{L}-]+( (with|using)\s*:?|\s*:(?=[^:=]*([:=]|,[^:=]*,)))) <rest>`,
  to.put`(it|this|that)( is|'s) for <rest>`,
  to.put`(fill|put|type|write) ((it|them) )?(in|out)\s*(with|as follows)?\s*:? <rest>`,
  to.put`(type|enter|input|write|put|insert|paste|fill) (in )?((the|a) (text|value|words?|number) (?=[\ue000\ue001]))?<rest>`,
  to.press`(${TURN}|change) (it )?((over|forward|ahead) )?(on )?to <rest>`,
  to.putTo`(increase|decrease|raise|lower|reduce|bump|bring|move|drag|slide|turn|push|pull) <rest?>( (up|down|over|along))? to <value>`,
  to.put`(set|change|adjust|switch|update|rename|edit) (?<rest>.+ (to|as) .+)`,
  to.fillForm`((?<verb>create)|set( up)?|make|leave|start) (an?|another|one) (new )?(?<object>[\p{L} -]+?) (with|using) ((the following|these)( \p{L}+)?:? )?<facts>`,
  to.put`set <rest>`,
  to.choose`(select|choose|pick|take|use|(give|rate) (it|this|that|them)) <rest>`,
  to.pay`pay (by|with|via|using) <rest>`,
  to.stopAt`stop (at|on|before|when you reach) (the )?<rest?>( (page|step|screen))?`,
  to.fillForm`(?<verb>get) (me )?(an?|my) (?<object>[^:]+?)\s*(:|with|for) <facts>`,
  to.fillForm`(go|get|run|walk) through (the )?<object?> (with|using|as)\s*:? <facts>`,
  to.tell`(${LOOK})\b[\s:,]*(?<question>.*)`,
  to.tell`i( want| need| would like|'d like) (to know )?<question>`,
  to.tell`(?<question>((at|by|in|on|from|to|for|until|under|with|of) )?(${ASKS})\b.+)`,
  to.tell`(find|get) (?<question>(me )?(the|all|every|each|how|what|which)\b.+)`,
  to.press`(open|visit|expand|unfold|collapse|close|proceed to|continue (to|with)|go (through|into)) (up )?<rest>`,
  to.proceed`proceed|continue`,
]
