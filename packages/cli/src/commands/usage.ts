import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

export const usage = command({
  summary: 'Show credits and the queue',
  flags: {
    history: { kind: 'switch', help: 'By month' },
    'by-api-key': { kind: 'switch', help: 'Group by month and key' },
  },
  examples: [
    ['usage', 'Show remaining credits and running jobs'],
    ['usage --history', 'Show used credits by month'],
  ],
  async run({ flags }, { client, out, signal }) {
    if (flags.history || flags['by-api-key']) {
      const answer = (await client.creditHistory({ byApiKey: flags['by-api-key'] }, { signal })) as {
        periods: { startDate: string; apiKey?: string; creditsUsed: number }[]
      }
      const lines = answer.periods.map(({ startDate, apiKey, creditsUsed }) =>
        [startDate.slice(0, 7), apiKey, String(creditsUsed)].filter(Boolean).join('\t'),
      )
      await out.result({ text: lines.join('\n'), data: answer })
      return EXIT.ok
    }
    const [credits, queue] = (await Promise.all([
      client.creditUsage({ signal }),
      client.queueStatus({ signal }),
    ])) as [
      { remainingCredits: number; planCredits?: number | null; billingPeriodEnd?: string | null },
      { activeJobsInQueue: number; waitingJobsInQueue: number; maxConcurrency: number },
    ]
    const lines = [
      `Credits left   ${credits.remainingCredits.toLocaleString('en')}`,
      credits.planCredits ? `Of the plan    ${credits.planCredits.toLocaleString('en')}` : '',
      credits.billingPeriodEnd ? `Until          ${credits.billingPeriodEnd}` : '',
      `Running        ${queue.activeJobsInQueue} of ${queue.maxConcurrency} at once`,
      `Waiting        ${queue.waitingJobsInQueue}`,
    ]
    const { success: _, ...rest } = { success: true, ...queue }
    await out.result({ text: lines.filter(Boolean).join('\n'), data: { ...credits, queue: rest } })
    return EXIT.ok
  },
})
