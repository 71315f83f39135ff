import type { Document } from '../../../contract/document.ts'
import type { Format } from '../../../contract/formats.ts'

export type FormatTexts = Partial<Record<Format['type'], string | undefined>>

/** Formats that share a field fill it with all of their texts in their order, each once. */
export function textFields(
  formats: readonly Format[],
  textsByFormat: FormatTexts,
): Pick<Document, 'answer' | 'highlights'> {
  const joined = (field: 'answer' | 'highlights') => {
    const texts = formats
      .filter((format) => fieldsFilledBy(format).includes(field))
      .map(({ type }) => textsByFormat[type])
    const found = new Set(texts.filter((text) => text !== undefined))
    return found.size > 0 && { [field]: [...found].join('\n\n') }
  }
  return { ...joined('answer'), ...joined('highlights') }
}

/** Quotes are in both fields: clients of `query` read `answer`. */
function fieldsFilledBy(format: Format): ('answer' | 'highlights')[] {
  if (format.type === 'question') return ['answer']
  if (format.type === 'highlights') return ['highlights']
  if (format.type !== 'query') return []
  return format.mode === 'directQuote' ? ['answer', 'highlights'] : ['answer']
}
