import { setImmediate as otherWork } from 'node:timers/promises'
import { namesInSchema, relevantParts } from '../../extract/extract.ts'
import { truncateTokens, estimateTokens } from '../../llm/llm.ts'
import type { Assignment } from '../agent-strategy.ts'
import type { PageObservation } from '../step.ts'

export interface Excerpt {
  url: string
  text: string
}

const LEAST_TOKENS = 200

/**
 * What a model is shown of the pages that were visited: of each the parts that speak of the task, within so many tokens.
 * Pages with many values come first. There may be hundreds of them, so other work has its turn in between.
 */
export async function excerptsOf(
  pages: readonly PageObservation[],
  about: string,
  tokens: number,
): Promise<Excerpt[]> {
  const ranked = pages.toSorted((a, b) => b.evidence.length - a.evidence.length)
  const shown = ranked.slice(0, Math.max(1, Math.floor(tokens / LEAST_TOKENS)))
  const long = shown.map((page) => ({ page, size: estimateTokens(page.text ?? '') }))
  // What short pages leave over is for the longer ones.
  const ordered = long.toSorted((a, b) => a.size - b.size)
  let left = tokens
  const texts = new Map<PageObservation, string>()
  for (const [at, { page }] of ordered.entries()) {
    const text = excerptOf(page, about, Math.floor(left / (ordered.length - at)))
    left -= estimateTokens(text)
    texts.set(page, text)
    await otherWork()
  }
  return shown.map((page) => ({ url: page.url, text: texts.get(page)! }))
}

function excerptOf(
  { url, title = '', headings, evidence, text = '' }: PageObservation,
  about: string,
  tokens: number,
): string {
  const head = [`Address: ${url}`, `Title: ${title.slice(0, 300)}`].join('\n')
  const content = text || [...headings, ...evidence.map((one) => one.text)].join('\n')
  const left = Math.max(1, tokens - estimateTokens(head))
  return `${head}\n\n${relevantParts(content, about, left)?.texts[0] ?? truncateTokens(content, left)}`
}

const SHARE = 0.15

export function taskText({ prompt, instructions = '' }: Assignment, room: number): string {
  const task = `The task, in the words of whoever asks:\n${truncateTokens(prompt, room * SHARE)}`
  if (instructions === '') return task
  return `${task}\n\nHow it is to be done, in the same words:\n${truncateTokens(instructions, room * SHARE)}`
}

export function taskQuery({ prompt, schema = {} }: Assignment): string {
  return `${prompt} ${namesInSchema(schema)}`
}
