import type { Document } from '../../../contract/document.ts'
import type { Format } from '../../../contract/formats.ts'
import { createCompareInThread } from './compare-thread.ts'
import type { CompareInThread } from './compare-thread.ts'
import type { TextComparison } from './compare-texts.ts'
import { encodeText } from './encode-text.ts'
import type { EncodedText } from './encode-text.ts'
import { isSameJson, jsonChanges, jsonKey } from './json-changes.ts'
import type { SnapshotKey, Snapshots, PreviousSnapshot } from './snapshots.ts'

type ChangeTracking = NonNullable<Document['changeTracking']>
type ChangeTrackingFormat = Extract<Format, { type: 'changeTracking' }>

export interface TrackedPage {
  teamId: string
  url: string
  format: ChangeTrackingFormat
  markdown: string
  json: unknown
  statusCode: number
  /** Such as taking personal data out; pages of different variants are not compared. */
  variant: string
  keep: boolean
  discovered: ChangeTracking['visibility']
}

export type TrackChanges = (
  page: TrackedPage,
) => Promise<{ changeTracking: ChangeTracking; warning?: string }>

/**
 * 404 and 410 mean that a page is gone: `removed` once, then `same`. Any other error says nothing about the
 * content: `same`, with a warning, and the next look skips it.
 */
export function createTrackChanges(snapshots: Snapshots): TrackChanges {
  const compareInThread = createCompareInThread()
  return async (page) => {
    const current = await readCurrent(page)
    const key = keyOf(page)
    const previous =
      page.keep && current.standing !== 'unclear'
        ? await snapshots.exchange(key, { ...current, standing: current.standing })
        : await snapshots.find(key)
    const compareForTeam: CompareInThread = (question) => compareInThread(question, page.teamId)
    const comparison = { page, previous, current, compareInThread: compareForTeam }
    const { changeStatus, diff, json, warnings } = await compareWithPrevious(comparison)
    return {
      changeTracking: {
        previousScrapeAt: previous?.takenAt.toISOString() ?? null,
        changeStatus,
        visibility: page.discovered,
        ...(diff !== undefined && { diff }),
        ...(json !== undefined && { json }),
      },
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    }
  }
}

