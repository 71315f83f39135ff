import assert from 'node:assert/strict'
import { EmbeddedMind } from '../../src/agent/embedded/embedded-mind.ts'
import type { Assignment } from '../../src/agent/mind.ts'
import type { FieldEvidence, FoundAddress, Move, Seen, SeenPage, Step } from '../../src/agent/step.ts'
import type { Lead } from '../../src/extract/extract.ts'

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

export function lead(path: string, said: string, more: Partial<Lead> = {}): Lead {
  return {
    url: ORIGIN + path,
    text: said,
    context: '',
    area: 'content',
    isNext: false,
    isUnfollowed: false,
    ...more,
  }
}

/** A page as it is seen: each value of it has its evidence. */
export function page(path: string, title: string, more: Partial<SeenPage> = {}): SeenPage {
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

export interface World {
  [path: string]: SeenPage | undefined
}

/** Lets a mind go on until it wants nothing more, and gives what it did. */
export async function worked(given: Assignment, world: World, hits?: FoundAddress[]) {
  const mind = new EmbeddedMind(given)
  const steps: Step[] = []
  for (let moves = await next(); moves.length > 0; moves = await next()) {
    for (const move of moves) {
      const step = { move, seen: seenBy(world, move, hits), credits: 1 }
      steps.push(step)
      mind.learn(step)
    }
    assert.ok(steps.length < 300, 'it does not end')
  }
  const visits = steps.flatMap(({ move }) =>
    move.kind === 'visit' ? [move.url.slice(ORIGIN.length) || '/'] : [],
  )
  return { visits, steps, outcome: mind.outcome() }

  function next(): Promise<Move[]> {
    return mind.decide()
  }
}

const HITS = [{ url: `${ORIGIN}/a`, title: 'Kettle A' }]

function seenBy(world: World, move: Move, hits: FoundAddress[] = HITS): Seen {
  if (move.kind === 'map') return { kind: 'map', links: [] }
  if (move.kind === 'search') return { kind: 'search', hits }
  const seen =
    move.kind === 'visit' ? world[new URL(move.url).pathname + new URL(move.url).search] : undefined
  return seen ?? { kind: 'failure', code: 'NOT_FOUND', message: 'There is no such page.' }
}

export const text = { type: 'string' }
export const number = { type: 'number' }

export function wanting(properties: Record<string, object>): {
  type: string
  properties: Record<string, object>
} {
  return { type: 'object', properties }
}

export function nav(...said: [path: string, text: string][]): Lead[] {
  return said.map(([path, name]) => lead(path, name, { area: 'navigation' }))
}
