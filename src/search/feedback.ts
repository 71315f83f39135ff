export interface SearchStore {
  remember(search: { id: string; teamId: string }): Promise<void>
}

export interface FeedbackStore {
  /**
   * Only the first word about something counts. There may be nothing of the team's that it could be about, and a team
   * that has said a thousand things within a day is not listened to any more.
   */
  record(feedback: {
    teamId: string
    endpoint: string
    jobId: string
    said: object
  }): Promise<{ feedbackId: string; isFirst: boolean } | 'unknown' | 'too many'>
}
