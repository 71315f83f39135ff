import type { Browser } from '../browser/browser.ts'
import type { Reading } from '../http/http.ts'
import type { JobList } from '../jobs/jobs.ts'

/** What `/metrics` tells besides requests: read when it is asked for. */
export function readingsOf(
  jobList: Pick<JobList, 'counts'>,
  browser: Pick<Browser, 'counts'>,
): readonly Reading[] {
  return [
    {
      name: 'winnow_jobs',
      help: 'Jobs by kind and state.',
      labels: ['kind', 'state'],
      async read() {
        const counts = await jobList.counts()
        return counts.flatMap(({ kind, queued, active, failed }) =>
          Object.entries({ queued, active, failed }).map(([state, value]) => ({
            labels: { kind, state },
            value,
          })),
        )
      },
    },
    {
      name: 'winnow_browser_tabs',
      help: 'Pages open in the browser, and visits that wait for one.',
      labels: ['state'],
      async read() {
        const { openTabs, waiting } = browser.counts()
        return Object.entries({ open: openTabs, waiting }).map(([state, value]) => ({
          labels: { state },
          value,
        }))
      },
    },
    {
      name: 'winnow_browser_restarts',
      help: 'How often the browser had to be started again.',
      labels: [],
      read: async () => [{ labels: {}, value: browser.counts().restarts }],
    },
  ]
}
