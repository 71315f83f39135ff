import { validateAgainstSchema, readPageWords, unsupportedIn, unknownNumbers } from '../../extract/extract.ts'
import { tryParseJson } from '../../language/try-parse-json.ts'
import type { PageView } from '../../browser/browser.ts'

export interface Finish {
  isDone: boolean
  output: string
}

export interface Evidence {
  task: string
  seen: SeenPages
  actionCount: number
  schema: Readonly<Record<string, unknown>> | undefined
}

type FinishCheck = { issues: string[]; warnings: string[]; data?: unknown }

const MOST_COMPLAINTS = 5

/** Believes no end that its pages do not bear out. One that says it failed is only warned about. */
export function checkFinish(finish: Finish, evidence: Evidence): FinishCheck {
  const { task, seen, actionCount, schema } = evidence
  const { isDone, output } = finish
  const isIdle = actionCount === 0 && (output === '' || asksForActions(task))
  const idle = isIdle ? ['The task asks for something to be done, but no action was taken.'] : []
  if (isDone && schema !== undefined) {
    const { issues, data } = checkData(output, schema, seen)
    return { issues: [...idle, ...issues], warnings: [], ...(issues.length === 0 && { data }) }
  }
  const { numbers, quotes } = seen.findUnsupported(output)
  const isComputed = COMPUTATION_WORDS.test(task)
  const invented = isComputed ? quotes : [...numbers, ...quotes]
  const refused = [...idle, ...(invented.length > 0 ? [unsupportedIssue(invented)] : [])]
  if (!isDone) return { issues: [], warnings: invented.length > 0 ? [unsupportedIssue(invented)] : [] }
  return { issues: refused, warnings: isComputed && numbers.length > 0 ? [unsupportedIssue(numbers)] : [] }
}

function unsupportedIssue(named: readonly string[]): string {
  return `The output contains ${named.join(', ')}, which is on no page that was seen.`
}

/** Such numbers are the model's own. */
const COMPUTATION_WORDS =
  /\b(how many|count|number of|sum|add up|in total|total|average|mean|median|difference|calculate|compute|convert|percentage|how much (more|less))\b/i

function checkData(
  output: string,
  schema: Readonly<Record<string, unknown>>,
  seen: SeenPages,
): { issues: string[]; data?: unknown } {
  const data = tryParseJson(output.replace(/^\s*```(?:json)?|```\s*$/g, ''))
  if (data === undefined) return { issues: ['The output is not JSON. It must be JSON that fits the schema.'] }
  const schemaIssues = validateAgainstSchema(data, schema, MOST_COMPLAINTS).map(
    ({ path, message }) => `The output does not fit the schema at ${path || 'its top'}: ${message}`,
  )
  if (schemaIssues.length > 0) return { issues: schemaIssues }
  const invented = unsupportedIn(data, schema, readPageWords(seen.text(), undefined)).slice(
    0,
    MOST_COMPLAINTS,
  )
  if (invented.length === 0) return { issues: [], data }
  return { issues: [`The values at ${invented.join(', ')} are on no page that was seen.`] }
}

export function asksForActions(task: string): boolean {
  return ACTION_VERBS.test(task.replaceAll(/https?:\/\/\S+/g, 'https://'))
}

/** Verbs at the beginning of a clause. Opening an address may already have happened. */
const ACTION_VERBS =
  /(?:^|[.;:,!\n]|\b(?:and|then|please|first|next)\b)\s*(?:\d+[.)]\s*|[-*]\s*)?(?:please\s+|then\s+)?(?:click|press|tap|type|fill|enter|write|select|choose|pick|check|tick|uncheck|untick|toggle|submit|send|search|log[ -]?in|sign[ -]?(?:in|up)|log[ -]?out|sign[ -]?out|upload|drag|move|add|remove|delete|buy|order|book|reserve|pay|post|publish|accept|reject|close|open(?!\s+https:)|switch|turn|set|change|go to (?:page|the)|sort|filter|play|register|(?:un)?subscribe|clear|rename|undo|donate|export|download|expand|collapse|invite|mark|cancel|put|save|enable|disable|archive|enroll?|replace|update|star|like|follow|apply|continue|confirm|transfer|hover)\b/i

const MOST_CHARACTERS = 500_000
const MOST_NAMED = 10
const LONGEST_QUOTE = 200
const QUOTED = /"([^"\n]+)"|“([^”\n]+)”/g

type SeenPages = ReturnType<typeof createSeenPages>

export function createSeenPages(task: string) {
  const texts = new Set<string>()
  const asked = task.toLowerCase()
  let remainingLength = MOST_CHARACTERS

  function addText(text: string): void {
    if (texts.has(text) || text.length > remainingLength) return
    remainingLength -= text.length
    texts.add(text)
  }

  const text = () => [...texts].join('\n')

  return {
    hear: addText,
    text,
    addView({ url, title, elements }: PageView): void {
      for (const said of [url, title]) addText(said)
      for (const one of elements) {
        const { name, ownText, value = '', placeholder = '', href = '', options = [] } = one
        const labels = options.map(({ label }) => label)
        for (const said of [name, one.text, ownText, value, placeholder, href, ...labels]) addText(said)
      }
    },
    findUnsupported(output: string): { numbers: string[]; quotes: string[] } {
      const words = readPageWords(text(), undefined)
      const quotes = [...output.matchAll(QUOTED)]
        .map(([, double, curly]) => double ?? curly ?? '')
        .filter(({ length }) => length <= LONGEST_QUOTE)
        .filter((quote) => !asked.includes(quote.toLowerCase()) && words.find(quote) === undefined)
        .map((quote) => JSON.stringify(quote))
      const numbers = unknownNumbers(output, words, task)
      return { numbers: some(numbers), quotes: some(quotes) }
    },
  }
}

function some(found: readonly string[]): string[] {
  return [...new Set(found)].slice(0, MOST_NAMED)
}
