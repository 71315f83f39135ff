/** One action of a recorded session. */
export interface RecordedStep {
  at: Date
  /** `click`, `fill`, `goto`, …; in programs the method that was called. */
  type: string
  /** The element it was done to: role and name, or how the program found it. */
  target?: string
  /** What was typed, chosen or opened; secrets are hidden. */
  value?: string
  effect?: string
  /** Why it failed. */
  error?: string
  /** Where the page was afterwards. */
  url: string
}

export interface Recording {
  steps: (RecordedStep & { blobId: string | undefined })[]
  /** Whether some steps or pictures are missing because there were too many. */
  truncated: boolean
  expiresAt: Date
}

/** Where recordings are stored, over all processes. */
export interface Recordings {
  /** Begins the recording of a session, or goes on with it. */
  begin(sessionId: string): Promise<{ teamId: string; expiresAt: Date }>
  add(sessionId: string, number: number, step: RecordedStep, blobId: string | undefined): Promise<void>
  /** Stores a picture as JPEG and returns its id. */
  addPicture(of: { teamId: string; expiresAt: Date }, bytes: Uint8Array): Promise<string>
  /** Says that not everything was recorded. */
  truncate(sessionId: string): Promise<void>
  /** Undefined when the session was not recorded, is another team's, or the recording has expired. */
  find(teamId: string, sessionId: string): Promise<Recording | undefined>
}
