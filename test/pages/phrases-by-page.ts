/** What is found on a page, and what is not, by the name of the page. */
export type PhrasesByPage = Readonly<Record<string, { has: readonly string[]; hasNot: readonly string[] }>>
