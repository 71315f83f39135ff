import type { CDPSession, Page } from 'playwright-core'
import { orAborted } from '../../../work/abort.ts'
import type { StageCalls } from '../../in-page/calls.ts'
import { STAGE } from '../../page/page-script.ts'
import type { Reader } from '../../page/reader.ts'
import type { Worlds } from '../look/worlds.ts'
import { StageError } from '../stage.ts'

/** What a deed is done with. */
export interface Hand {
  page: Page
  send: CDPSession['send']
  /** Our script in the document of the page itself. */
  reader: Reader
  worlds: Worlds
  signal: AbortSignal
  /** The page is not touched before this settles. */
  ready?: Promise<unknown> | undefined
}

/** Calls our script in the document that an element is in. */
export async function ask<Name extends AboutRef>(
  { worlds, signal }: Hand,
  ref: string,
  name: Name,
  ...args: Rest<Parameters<StageCalls[Name]>>
): Promise<ReturnType<StageCalls[Name]>> {
  const world = worlds.of(ref)
  if (world === undefined || world.page.signal.aborted) throw gone()
  const all = [ref, ...args] as unknown as Parameters<StageCalls[Name]>
  return await orAborted(world.reader.call(STAGE, name, ...all), signal)
}

/** What the script can be asked about an element. */
type AboutRef = {
  [Name in keyof StageCalls]: StageCalls[Name] extends (ref: string, ...args: never[]) => unknown
    ? Name
    : never
}[keyof StageCalls]
type Rest<Args> = Args extends [unknown, ...infer Others] ? Others : []

/** The element is no longer in the page. */
export function gone(): StageError {
  return new StageError('gone', 'The element is no longer on the page. Look at the page again.')
}
