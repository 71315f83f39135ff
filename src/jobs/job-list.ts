export interface JobList {
  page(request: JobPageRequest): Promise<JobPage<JobRecord>>
  deadLetters(request: Omit<JobPageRequest, 'state'>): Promise<JobPage<DeadLetter>>
  counts(): Promise<JobCounts[]>
}

export type JobState = 'queued' | 'active' | 'completed' | 'cancelled' | 'failed'

interface JobPageRequest {
  limit: number
  cursor?: string | undefined
  kind?: string | undefined
  state?: JobState | undefined
}

export interface JobPage<Item> {
  items: Item[]
  nextCursor: string | null
}

export interface JobRecord {
  id: string
  kind: string
  state: JobState
  attempts: number
  createdAt: Date
  startedAt: Date | null
  completedAt: Date | null
  error: string | null
}

export interface DeadLetter {
  id: string
  jobId: string
  kind: string
  attempts: number
  createdAt: Date
  failedAt: Date
  error: string | null
}

export interface JobCounts {
  kind: string
  queued: number
  active: number
  failed: number
  deadLetters: number
}
