export { createRunPrompt } from './run-prompt.ts'
export { emptyVisit } from './session.ts'
export type {
  KnownSession,
  LiveSession,
  SessionSummary,
  SessionTable,
  Sessions,
  TaskOutcome,
} from './session.ts'
export { createSessions } from './sessions.ts'
export type { RecordedStep, Recording, Recordings } from './recording.ts'
export { openCodeRunner } from './code/open-code-runner.ts'
export type { CodeRunner } from './code/open-code-runner.ts'
