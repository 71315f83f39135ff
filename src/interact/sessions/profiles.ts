/** Profiles of browsers, by team and name; written by one at a time. */
export interface Profiles {
  /** Refuses with CONFLICT while another one that saves holds the profile. */
  open(wish: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
}

export interface OpenProfile extends AsyncDisposable {
  /** What was saved last; undefined for a new profile. */
  state: string | undefined
  save(state: string): Promise<void>
}
