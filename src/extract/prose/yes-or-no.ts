import type { Said } from './said.ts'
import type { Topic } from './topic.ts'

const NO =
  /(?<!\p{L})(?:not|no|never|without|cannot|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|ne|pas|sans|aucun\p{L}*|no|sin|ningún|non|senza|nessun\p{L}*|niet|geen|zonder|forbidden|prohibited|verboten|interdit\p{L}*|prohibid\p{L}*|vietat\p{L}*|verboden)(?!\p{L})/giu
const UNSURE =
  /(?<!\p{L})(?:if|unless|may|might|some|only|except|partly|falls|außer|nur|teilweise|si|sauf|seulement|solo|excepto|salvo|se|tranne|als|alleen|behalve)(?!\p{L})/iu
const PART = /[;,](?=\s)|(?<!\p{L})(?:but|aber|mais|pero|ma|maar|however)(?!\p{L})/giu

/** Whether a sentence says yes or no to what a field is about; undefined where it speaks of it with an if. */
export function yesOrNo({ text, ...rest }: Said, topic: Topic): boolean | undefined {
  const mentions = topic.mentionsIn({ text, ...rest })
  if (mentions.length === 0 || mentions.some((some) => some.length === 0)) return undefined
  const last = Math.max(...mentions.map((some) => some[0]!.end))
  const start = [...text.matchAll(PART)].findLast(({ index }) => index < last)?.index ?? 0
  const ends =
    [...text.matchAll(PART)].map(({ index }) => index).find((index) => index >= last) ?? text.length
  const part = text.slice(start, ends)
  if (/\?/.test(text) || UNSURE.test(part)) return undefined
  return !NO.test(part)
}
