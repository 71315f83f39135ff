import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Answered, Plain } from './tool.ts'

/**
 * The bytes of JSON that one answer may have. An answer carries its JSON twice, once escaped in a text, and the readers of
 * published clients give up at 10 MB a message.
 */
export const MAX_ANSWER_BYTES = 2_500_000

/** What goes back to the caller: the value as structure and as text. */
export function toResult({ value, link }: Answered): CallToolResult {
  const { fitted, text } = fit(value)
  return {
    content: [
      { type: 'text', text },
      ...(link ? [{ type: 'resource_link' as const, ...link, mimeType: 'application/json' }] : []),
    ],
    structuredContent: fitted,
  }
}

/** A failed call: the same object as text, for those who act on it and for those who read it. */
export function toErrorResult(said: Plain): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(said) }] }
}

/** How many of the items go into an answer; at least one does. */
export function countFitting(items: readonly unknown[], maxBytes = MAX_ANSWER_BYTES): number {
  let bytes = 0
  const over = items.findIndex((item) => (bytes += sizeOf(item)) > maxBytes)
  return over === -1 ? items.length : Math.max(1, over)
}

/** Shortens the longest texts of a value that is too long for an answer, and says so in it. */
export function fit(value: Plain, maxBytes = MAX_ANSWER_BYTES): { fitted: Plain; text: string } {
  const text = JSON.stringify(value)
  const size = Buffer.byteLength(text)
  if (size <= maxBytes) return { fitted: value, text }
  let longest = 1_000_000
  let fitted = value
  let shortened = text
  // Halving ends: with texts of a few bytes only the number of fields could still be too large.
  while (Buffer.byteLength(shortened) > maxBytes && longest > 100) {
    longest = Math.floor(longest / 2)
    fitted = {
      ...(shorten(value, longest) as Plain),
      notes: [
        ...(Array.isArray(value['notes']) ? value['notes'] : []),
        `The whole answer has ${size} bytes, too many for one message: texts are cut after ${longest} characters. Ask for fewer formats, fewer pages, or part of the page (includeTags).`,
      ],
    }
    shortened = JSON.stringify(fitted)
  }
  return { fitted, text: shortened }
}

function shorten(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.map((item) => shorten(item, longest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item, longest)]))
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
