import { sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { asData } from './as-data.ts'
import { prepareReading, readParts, withRoom } from './reading.ts'
import type { Material, ModelAnswer, Part } from './reading.ts'
import { warningAboutText } from './unsupported.ts'

/** A summary of a page in a model's words, in the page's language. */
export function summarizeWithModel(
  model: Model,
  material: Material,
  embedded: { summary?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string>> {
  const ask = ({ rule, prompt }: Part, over: AbortSignal, more = '') =>
    model.completeText({ system: systemOf(rule, material) + more, prompt, temperature: 0 }, over)
  return withRoom(model, async (room) => {
    const about = material.title ?? ''
    const reading = prepareReading(material, { room, about, candidates: embedded.summary ?? '' })
    const drafts = await readParts(reading, ask, signal)
    const parts = asData({ parts: drafts.map((draft) => draft.value).join('\n\n') })
    const answers = drafts.length === 1 ? drafts : [...drafts, await ask(parts, signal, OF_PARTS)]
    const { value } = answers.at(-1)!
    const warning = warningAboutText(value, reading.words, `${material.title} ${material.url}`)
    return {
      value,
      warnings: [...reading.warnings, ...(warning === undefined ? [] : [warning])],
      usage: sumOfUsage(...answers.map(({ usage }) => usage)),
      unsupported: warning === undefined ? [] : [''],
    }
  })
}

const OF_PARTS =
  '\n\nWhat you get are summaries of the parts of one page, in order. Make one summary of the whole page of them.'

function systemOf(rule: string, { language }: Material): string {
  return `You summarize web pages.

${rule}

Rules:
- Say what the page is about and what it tells, the most important first, in three to six sentences of plain text.
- Say only what the page says, in its own words where possible. Names, numbers and dates stand as they do on the page. No opinion, no advice, nothing from what you know.
- Write in the language of the page${language === undefined ? '' : ` (${language})`}. No heading, no list, no introduction such as "This page".`
}
