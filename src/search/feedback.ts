export interface SearchStore {
  remember(search: { id: string; teamId: string }): Promise<void>
}

export interface FeedbackStore {
  /**
   * Only the first feedback about a search counts. It is ignored when the team has no such search, or has
   * sent a thousand in a day.
   */
  record(feedback: {
    teamId: string
    endpoint: string
    jobId: string
    said: object
  }): Promise<{ feedbackId: string; isFirst: boolean } | 'unknown' | 'too many'>
}
