import type { TestApp } from './app.ts'
import { waitUntil } from './wait-until.ts'

/** Waits for the end of a task and gives its status. */
export async function waitForTask(
  app: TestApp,
  id: string,
  { key, base = '/v2/agent' }: { key?: string; base?: string } = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
): Promise<any> {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  let body: any
  await waitUntil(async () => {
    body = (await app.call(`${base}/${id}`, key === undefined ? {} : { key })).body
    return body.status !== 'processing'
  }, 60_000)
  return body
}
