/** One value that is wanted from a page. */
export interface Field {
  name: string
  /** Whatever else is said about it: its title, its description, what the request asks for in words. */
  words?: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any'
  format?: string
  enum?: readonly unknown[]
  /** The names of the properties it stands in, outermost first. */
  parents?: readonly string[]
}
