import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../../../fault.ts'
import type { BrowserAccount } from '../install/home.ts'
import { SYSTEM_PATH } from '../install/find-chromium.ts'
import type { RunFolder } from './run-folder.ts'

export type Precautions = readonly string[]

export async function precautions(account: BrowserAccount): Promise<Precautions> {
  const dropping = account.separate
    ? [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : []
  const command = ['setpriv', ...dropping, '--no-new-privs', '--pdeathsig=KILL', '--']
  try {
    await promisify(execFile)(command[0]!, [...command.slice(1), 'true'], {
      env: { PATH: SYSTEM_PATH },
      timeout: 10_000,
    })
    return command
  } catch (cause) {
    // Then the browser ends when its pipe closes, which is a moment later.
    if (!account.separate) return []
    throw new Fault(
      'UNAVAILABLE',
      `The browser is not run as root, and setpriv (of util-linux) cannot start it as user ${account.uid}: ${(cause as Error).message.trim()}. Start Winnow as an ordinary user, or install util-linux.`,
      { cause },
    )
  }
}

// Playwright starts this program in place of Chromium; it keeps the process id and the pipe's descriptors. The
// profile that Playwright makes would be left behind when we are killed, so it is removed at once; the last profile
// on the command line counts.
export async function writeWrapper(
  program: string,
  folder: RunFolder,
  precautions: Precautions,
): Promise<string> {
  const wrapper = join(folder.path, 'start')
  const command = [...precautions, program].map(quoted).join(' ')
  const script = `#!/bin/sh
for argument do
  case "$argument" in --user-data-dir=*) rmdir "\${argument#--user-data-dir=}" 2>/dev/null ;; esac
done
cd /
exec ${command} "$@" ${quoted(`--user-data-dir=${folder.profile}`)}
`
  await writeFile(wrapper, script, { mode: 0o755 })
  return wrapper
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
