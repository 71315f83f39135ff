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
 * The parts of the visited pages that are about the task, within a token limit. Pages with many values come
 * first. Yields to other work, because there may be hundreds of pages.
 */
export async function excerptsOf(
  pages: readonly PageObservation[],
  about: string,
  tokens: number,
): Promise<Excerpt[]> {
  const ranked = pages.toSorted((a, b) => b.evidence.length - a.evidence.length)
  const shown = ranked.slice(0, Math.max(1, Math.floor(tokens / LEAST_TOKENS)))
  const long = shown.map((page) => ({ page, size: estimateTokens(page.text ?? '') }))
  // Short pages leave their unused tokens to longer ones.
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
  const task = `The task, in the caller's words:\n${truncateTokens(prompt, room * SHARE)}`
  if (instructions === '') return task
  return `${task}\n\nInstructions, in the caller's words:\n${truncateTokens(instructions, room * SHARE)}`
}

export function taskQuery({ prompt, schema = {} }: Assignment): string {
  return `${prompt} ${namesInSchema(schema)}`
}
