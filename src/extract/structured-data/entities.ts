import { Parser } from 'htmlparser2'

/** A text with the characters that its entities stand for. Pages write them where nobody decodes them. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decoded) : text
}

const ENTITY = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g

/** Few different ones are ever used; a page that uses more is decoded all the same. */
const known = new Map<string, string>()
const MAX_KNOWN = 500

function decoded(entity: string): string {
  const before = known.get(entity)
  if (before !== undefined) return before
  let text = ''
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true })
  parser.end(entity)
  if (known.size < MAX_KNOWN) known.set(entity, text)
  return text
}
