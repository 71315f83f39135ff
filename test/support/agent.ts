import { randomUUID } from 'node:crypto'
import { createSeal } from '../../src/access/access.ts'
import { startAgentRunner } from '../../src/agent/agent.ts'
import type {
  AgentTools,
  AgentStrategy,
  Move,
  NewTask,
  PageObservation,
  Step,
  TaskPlan,
  TaskView,
  VisitMove,
} from '../../src/agent/agent.ts'
import { createLog } from '../../src/log.ts'
import { createScreening } from '../../src/screening/screening.ts'
import type { RateRisk } from '../../src/screening/screening.ts'
import { createAgentQueue } from '../../src/store/agents/agent-tasks.ts'
import { createAgentTasks } from '../../src/store/agents/agent-tasks.ts'
import type { Database } from '../../src/store/database/database.ts'
import { createTargetCredentials } from '../../src/store/pages/target-credentials.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { makeTeam } from './team.ts'
import { waitUntil } from './wait-until.ts'

const CREDENTIALS = createTargetCredentials('a secret')
const TARGET_CIPHER = createSeal('a-root-secret-for-tests', 'webhook target')

/** A plan with what most tests leave as it is. */
export function planOf(plan: Partial<TaskPlan> = {}): TaskPlan {
  return {
    prompt: 'Everything there is',
    urls: [],
    reach: 'anywhere',
    searches: true,
    mode: 'extract',
    model: 'spark-1-mini',
    maxCredits: 2500,
    origin: 'api',
    ...plan,
  }
}

export function visit(url: string): VisitMove {
  return { kind: 'visit', url, wish: {}, why: 'It is next.' }
}

export function visits(count: number): VisitMove[] {
  return Array.from({ length: count }, (_, nr) => visit(`http://a.test/${nr + 1}`))
}

export function search(query: string): Move {
  return { kind: 'search', query, why: 'Nothing is known yet.' }
}

export function map(url: string): Move {
  return { kind: 'map', url, query: 'x', why: 'The site is known.' }
}

/** Makes the moves of a script, so many at once, and gives what the pages said in their order. */
export function scriptedStrategy(moves: readonly Move[], atOnce = 1): AgentStrategy {
  const learnt: Step[] = []
  const open = () => {
    const done = new Set(learnt.map(({ move }) => keyOf(move)))
    return moves.filter((move) => !done.has(keyOf(move)))
  }
  return {
    learn: (step) => void learnt.push(step),
    decide: async () => open().slice(0, atOnce),
    outcome() {
      const pages = learnt.flatMap(({ seen }) => (seen.kind === 'visit' ? [seen.value] : []))
      return {
        data: pages.length > 0 ? { pages } : undefined,
        evidence: [],
        missing: [],
        isComplete: open().length === 0,
        warnings: [],
      }
    },
  }
}

function keyOf(move: Move): string {
  return move.kind === 'search' ? move.query : move.kind === 'think' ? move.why : move.url
}

/** A page that says where it is. */
export function pageAt(url: string): PageObservation {
  const nothing = { headings: [], leads: [], evidence: [], missing: [], records: [] }
  return { kind: 'visit', url, status: 200, value: url, engine: 'scripted', ...nothing }
}

/** Hands that reach no further than this process, and remember what they did. */
export function fakeTools(tools: Partial<AgentTools> = {}): AgentTools & { done: string[] } {
  const done: string[] = []
  const all: AgentTools = {
    search: async () => ({ kind: 'search', hits: [] }),
    map: async () => ({ kind: 'map', links: [] }),
    visit: async ({ url }) => ({ seen: pageAt(url), surplusCredits: 0 }),
    ...tools,
  }
  return {
    done,
    search: (move, context) => (done.push(`search ${move.query}`), all.search(move, context)),
    map: (move, context) => (done.push(`map ${move.url}`), all.map(move, context)),
    visit: (move, context) => (done.push(move.url), all.visit(move, context)),
  }
}

interface Worker extends AsyncDisposable {
  processId: string
  /** As if it had been killed: its lease is over at once, and nothing that it still does counts. */
  crash(): Promise<void>
}

