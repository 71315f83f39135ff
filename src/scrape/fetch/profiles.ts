/** Profiles of browsers, by team and name; sealed, and written by one visit at a time. */
export interface Profiles {
  /** Refuses with CONFLICT while another visit that saves holds the profile. */
  open(request: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
  remove(teamId: string, name: string): Promise<'removed' | 'inUse' | 'unknown'>
}

export interface OpenProfile extends AsyncDisposable {
  state: string | undefined
  /** Changes nothing when the profile was opened without `saveChanges`. */
  save(state: string): Promise<void>
}
