import type { Document } from '../../../contract/document.ts'
import type { Format } from '../../../contract/formats.ts'

/** The texts that question, query and highlights gave, by format; a request has one of each. */
export type Said = Partial<Record<Format['type'], string | undefined>>

/**
 * The fields that such texts give. Several formats may give the same field: it then holds all of their texts in the order
 * of the formats, each once, with an empty line between them.
 */
export function saidFields(formats: readonly Format[], said: Said): Pick<Document, 'answer' | 'highlights'> {
  const joined = (field: 'answer' | 'highlights') => {
    const texts = formats.filter((format) => givenBy(format).includes(field)).map(({ type }) => said[type])
    const found = new Set(texts.filter((text) => text !== undefined))
    return found.size > 0 && { [field]: [...found].join('\n\n') }
  }
  return { ...joined('answer'), ...joined('highlights') }
}

/** Quotes are in both fields: clients of `query` read `answer`. */
function givenBy(format: Format): ('answer' | 'highlights')[] {
  if (format.type === 'question') return ['answer']
  if (format.type === 'highlights') return ['highlights']
  if (format.type !== 'query') return []
  return format.mode === 'directQuote' ? ['answer', 'highlights'] : ['answer']
}
