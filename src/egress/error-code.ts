/** The code of an error of the system or of a library; those of HTTP parsers often have only a name of their own. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name
}
