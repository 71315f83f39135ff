/** A prompt and the address at which the crawl begins. */
export interface CrawlPrompt {
  prompt: string
  url: string
}
