/** Browser profiles by team and name: encrypted, and written by one visit at a time. */
export interface Profiles {
  /** Fails with CONFLICT while another visit with `saveChanges` holds the profile. */
  open(request: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
  remove(teamId: string, name: string): Promise<'removed' | 'inUse' | 'unknown'>
}

export interface OpenProfile extends AsyncDisposable {
  state: string | undefined
  /** Has no effect when the profile was opened without `saveChanges`. */
  save(state: string): Promise<void>
}
