import type { Stage } from '../../browser/browser.ts'
import type { Log } from '../../log.ts'
import { createSecrets } from '../secrets.ts'

export type Told = Pick<RecordedStep, 'type' | 'target' | 'value'>

interface RecorderNeeds {
  recordings: Recordings
  sessionId: string
  stage: Pick<Stage, 'url' | 'picture'>
  log: Log
}

const MOST_STEPS = 500
const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const MOST_LENGTH = 2_000
/** A page that does not answer in this time is recorded without a picture. */
const PICTURE_MS = 10_000

/** Records what is done in one session. Recording never makes an action fail. */
export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder({ recordings, sessionId, stage, log }: RecorderNeeds) {
  const begun = recordings.begin(sessionId)
  // A failure is logged by the step that cannot be written.
  begun.catch(() => {})
  const secrets = createSecrets('')
  let steps = 0
  let pictureBytes = 0
  /** Programs may act several times at once; steps are written one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  async function write(step: RecordedStep): Promise<void> {
    const of = await begun
    steps += 1
    if (steps > MOST_STEPS) return steps === MOST_STEPS + 1 ? await recordings.truncate(sessionId) : undefined
    const picture = await stage.picture(AbortSignal.timeout(PICTURE_MS)).catch(() => undefined)
    pictureBytes += picture?.length ?? 0
    const hasRoom = pictureBytes <= MOST_PICTURE_BYTES
    if (!hasRoom) await recordings.truncate(sessionId)
    const blobId = picture && hasRoom ? await recordings.addPicture(of, picture) : undefined
    await recordings.add(sessionId, steps, step, blobId)
  }

  function shown(text: string): string {
    return secrets.masked(text).slice(0, MOST_LENGTH).toWellFormed()
  }

  return {
    hide: (secret: string) => secrets.use(secret, true),
    /** Does it and records it with the page as it is afterwards, also when it failed. */
    async record<Result>(
      act: () => Promise<Result>,
      tell: (hasFailed: boolean) => Promise<Told>,
    ): Promise<Result> {
      const [at, urlBefore] = [new Date(), stage.url()]
      const [outcome] = await Promise.allSettled([act()])
      const { type, target, value } = await tell(outcome.status === 'rejected')
      const url = stage.url()
      const step: RecordedStep = {
        at,
        type,
        ...(target !== undefined && { target: shown(target) }),
        ...(value !== undefined && { value: shown(value) }),
        ...(url !== urlBefore && { effect: shown(`opened ${url}`) }),
        ...(outcome.status === 'rejected' && { error: shown(firstLine(outcome.reason)) }),
        url: shown(url),
      }
      last = last
        .then(() => write(step))
        .catch((failure: unknown) =>
          log.warn({ err: failure }, 'could not record a step of a browser session'),
        )
      await last
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}

/** Further lines of Playwright's messages repeat what was typed. */
function firstLine(failure: unknown): string {
  return (failure instanceof Error ? failure.message : String(failure)).split('\n', 1)[0]!
}

export interface RecordedStep {
  at: Date
  /** `click`, `fill`, `goto`, …; in programs the method that was called. */
  type: string
  target?: string
  /** What was typed, chosen or opened; secrets are hidden. */
  value?: string
  effect?: string
  error?: string
  url: string
}

export interface Recording {
  steps: (RecordedStep & { blobId: string | undefined })[]
  /** Whether some steps or pictures are missing because there were too many. */
  truncated: boolean
  expiresAt: Date
}

export interface Recordings {
  begin(sessionId: string): Promise<{ teamId: string; expiresAt: Date }>
  add(sessionId: string, number: number, step: RecordedStep, blobId: string | undefined): Promise<void>
  addPicture(of: { teamId: string; expiresAt: Date }, bytes: Uint8Array): Promise<string>
  truncate(sessionId: string): Promise<void>
  /** Undefined when the session was not recorded, is another team's, or the recording has expired. */
  find(teamId: string, sessionId: string): Promise<Recording | undefined>
}
