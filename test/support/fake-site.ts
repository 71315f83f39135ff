import type { AgentStrategy, Move, PageObservation, Step } from '../../src/agent/agent.ts'
import type { LinkCandidate } from '../../src/extract/extract.ts'

/** What a made-up page says; values are read with evidence, in the shape of what is asked for. */
interface FakePage {
  title?: string
  text?: string
  value?: Record<string, unknown>
  /** Where it leads, by the texts of its links. */
  links?: Record<string, string>
  /** What a model read that the page does not say; absent when none read it. */
  unsupported?: string[]
  /** Fields whose values nobody has evidence for. */
  unproven?: string[]
}

/** A site that is nothing but a table, and what is found by searching it. */
export interface FakeSite {
  pages: Record<string, FakePage>
  hits?: string[]
}

/** Makes a mind's moves on a site until it wants no more, each step learnt at once, and gives the steps. */
export async function runStrategy(strategy: AgentStrategy, site: FakeSite, most = 50): Promise<Step[]> {
  const steps: Step[] = []
  while (steps.length < most) {
    const moves = await strategy.decide(AbortSignal.timeout(10_000))
    if (moves.length === 0) return steps
    for (const move of moves) {
      const step = stepOn(site, move)
      steps.push(step)
      strategy.learn(step)
    }
  }
  throw new Error(`The mind still wants something after ${most} steps.`)
}

/** What comes of a move on a site, as plain as it is kept. */
export function stepOn({ pages, hits = [] }: FakeSite, move: Move): Step {
  return structuredClone({ move, seen: seenFor(), credits: 0 })

  function seenFor(): Step['seen'] {
    if (move.kind === 'think') return { kind: 'think' }
    if (move.kind === 'search') return { kind: 'search', hits: hits.map((url) => ({ url })) }
    if (move.kind === 'map') return { kind: 'map', links: Object.keys(pages).map((url) => ({ url })) }
    const page = pages[move.url]
    if (!page) return { kind: 'failure', code: 'NOT_FOUND', message: 'There is no such page.' }
    return toSeenPage(move.url, page, move.wantsText ?? false)
  }
}

function toSeenPage(url: string, page: FakePage, wantsText: boolean): PageObservation {
  const { title, text = '', value, links = {}, unsupported, unproven = [] } = page
  const leads = Object.entries(links).map(([said, to]): LinkCandidate => ({
    url: new URL(to, url).href,
    text: said,
    context: '',
    area: 'content',
    isNext: false,
    isUnfollowed: false,
  }))
  return {
    kind: 'visit',
    url,
    status: 200,
    ...(title !== undefined && { title }),
    headings: [],
    leads,
    ...(value && { value }),
    evidence: pointersIn(value)
      .filter(({ field }) => !unproven.includes(field) && !unsupported?.includes(field))
      .map(({ field, one }) => ({ field, url, text: String(one), source: 'table', confidence: 0.9 })),
    missing: [],
    records: [],
    engine: 'scripted',
    ...(unsupported && { unsupported }),
    ...(wantsText && { text }),
  }
}

function pointersIn(value: unknown, pointer = ''): { field: string; one: unknown }[] {
  if (typeof value !== 'object' || value === null) {
    return value === undefined ? [] : [{ field: pointer, one: value }]
  }
  return Object.entries(value).flatMap(([name, inner]) => pointersIn(inner, `${pointer}/${name}`))
}
