import { readFileSync } from 'node:fs'
import { fold } from '../../../language/fold.ts'
import { Naming } from '../../../extract/extract.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { singular } from '../../../language/stems.ts'
import { listLimitIn } from './list-order.ts'

/** One thing that a request picks from several by comparing them: of kayaks the cheapest. */
export interface Superlative {
  entity: string
  metric: string
  isDown: boolean
}

/**
 * A line of the file has what is compared, which end is meant, and words without endings and accents that say so. `#` stands for
 * what the noun behind the words says.
 */
const COMPARATIVES = readFileSync(new URL('comparatives.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [metric = '', end, words = ''] = line.split(': ')
    return { metric, isDown: end === 'greatest', words }
  })
const ANY = new RegExp(
  String.raw`(?<!\p{L})(?:${COMPARATIVES.map(({ words }) => `(${words})`).join('|')})\p{L}*`,
  'u',
)
const ARTICLE = String.raw`(?:(?:the|der|die|das|dem|den|la|le|les|el|los|las|il|lo|de|het|am)\s+)?`
const NOUN = String.raw`(?<noun>\p{L}{3,}(?:[ -]\p{L}{3,})?)`
const WHICH = new RegExp(
  String.raw`^\W*(?:which|what|welche[rsn]?|quel(?:le)?|que|cual|quale|welke?)\s+(?!is|are|was|has|ist|sind|est|es|e|of)(?<noun>\p{L}{3,})`,
  'u',
)
const WITH = new RegExp(
  String.raw`^(?<lead>.*?)(?<noun>\p{L}{3,})\s+(?:with|mit|avec|con|met)\s+${ARTICLE}$`,
  'u',
)
const HAS = new RegExp(String.raw`\s(?:has|have|hat|a|tiene|ha|heeft)\s+${ARTICLE}$`, 'u')
const COSTS = new RegExp(String.raw`\s(?:costs?|kostet|coute|cuesta|costa|kost)\s+${ARTICLE}$`, 'u')
const BEFORE = new RegExp(String.raw`${NOUN}\s+(?:${ARTICLE})$`, 'u')
const OF = new RegExp(String.raw`\s(?:of|von|de|du|del|di|van)\s+${ARTICLE}$`, 'u')
const ROMANCE = /^(?:plus|moins|mas|menos|piu|meno|mieux|mejor)\s/u
/** What has a least and a greatest itself, and is no thing of which there are several. */
const MEASURED = ['price', 'rating', 'salary', 'fee', 'rent', 'temperature', 'weight', 'height', 'version']
const LONGEST = 400
const MOST_BEFORE = 3

export function superlativeIn(prompt: string): Superlative | undefined {
  const text = fold(prompt.slice(0, LONGEST)).replaceAll(/\s+/g, ' ')
  const found = ANY.exec(text)
  if (!found || listLimitIn(prompt, []).most !== Number.POSITIVE_INFINITY) return undefined
  const { metric: own, isDown } = COMPARATIVES[found.slice(1).findIndex((group) => group !== undefined)]!
  const before = text.slice(0, found.index)
  const noun = nounIn(text.slice(found.index + found[0].length))
  const which = WHICH.exec(before)?.groups!['noun']
  if (which !== undefined) {
    if (COSTS.test(before)) return { entity: which, metric: 'price', isDown }
    const metric = HAS.test(before) && noun !== undefined ? noun : own
    return metric === '#' ? undefined : { entity: which, metric, isDown }
  }
  const { lead, noun: having } = WITH.exec(before)?.groups ?? {}
  if (having !== undefined && noun !== undefined)
    return isHead(lead!) ? { entity: singular(having), metric: noun, isDown } : undefined
  const entity = ROMANCE.test(found[0]) ? BEFORE.exec(before)?.groups!['noun'] : noun
  if (entity === undefined || own === '#' || !(isHead(before) || ROMANCE.test(found[0]))) return undefined
  const name = singular(entity.split(/[ -]/).at(-1)!)
  return new Naming({ name }).means(...MEASURED) ? undefined : { entity: name, metric: own, isDown }
}

function isHead(before: string): boolean {
  const words = before.match(/\p{L}+/gu) ?? []
  return (
    words.length <= MOST_BEFORE || (OF.test(before) && before.split(/\s(?:of|von|de|di)\s/u).length === 2)
  )
}

function nounIn(after: string): string | undefined {
  const [clause = ''] = after.split(/[^\p{L}\s-]/u)
  const words = clause.trim().split(/\s+/)
  const end = words.findIndex((word) => word.length < 3 || isStopWord(word))
  const run = words.slice(0, end < 0 ? 2 : Math.min(2, end)).filter((word) => word !== '')
  return run.length === 0 ? undefined : run.join(' ')
}
