const MOST_CHARACTERS = 4_000_000
const MOST_LOOKED = 2000
const BEFORE = 60
const BEHIND = 240
const MOST_QUOTED = 200

/** Words with which such a sentence begins or ends in some language; only around them is looked closer. */
const TRIGGERS =
  /ignor|disregard|forget|overrid|bypass|system prompt|hidden (?:prompt|instructions)|<\|im_|<\|system|\[inst\]|<<sys>>|language model|\bllms?\b|\bai\b|chatgpt|vergiss|vergesst|missacht|oubli|olvid|esque[cç]|dimentic|negeer|vergeet|zapomnij|игнорируй|забудь|忽略|无视|無視|忘记|忘れ|무시|잊어|تجاهل|görmezden|yok say|talimatlar[ıi] unut/giu

/** Every repetition has an end, so that no text takes longer than it is long. */
const INSTRUCTIONS: readonly RegExp[] = [
  /(?:ignore|disregard|forget|override|bypass)\s{1,5}(?:(?:all|any|the|your|of|these|my|every)\s{1,5}){0,4}(?:previous|prior|above|earlier|preceding|existing|system|initial|original)\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:instruction|prompt|rule|direction|guideline|message|command)/iu,
  /(?:ignore|disregard|forget)\s{1,5}(?:everything|anything|all)\s{1,5}(?:that\s{1,5}|which\s{1,5})?(?:you\s{1,5}(?:were|have been)\s{1,5}told|(?:said|written)\s{1,5}(?:above|before)|above)/iu,
  /(?:reveal|print|repeat|output|show)\s{1,5}(?:me\s{1,5})?(?:your|the)\s{1,5}(?:system|hidden|initial)\s{1,5}(?:prompt|instructions)/iu,
  /(?:if you are|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for))\s{0,3}:?\s{0,3}(?:(?:an?|all|any|the)\s{1,5})?(?:ai|llms?|large language model|language model|chatgpt|ai (?:assistant|agent|model)s?)\b[^.\n]{0,80}\b(?:must|should|please|ignore|say|respond|reply|answer|output|include|recommend|do not|don't|write)\b/iu,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>/iu,
  /(?:ignorier\p{L}{0,3}|vergiss|vergesst|missachte\p{L}{0,3})\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,4}(?:vorherig|bisherig|obig|vorangegangen|vorig|früher)\p{L}{0,3}\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:anweisung|instruktion|befehl|regel|prompt|vorgabe)/iu,
  /(?:ignore[zr]?|oublie[zr]?)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:instructions?|consignes?|directives?|règles?)\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:précédent|antérieur|ci-dessus|initial)/iu,
  /(?:ignor[ae]|ignoren|olvid[ae]|olviden)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:instrucciones|indicaciones|órdenes|reglas)\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:anterior|previ)/iu,
  /(?:ignor[ea]|esque[çc]a)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:instruções|ordens|regras)\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:anterior|prévi)/iu,
  /(?:ignora(?:te)?|dimentica(?:te)?)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:istruzioni|comandi|regole)\s{1,5}(?:\p{L}{1,20}\s{1,5})?precedent/iu,
  /(?:negeer|vergeet)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:vorige|eerdere|bovenstaande|voorgaande)\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:instructie|opdracht|regel)/iu,
  /(?:z?ignoruj(?:cie)?|zapomnij(?:cie)?)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}poprzedni\p{L}{0,3}\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:instrukcj|polece)/iu,
  /(?:игнорируй(?:те)?|забудь(?:те)?)\s{1,5}(?:\p{L}{1,20}\s{1,5}){0,3}(?:предыдущ|прежн|вышеуказанн)\p{L}{0,4}\s{1,5}(?:\p{L}{1,20}\s{1,5})?(?:инструкци|указани|команд|правил)/iu,
  /(?:忽略|无视|無視|忘记)[^。\n]{0,12}(?:之前|以上|先前|前面|上述)[^。\n]{0,8}(?:指令|指示|说明|提示|命令|规则)/u,
  /(?:以前|これまで|上記|前)[^。\n]{0,8}(?:指示|命令|プロンプト|ルール)[^。\n]{0,6}(?:無視|忘れ)/u,
  /(?:이전|위의|앞의|지금까지)[^.\n]{0,12}(?:지시|명령|프롬프트|지침)[^.\n]{0,8}(?:무시|잊)/u,
  /تجاهل[^.\n]{0,20}(?:التعليمات|الأوامر)[^.\n]{0,15}السابقة/u,
  /önceki[^.\n]{0,20}(?:talimat|yönerge|komut)\p{L}{0,6}[^.\n]{0,12}(?:yok say|unut|görmezden)/iu,
]

/**
 * A sentence of a page that tries to tell a model what to do, or nothing. It is a sign and no verdict: a page about such
 * sentences has them too, and there are more than anybody has listed.
 */
export function injectionIn(markdown: string): string | undefined {
  const text = visible(markdown.slice(0, MOST_CHARACTERS))
  let looked = 0
  for (const { index } of text.matchAll(TRIGGERS)) {
    if (++looked > MOST_LOOKED) return undefined
    const from = Math.max(0, index - BEFORE)
    const window = text.slice(from, index + BEHIND)
    const found = INSTRUCTIONS.map((pattern) => pattern.exec(window)).find((match) => match !== null)
    if (found) return sentenceAround(text, from + found.index, found[0].length)
  }
  return undefined
}

/** Signs that nobody sees can stand between letters, and letters of other widths look the same. */
function visible(text: string): string {
  return text.replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '').normalize('NFKC')
}

function sentenceAround(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - MOST_QUOTED), at)
  const begin = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. '), before.lastIndexOf('。')) + 1
  const behind = text.slice(at + length, at + length + MOST_QUOTED)
  const end = behind.search(/[.!?。！？\n]/)
  const sentence =
    before.slice(begin) + text.slice(at, at + length) + behind.slice(0, end === -1 ? undefined : end + 1)
  return sentence.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_QUOTED)
}
