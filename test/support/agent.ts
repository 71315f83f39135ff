import { randomUUID } from 'node:crypto'
import { createSeal } from '../../src/access/access.ts'
import { startAgentRunner } from '../../src/agent/agent.ts'
import type {
  Hands,
  Mind,
  Move,
  NewTask,
  SeenPage,
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
const TARGET_SEAL = createSeal('a-root-secret-for-tests', 'webhook target')

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
export function scripted(moves: readonly Move[], atOnce = 1): Mind {
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
export function pageAt(url: string): SeenPage {
  const nothing = { headings: [], leads: [], evidence: [], missing: [], records: [] }
  return { kind: 'visit', url, status: 200, value: url, engine: 'scripted', ...nothing }
}

/** Hands that reach no further than this process, and remember what they did. */
export function fakeHands(hands: Partial<Hands> = {}): Hands & { done: string[] } {
  const done: string[] = []
  const all: Hands = {
    search: async () => ({ kind: 'search', hits: [] }),
    map: async () => ({ kind: 'map', links: [] }),
    visit: async ({ url }) => ({ seen: pageAt(url), surplusCredits: 0 }),
    ...hands,
  }
  return {
    done,
    search: (move, errand) => (done.push(`search ${move.query}`), all.search(move, errand)),
    map: (move, errand) => (done.push(`map ${move.url}`), all.map(move, errand)),
    visit: (move, errand) => (done.push(move.url), all.visit(move, errand)),
  }
}

interface Worker extends AsyncDisposable {
  processId: string
  /** As if it had been killed: its lease is over at once, and nothing that it still does counts. */
  die(): Promise<void>
}

/** A process that works on tasks, as far as the database can tell. */
export async function startWorker(
  db: Database,
  {
    mind,
    hands,
    rateRisk,
  }: {
    mind: (plan: TaskPlan, urls: readonly string[]) => Mind
    hands: Hands
    rateRisk?: RateRisk | undefined
  },
): Promise<Worker> {
  const processId = randomUUID()
  const processes = createProcesses(db)
  await processes.register(processId, 'worker', 600_000)
  const runner = await startAgentRunner({
    queue: queueOf(db, processId),
    makeMind: (plan, urls) => ({ mind: mind(plan, urls), engine: 'scripted' }),
    hands,
    creditsOfFailure: () => 0,
    openScreen: createScreening(rateRisk),
    lease: () => ({ signal: new AbortController().signal }),
    most: 4,
    isPaused: () => false,
    log: createLog('silent', false),
  })
  return {
    processId,
    die: async () => void (await db.rows(`delete from processes where id = $1`, [processId])),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]()
      await processes.remove(processId)
    },
  }
}

export function tasksOf(db: Database) {
  return createAgentTasks(db, { targetSeal: TARGET_SEAL, credentials: CREDENTIALS })
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
  wish: {
    moves?: Move[]
    mind?: Mind
    plan?: Partial<TaskPlan>
    hands?: Partial<Hands>
    atOnce?: number
    credits?: number | null
    rateRisk?: RateRisk
  },
) {
  const team = await makeTeam(db, { credits: wish.credits === undefined ? CREDITS : wish.credits })
  const hands = fakeHands(wish.hands)
  const { id } = await tasksOf(db).start(newTask(team.id, wish.plan))
  const mind = () => wish.mind ?? scripted(wish.moves ?? [], wish.atOnce)
  await using _worker = await startWorker(db, { mind, hands, rateRisk: wish.rateRisk })
  const task = await endOf(db, id, team.id)
  const steps: Step[] = []
  for await (const step of queueOf(db).steps(id)) steps.push(step)
  return { id, teamId: team.id, task, hands, steps, ledger: await ledgerOf(db, team.id) }
}

/** Waits until a task has ended. */
export async function endOf(db: Database, id: string, teamId: string): Promise<TaskView> {
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
export class Never implements Mind {
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
