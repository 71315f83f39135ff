import type { AgentTasks } from '../../agent/agent.ts'
import { SupportAnswer, SupportRequest } from '../../contract/support.ts'
import type { Crawls } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { explainCrawl, explainScrape, explainTask } from './explain-job.ts'
import { openGuides } from './guides.ts'
import type { Guides } from './guides.ts'
import { route } from '../server/route.ts'

export interface SupportNeeds {
  crawls: Pick<Crawls, 'find' | 'troubles'>
  agentTasks: Pick<AgentTasks, 'find'>
  scrapes: Pick<Scrapes, 'find' | 'isUnkept'>
}

/** Questions about jobs, which some clients pass on, and about the service. No model is asked, and nothing is kept. */
export function supportRoutes(needs: SupportNeeds) {
  const guides = openGuides()
  return [
    route('POST /v2/support/ask', 'Ask about a job', {
      access: 'team',
      scope: 'team',
      bucket: 'status',
      tag: 'Support',
      description:
        'With `jobId` it says what became of the job, what each of its errors means and what to do about it. Without, it answers with the passages of the guides that the question is about.',
      body: SupportRequest,
      answer: SupportAnswer,
      alsoFails: { 404: 'No job of the team has this id.' },
      async handle({ who, body: { question, jobId } }) {
        const answer =
          jobId === undefined
            ? fromGuides(question, guides)
            : await aboutJob(jobId, who.teamId, needs, guides)
        return { success: true, answer }
      },
    }),
  ]
}

/** An id says nothing about what it is of, so it is looked for everywhere a team has jobs. */
async function aboutJob(
  id: string,
  teamId: string,
  { crawls, agentTasks, scrapes }: SupportNeeds,
  guides: Guides,
): Promise<string> {
  for (const kind of ['crawl', 'batch'] as const) {
    const progress = await crawls.find(id, teamId, kind)
    if (progress) return explainCrawl(kind, progress, await crawls.troubles(progress), guides)
  }
  for (const kind of ['agent', 'extract'] as const) {
    const task = await agentTasks.find(id, teamId, kind)
    if (task) return explainTask(task)
  }
  const scrape = await scrapes.find(id, teamId)
  if (scrape) return explainScrape(id, scrape)
  if (await scrapes.isUnkept(id, teamId))
    return `Scrape ${id} was done with zero data retention: nothing of it is kept that could be looked at.`
  throw new Fault('NOT_FOUND', 'There is no job with this id: it is unknown, or it has expired.')
}

function fromGuides(question: string, guides: Guides): string {
  const code = /\b(?:SCRAPE|MAP|CRAWL|PARSE|BAD|AGENT|RATE)_[A-Z_]+\b/.exec(question)?.[0]
  const advice = code && guides.adviceOn(code)
  if (advice) return `${code}: ${advice}.`
  const sections = guides.find(question)
  if (sections.length === 0)
    return 'The guides have nothing about this. I can say what became of a job when its jobId is given, what an error code means, and find passages of the guides under docs/.'
  return sections
    .map(({ guide, heading, text }) => `## ${heading} (docs/${guide})\n\n${shortened(text)}`)
    .join('\n\n')
}

const LONGEST_PASSAGE = 1500

/** Whole paragraphs as far as they fit. */
function shortened(text: string): string {
  if (text.length <= LONGEST_PASSAGE) return text
  const end = text.lastIndexOf('\n\n', LONGEST_PASSAGE)
  return `${text.slice(0, end > 0 ? end : LONGEST_PASSAGE)}\n\n…`
}
