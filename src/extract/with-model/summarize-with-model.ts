import { sumOfUsage } from '../../llm/llm.ts'
import type { Answer, Model } from '../../llm/llm.ts'
import { asData } from './as-data.ts'
import type { Material, ModelAnswer } from './material.ts'
import { warningAboutText } from './own-words.ts'
import { prepareReading, withRoom } from './reading.ts'
import { readParts } from './read-parts.ts'

/** A summary of a page in a model's words, in the page's language. */
export function summarizeWithModel(
  model: Model,
  material: Material,
  embedded: { summary?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string>> {
  return withRoom(model, (room) => summarizeInRoom({ model, material, room }, embedded, signal))
}

async function summarizeInRoom(
  { model, material, room }: { model: Model; material: Material; room: number },
  embedded: { summary?: string },
  signal: AbortSignal,
): Promise<ModelAnswer<string>> {
  const { parts, words, warnings } = prepareReading(material, {
    room,
    about: material.title ?? '',
    candidates: embedded.summary ?? '',
  })
  const drafts = await readParts(
    parts,
    ({ rule, prompt }, _, over) =>
      model.completeText({ system: systemOf(rule, material), prompt, temperature: 0 }, over),
    signal,
  )
  const answers = drafts.length === 1 ? drafts : [...drafts, await combined(drafts)]
  const { value } = answers.at(-1)!
  const warning = warningAboutText(value, words, `${material.title} ${material.url}`)
  return {
    value,
    warnings: [...warnings, ...(warning === undefined ? [] : [warning])],
    usage: sumOfUsage(...answers.map(({ usage }) => usage)),
    unsupported: warning === undefined ? [] : [''],
  }

  function combined(drafts: readonly Answer<string>[]): Promise<Answer<string>> {
    const { rule, prompt } = asData({ parts: drafts.map((draft) => draft.value).join('\n\n') })
    const system = `${systemOf(rule, material)}\n\nWhat you get are summaries of the parts of one page, in order. Make one summary of the whole page of them.`
    return model.completeText({ system, prompt, temperature: 0 }, signal)
  }
}

function systemOf(rule: string, { language }: Material): string {
  return `You summarize web pages.

${rule}

Rules:
- Say what the page is about and what it tells, the most important first, in three to six sentences of plain text.
- Say only what the page says, in its own words where possible. Names, numbers and dates stand as they do on the page. No opinion, no advice, nothing from what you know.
- Write in the language of the page${language === undefined ? '' : ` (${language})`}. No heading, no list, no introduction such as "This page".`
}
