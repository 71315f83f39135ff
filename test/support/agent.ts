import { randomUUID } from 'node:crypto'
import { createCipher } from '../../src/access/access.ts'
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
const TARGET_CIPHER = createCipher('a-root-secret-for-tests', 'webhook target')

/** A plan with defaults that fit most tests. */
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

/** Makes the moves of a script, `atOnce` at a time, and returns the page texts in order. */
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

/** A page whose text contains its URL. */
export function pageAt(url: string): PageObservation {
  const nothing = { headings: [], leads: [], evidence: [], missing: [], records: [] }
  return { kind: 'visit', url, status: 200, value: url, engine: 'scripted', ...nothing }
}

/** Agent tools without network, which record their calls. */
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
  /** Simulates a kill: its lease ends at once, and its later writes are rejected. */
  crash(): Promise<void>
}

/** A worker process for tasks, as far as the database can see. */
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
  return createAgentTasks(db, { targetCipher: TARGET_CIPHER, credentials: CREDENTIALS })
}

export function queueOf(db: Database, processId: string = randomUUID()) {
  return createAgentQueue(db, { processId: () => processId, credentials: CREDENTIALS })
}

/** The ledger of a team. */
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

/** The credits of most test teams. */
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
  return { id, teamId: team.id, task, tools, steps, ledger: await ledgerOf(db, team.id) }
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

/** Deletes tasks that no worker may claim any longer. */
export async function dropTasks(db: Database, teamId: string): Promise<void> {
  await db.rows(`delete from agent_tasks where team_id = $1`, [teamId])
}

/** Never decides on a move. */
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
