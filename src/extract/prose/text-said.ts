import { conceptsOf } from '../choose/concepts.ts'
import { wordsOf } from './mentions.ts'
import type { Piece } from './piece.ts'
import { piecesIn } from './pieces.ts'
import type { Said } from './said.ts'
import type { Topic } from './topic.ts'

const LONGEST = 60

/** What a sentence says beside the mention of a thing that may be anything: a name it is part of, an amount before it, what it is. */
export function textSaid(said: Said, name: string, topic: Topic): Piece | undefined {
  const phrase = afterPhrase(said, name)
  if (phrase) return phrase
  const mentions = topic.mentionsIn(said)
  if (isPlace(topic) && piecesIn(said.text, 'date', said.language).length > 0) {
    const place = placeIn(said)
    if (place) return place
  }
  if (mentions.length === 0 || mentions.some((some) => some.length === 0)) return undefined
  const isExpressed = mentions.flat().some((mention) => mention.isExpressed)
  return (
    (isExpressed && isPlace(topic) ? placeIn(said) : undefined) ??
    beside(
      said,
      mentions.flat().filter(({ isExpressed }) => !isExpressed),
    )
  )
}

function isPlace(topic: Topic): boolean {
  const [venue] = conceptsOf('venue')
  return topic.words.some(({ concepts }) => concepts.includes(venue!))
}

const LINKS =
  /^(?:in|at|by|of|from|on|to|for|after|with|nach|aus|von|in|bei|par|de|à|por|en|da|a|di|door|van|naar|uit)$/

/** A name that is a phrase itself, and what follows it: `namedAfter`, `madeIn`. */
function afterPhrase({ text, words, spans }: Said, name: string): Piece | undefined {
  const own = wordsOf(name)
  if (own.length < 2 || !LINKS.test(own.at(-1)!)) return undefined
  const at = words.findIndex((_, nth) => own.every((word, offset) => words[nth + offset]?.word === word))
  return at < 0 ? undefined : upToStop(text, spans[at + own.length - 1]!.end)
}

function upToStop(text: string, from: number): Piece | undefined {
  const found =
    /^\s+((?:[^,.;:()]|\.(?=\d)){2,60}?)(?=\s*(?:[,;:()]|\.(?!\d)|$)|\s(?:and|which|who|und|et|y|e|en)\s)/u.exec(
      text.slice(from),
    )
  return found
    ? { text: found[1]!.trim().replace(/^version\s+(?=\d)/iu, ''), at: from, end: from + found[0].length }
    : undefined
}

const PLACE =
  /(?<!\p{L})(?:at|in|im|in der|in dem|auf dem|à la|à l['’]|au|à|dans|en el|en la|en|nel|nella|al|alla|presso|in het|op het|op)\s+((?:the |der |den |die |das |le |la |les |el |los |il |lo |de |het )?(?:\p{L}[\p{L}\p{M}'’.-]*)(?:\s\p{L}[\p{L}\p{M}'’.-]*){0,5}?)(?=\s*(?:[,.;:()]|$)|\s(?:on|at|from|and|am|um|statt|le|el|il|on|und|et|y)(?!\p{L}))/gu

/** Where something takes place, behind what says that it does. */
function placeIn({ text }: Said): Piece | undefined {
  const found = [...text.matchAll(PLACE)].find(({ 1: place }) => !/\d|^\p{Ll}+$/u.test(place!))
  return found
    ? {
        text: found[1]!.replace(/^(?:der|dem|den|le|la|el|il|lo)\s/u, ''),
        at: found.index,
        end: found.index + found[0].length,
      }
    : undefined
}

function beside({ text }: Said, mentions: readonly { at: number; end: number }[]): Piece | undefined {
  for (const { at } of mentions) {
    const run = [
      ...text.matchAll(/\p{Lu}[\p{L}\p{N}.+-]*(?:\s+(?:of|for|and|\p{Lu}[\p{L}\p{N}.+-]*|\d[\d.]*))+/gu),
    ].find(({ index, 0: whole }) => index < at && at < index + whole.length)
    if (run) return { text: run[0].replace(/[.,;]+$/, ''), at: run.index, end: run.index + run[0].length }
    const amount = /(\d[\d.,]*\s?[\p{L}%²]{1,8})\s+(?:of\s+|de\s+|an\s+)?$/u.exec(text.slice(0, at))
    if (amount) return { text: amount[1]!, at: amount.index, end: at }
  }
  const last = mentions.toSorted((one, other) => other.at - one.at)[0]
  if (!last) return undefined
  const said =
    /^\s+(?:is|are|was|ist|sind|est|sont|es|son|è|sono)\s+(?:the\s+|der\s+|die\s+|das\s+|le\s+|la\s+|el\s+)?([^,.;]{2,60})/u.exec(
      text.slice(last.end),
    )
  return said && said[1]!.length <= LONGEST
    ? { text: said[1]!.trim(), at: last.end, end: last.end + said[0].length }
    : undefined
}
