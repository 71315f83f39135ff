/** The text of a note. The program puts the name of the author before it as well. */
export function withoutAuthor(text: string, author: string): string {
  return (author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text).trim()
}