function keyOf({ teamId, url: asked, format, variant }: TrackedPage): SnapshotKey {
  const url = new URL(asked)
  if (!/^#[!/]/.test(url.hash)) url.hash = ''
  // What was taken out of one must not show in the changes of another, nor look like one.
  const tag = variant === '' ? format.tag : `${format.tag ?? ''} ${variant}`
  return { teamId, url: url.href, tag }
}

interface CurrentPage {
  standing: 'there' | 'gone' | 'unclear'
  text: EncodedText | undefined
  json: { key: string; value: string } | undefined
}

async function readCurrent({ statusCode, markdown, format, json }: TrackedPage): Promise<CurrentPage> {
  const standing = standingOf(statusCode)
  if (standing !== 'there') return { standing, text: undefined, json: undefined }
  const hasJson = format.modes.includes('json') && json !== undefined && json !== null
  return {
    standing,
    text: await encodeText(markdown),
    json: hasJson ? { key: jsonKey(format), value: JSON.stringify(json) } : undefined,
  }
}

function standingOf(statusCode: number): CurrentPage['standing'] {
  if (statusCode === 404 || statusCode === 410) return 'gone'
  return statusCode >= 400 ? 'unclear' : 'there'
}

interface Comparison {
  page: TrackedPage
  previous: PreviousSnapshot | undefined
  current: CurrentPage
  compareInThread: CompareInThread
}

interface Verdict extends Pick<ChangeTracking, 'changeStatus' | 'diff' | 'json'> {
  warnings: string[]
}

async function compareWithPrevious(comparison: Comparison): Promise<Verdict> {
  const { page, previous, current } = comparison
  const wasThere = previous?.standing === 'there'
  if (current.standing === 'unclear') return unclear(page)
  if (current.standing === 'gone') return wasThere ? removed(page, previous) : neverAvailable(page)
  return wasThere ? await compared(comparison, previous) : appeared(page, current)
}

function unclear({ statusCode }: TrackedPage): Verdict {
  const warning = `The target answered with status ${statusCode}, which says nothing about its content: nothing was compared.`
  return { changeStatus: 'same', warnings: [warning] }
}

function neverAvailable({ statusCode }: TrackedPage): Verdict {
  const warning = `The target answered with status ${statusCode}, and no page is known to have been there at the last look.`
  return { changeStatus: 'same', warnings: [warning] }
}

function removed({ format }: TrackedPage, previous: PreviousSnapshot): Verdict {
  const before = format.modes.includes('json') ? previousJson(previous, jsonKey(format)) : undefined
  return {
    changeStatus: 'removed',
    ...(before !== undefined && { json: jsonChanges(JSON.parse(before), undefined) }),
    warnings: [],
  }
}

function appeared({ format }: TrackedPage, { json }: CurrentPage): Verdict {
  if (json === undefined) {
    return { changeStatus: 'new', warnings: format.modes.includes('json') ? [WARNINGS.noData] : [] }
  }
  return { changeStatus: 'new', json: jsonChanges(undefined, JSON.parse(json.value)), warnings: [] }
}

/** In json mode the data decides, otherwise the Markdown; with both modes a change of either is one. */
async function compared(
  { page, current, compareInThread }: Comparison,
  previous: PreviousSnapshot,
): Promise<Verdict> {
  const { modes } = page.format
  const json = modes.includes('json') ? compareJson(previous, current) : undefined
  const isTextAsked = modes.includes('git-diff') || json === undefined || json.state === 'unknown'
  const text = isTextAsked
    ? await compareText({ current, compareInThread }, previous, modes.includes('git-diff'))
    : undefined
  const description = text?.state === 'changed' ? text.description : undefined
  const hasChanged = text?.state === 'changed' || json?.state === 'changed'
  return {
    changeStatus: hasChanged ? 'changed' : 'same',
    ...(description && 'diff' in description && { diff: description.diff }),
    ...(json?.changes && { json: json.changes }),
    warnings: [
      ...(json?.warning === undefined ? [] : [json.warning]),
      ...(description?.kind === 'too-much' ? [WARNINGS.tooMuch] : []),
      ...(description?.kind === 'coarse' ? [WARNINGS.coarse] : []),
    ],
  }
}

const WARNINGS = {
  noData: 'changeTracking: no data could be extracted, so the page was compared by its Markdown.',
  noPreviousData:
    'changeTracking: earlier scrapes did not ask for this data, so there are no previous values and the page was compared by its Markdown.',
  tooMuch:
    'changeTracking: the page is too large to be compared line by line, so any difference counts and there is no diff.',
  coarse:
    'changeTracking: so much has changed that the diff replaces whole parts of the page instead of single lines.',
}

interface JsonComparison {
  state: 'same' | 'changed' | 'unknown'
  changes?: Record<string, unknown>
  warning?: string
}

function compareJson(previous: PreviousSnapshot, { json }: CurrentPage): JsonComparison {
  if (json === undefined) return { state: 'unknown', warning: WARNINGS.noData }
  const before = previousJson(previous, json.key)
  const changes = jsonChanges(before === undefined ? undefined : JSON.parse(before), JSON.parse(json.value))
  if (before === undefined) return { state: 'unknown', changes, warning: WARNINGS.noPreviousData }
  return { state: isSameJson(before, json.value) ? 'same' : 'changed', changes }
}

function previousJson({ json }: PreviousSnapshot, key: string): string | undefined {
  return json?.key === key ? json.value : undefined
}

async function compareText(
  { current, compareInThread }: Pick<Comparison, 'current' | 'compareInThread'>,
  previous: PreviousSnapshot,
  isDiffWanted: boolean,
): Promise<TextComparison> {
  if (previous.text?.digest === current.text?.digest) return { state: 'same' }
  const [before, now] = [previous.text?.bytes, current.text?.bytes]
  if (!before || !now) return { state: 'changed', description: { kind: 'too-much' } }
  return await compareInThread({ previous: before, current: now, elapsedMs: previous.ageMs, isDiffWanted })
}
