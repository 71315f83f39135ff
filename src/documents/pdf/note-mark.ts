/** The sign that the text of a note starts with. */
export function noteMark(text: string): string | undefined {
  return NOTE.exec(text)?.[1]
}

const NOTE = /^(\d{1,3}|[*†‡§¶]{1,3}|[a-z](?=[\s)]))[.)]?\s*\S/
