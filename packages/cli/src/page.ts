/** What the command line reads of a document; everything else goes on as it came. */
export interface Page {
  markdown?: string
  html?: string
  rawHtml?: string
  warning?: string
  metadata?: {
    title?: string | string[]
    description?: string | string[]
    language?: string | string[]
    url?: string
    sourceURL?: string
    statusCode?: number
    scrapeId?: string
    error?: string
    [name: string]: unknown
  }
  [format: string]: unknown
}
