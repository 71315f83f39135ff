/** A page that a team was given. */
export interface SeenPage {
  teamId: string
  url: string
  title: string | undefined
  description: string | undefined
}

/** Remembers which pages a team has had, for those who want to know what a site has. Costs the scrape nothing. */
export interface SeenPages {
  remember(page: SeenPage): void
}