/** A process that works on tasks, as far as the database can tell. */
export async function startWorker(
  db: Database,
  {
    strategy,
    tools,
    rateRisk,
  }: {
    strategy: (plan: TaskPlan, urls: readonly string[]) => AgentStrategy
    tools: AgentTools
    rateRisk?: RateRisk | undefined
  },
): Promise<Worker> {
  const processId = randomUUID()
  const processes = createProcesses(db)
  await processes.register(processId, 'worker', 600_000)
  const runner = await startAgentRunner({
    queue: queueOf(db, processId),
    createStrategy: (plan, urls) => ({ strategy: strategy(plan, urls), engine: 'scripted' }),
    tools,
    creditsOfFailure: () => 0,
    openScreen: createScreening(rateRisk),
    lease: () => ({ signal: new AbortController().signal }),
    maxTasks: 4,
    isPaused: () => false,
    log: createLog('silent', false),
  })
  return {
    processId,
    crash: async () => void (await db.rows(`delete from processes where id = $1`, [processId])),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]()
      await processes.remove(processId)
    },
  }
}

export function tasksOf(db: Database) {
  return createAgentTasks(db, { targetSeal: TARGET_CIPHER, credentials: CREDENTIALS })
}

export function queueOf(db: Database, processId: string = randomUUID()) {
  return createAgentQueue(db, { processId: () => processId, credentials: CREDENTIALS })
}

/** What the ledger says about a team. */
export async function ledgerOf(db: Database, teamId: string) {
  const [row] = await db.rows<{ used: number; settled: number; balance: number; sum: number; held: number }>(
    `select (select coalesce(sum(used), 0)::bigint from credit_entries where team_id = $1 and kind = 'settle') as used,
       (select count(*) from credit_entries where team_id = $1 and kind = 'settle') as settled,
       (select amount from balances where team_id = $1) as balance,
       (select coalesce(sum(amount), 0)::bigint from credit_entries where team_id = $1) as sum,
       (select coalesce(sum(amount), 0)::bigint from holds where team_id = $1) as held`,
    [teamId],
  )
  return row!
}

export function newTask(teamId: string, plan: Partial<TaskPlan> = {}): NewTask {
  return {
    kind: 'agent',
    teamId,
    keyId: randomUUID(),
    plan: planOf(plan),
    threadId: undefined,
    webhook: undefined,
  }
}

/** What most teams of tests have. */
export const CREDITS = 1000

/** Starts a task of a new team and waits for its end. */
export async function runTask(
  db: Database,
  options: {
    moves?: Move[]
    strategy?: AgentStrategy
    plan?: Partial<TaskPlan>
    tools?: Partial<AgentTools>
    atOnce?: number
    credits?: number | null
    rateRisk?: RateRisk
  },
) {
  const team = await makeTeam(db, { credits: options.credits === undefined ? CREDITS : options.credits })
  const tools = fakeTools(options.tools)
  const { id } = await tasksOf(db).start(newTask(team.id, options.plan))
  const strategy = () => options.strategy ?? scriptedStrategy(options.moves ?? [], options.atOnce)
  await using _worker = await startWorker(db, { strategy, tools, rateRisk: options.rateRisk })
  const task = await waitForTaskEnd(db, id, team.id)
  const steps: Step[] = []
  for await (const step of queueOf(db).steps(id)) steps.push(step)
  return { id, teamId: team.id, task, hands: tools, steps, ledger: await ledgerOf(db, team.id) }
}

/** Waits until a task has ended. */
export async function waitForTaskEnd(db: Database, id: string, teamId: string): Promise<TaskView> {
  let task: TaskView | undefined
  await waitUntil(async () => {
    task = await tasksOf(db).find(id, teamId, 'agent')
    return task?.endedAt !== undefined
  })
  return task!
}

/** What nobody shall work on any more. */
export async function dropTasks(db: Database, teamId: string): Promise<void> {
  await db.rows(`delete from agent_tasks where team_id = $1`, [teamId])
}

/** Never decides anything. */
export class IdleStrategy implements AgentStrategy {
  learn(): void {}
  decide(signal: AbortSignal): Promise<Move[]> {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  outcome() {
    return { data: undefined, evidence: [], missing: [], isComplete: false, warnings: [] }
  }
}

/** The process that works on a task. */
export async function claimantOf(db: Database, id: string): Promise<string | null> {
  const [row] = await db.rows<{ process_id: string | null }>(
    `select process_id from agent_tasks where id = $1`,
    [id],
  )
  return row!.process_id
}
