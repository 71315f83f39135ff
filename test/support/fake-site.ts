import type { AgentStrategy, Move, PageObservation, Step } from '../../src/agent/agent.ts'
import type { LinkCandidate } from '../../src/extract/extract.ts'

/** A fictitious page; its values are read with evidence, in the requested shape. */
interface FakePage {
  title?: string
  text?: string
  value?: Record<string, unknown>
  /** Link targets, by link text. */
  links?: Record<string, string>
  /** Values that a model returned but the page does not contain; absent when no model was used. */
  unsupported?: string[]
  /** Fields whose values have no evidence. */
  unproven?: string[]
}

/** A site that consists only of a table, and its search results. */
export interface FakeSite {
  pages: Record<string, FakePage>
  hits?: string[]
}

/** Runs a strategy on a site until it is finished, recording each step at once, and returns the steps. */
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
  throw new Error(`The strategy is not finished after ${most} steps.`)
}

/** The step that results from a move on a site. */
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
