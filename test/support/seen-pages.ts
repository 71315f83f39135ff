import assert from 'node:assert/strict'
import { EmbeddedStrategy } from '../../src/agent/embedded/embedded-strategy.ts'
import type { Assignment } from '../../src/agent/agent-strategy.ts'
import type {
  FieldEvidence,
  FoundUrl,
  Move,
  Observation,
  PageObservation,
  Step,
} from '../../src/agent/step.ts'
import type { LinkCandidate } from '../../src/extract/extract.ts'

/** A made-up site as an agent sees it: its pages with what was read from them, and where they lead. */
export const ORIGIN = 'http://shop.example'

export function assignment(given: Partial<Assignment>): Assignment {
  return {
    prompt: 'List all products',
    urls: [ORIGIN],
    isStrict: false,
    mode: 'extract',
    effort: 'medium',
    ...given,
  }
}

export function linkCandidate(path: string, label: string, more: Partial<LinkCandidate> = {}): LinkCandidate {
  return {
    url: ORIGIN + path,
    text: label,
    context: '',
    area: 'content',
    isNext: false,
    isUnfollowed: false,
    ...more,
  }
}

/** A page as it is seen: each value of it has its evidence. */
export function page(path: string, title: string, more: Partial<PageObservation> = {}): PageObservation {
  return {
    kind: 'visit',
    url: ORIGIN + path,
    status: 200,
    title: `${title} | Shop`,
    headings: [title],
    leads: [],
    evidence: evidenceOf(more.value, ''),
    missing: [],
    records: [],
    engine: 'embedded',
    ...more,
  }
}

function evidenceOf(value: unknown, field: string): FieldEvidence[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => evidenceOf(inner, `${field}/${key}`))
  return value === undefined ? [] : [{ field, text: String(value), source: 'text', confidence: 0.9 }]
}

export interface SeenSite {
  [path: string]: PageObservation | undefined
}

/** Lets a mind go on until it wants nothing more, and gives what it did. */
export async function runEmbeddedStrategy(given: Assignment, site: SeenSite, hits?: FoundUrl[]) {
  const strategy = new EmbeddedStrategy(given)
  const steps: Step[] = []
  for (let moves = await next(); moves.length > 0; moves = await next()) {
    for (const move of moves) {
      const step = { move, seen: resultOf(site, move, hits), credits: 1 }
      steps.push(step)
      strategy.learn(step)
    }
    assert.ok(steps.length < 300, 'it does not end')
  }
  const visits = steps.flatMap(({ move }) =>
    move.kind === 'visit' ? [move.url.slice(ORIGIN.length) || '/'] : [],
  )
  return { visits, steps, outcome: strategy.outcome() }

  function next(): Promise<Move[]> {
    return strategy.decide()
  }
}

const HITS = [{ url: `${ORIGIN}/a`, title: 'Kettle A' }]

function resultOf(site: SeenSite, move: Move, hits: FoundUrl[] = HITS): Observation {
  if (move.kind === 'map') return { kind: 'map', links: [] }
  if (move.kind === 'search') return { kind: 'search', hits }
  const seen = move.kind === 'visit' ? site[new URL(move.url).pathname + new URL(move.url).search] : undefined
  return seen ?? { kind: 'failure', code: 'NOT_FOUND', message: 'There is no such page.' }
}

export const text = { type: 'string' }
export const number = { type: 'number' }

export function objectSchema(properties: Record<string, object>): {
  type: string
  properties: Record<string, object>
} {
  return { type: 'object', properties }
}

export function nav(...links: [path: string, text: string][]): LinkCandidate[] {
  return links.map(([path, name]) => linkCandidate(path, name, { area: 'navigation' }))
}
