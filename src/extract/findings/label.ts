/** What the page calls something, and how much that is to be trusted, from 0 to 1. */
export interface Label {
  text: string
  weight: number
}
