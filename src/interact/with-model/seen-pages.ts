import type { PageView } from '../../browser/browser.ts'
import { readPageWords, strangeNumbers } from '../../extract/extract.ts'

/** What was on the pages so far: the model's output is checked against it. */
export interface SeenPages {
  learn(view: PageView): void
  /** Adds something else that was told: an answer, the message of a dialog. */
  hear(text: string): void
  /** Everything that was seen. */
  text(): string
  /** The numbers and quotations of an output that were on no page. */
  missingFrom(output: string): { numbers: string[]; quotes: string[] }
}

const MOST_CHARACTERS = 500_000
const MOST_NAMED = 10
const LONGEST_QUOTE = 200
const QUOTED = /"([^"\n]+)"|“([^”\n]+)”/g

export function createSeenPages(task: string): SeenPages {
  const texts = new Set<string>()
  const asked = task.toLowerCase()
  let room = MOST_CHARACTERS

  function hear(text: string): void {
    if (texts.has(text) || text.length > room) return
    room -= text.length
    texts.add(text)
  }

  const text = () => [...texts].join('\n')

  return {
    hear,
    text,
    learn({ url, title, elements }) {
      hear(url)
      hear(title)
      for (const {
        name,
        text: read,
        ownText,
        value = '',
        placeholder = '',
        href = '',
        options = [],
      } of elements) {
        for (const said of [name, read, ownText, value, placeholder, href]) hear(said)
        for (const { label } of options) hear(label)
      }
    },
    missingFrom(output) {
      const words = readPageWords(text(), undefined)
      const quotes = [...output.matchAll(QUOTED)]
        .map(([, double, curly]) => double ?? curly ?? '')
        .filter(({ length }) => length <= LONGEST_QUOTE)
        .filter((quote) => !asked.includes(quote.toLowerCase()) && words.find(quote) === undefined)
        .map((quote) => JSON.stringify(quote))
      const numbers = strangeNumbers(output, words, task)
      return { numbers: some(numbers), quotes: some(quotes) }
    },
  }
}

function some(found: readonly string[]): string[] {
  return [...new Set(found)].slice(0, MOST_NAMED)
}
