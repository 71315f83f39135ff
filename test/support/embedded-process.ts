import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { openEmbeddedServer } from '../../src/store/embedded/embedded.ts'

/**
 * A process that runs the embedded database on the given data directory and writes rows until it is killed or
 * stopped. It prints `refused …` or `ready`, then each number when its row is committed.
 */
const dataDir = process.argv[2]!
const say = (line: string) => process.stdout.write(`${line}\n`)
const log = createLog('silent', false)

try {
  const server = await openEmbeddedServer({ dataDir, log })
  const database = await openDatabase(server.connection, log)
  await database.rows(
    'create table if not exists notes (number bigint generated always as identity primary key)',
  )
  say('ready')
  const asked = new AbortController()
  process.once('SIGTERM', () => asked.abort())
  while (!asked.signal.aborted) {
    const [note] = await database.prepared<{ number: number }>(
      'insert into notes default values returning number',
      [],
    )
    say(String(note!.number))
  }
  await database.close()
  await server.stop()
} catch (failure) {
  say(`refused ${(failure as Error).message}`)
}
