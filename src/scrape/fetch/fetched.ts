/** What came back for a URL: plain data, so that it can be kept, and handed to another thread. */
export interface Fetched {
  /** Where the last redirect led. */
  url: string
  status: number
  /** Names in lower case; a header that came several times is joined with a comma. */
  headers: Record<string, string>
  /** The body, decompressed. */
  bytes: Uint8Array
}
