import { chown, readFile, stat } from 'node:fs/promises'
import { Fault } from '../../fault.ts'

/** The user the database server runs as: PostgreSQL refuses to be root. */
export interface ServerAccount {
  uid: number
  gid: number
  /** Not the user this process runs as. */
  separate: boolean
}

/** Ourselves; or, for root, whoever owns the cluster already, or an unprivileged user that initdb can find. */
export async function serverAccount(cluster: string): Promise<ServerAccount> {
  const uid = process.getuid!()
  if (uid !== 0) return { uid, gid: process.getgid!(), separate: false }
  const owner = await stat(cluster).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, separate: true }
  const found = findUnprivileged(await readFile('/etc/passwd', 'utf8'))
  if (found !== undefined) return { ...found, separate: true }
  throw new Fault(
    'UNAVAILABLE',
    'The embedded database cannot run as root, and /etc/passwd has no user nobody to run it as. Start Winnow as an ordinary user, or set DATABASE_URL.',
  )
}

const NOBODY = 65_534

/** The user that owns nothing, by name or by its usual number; one with a negative or root's number will not do. */
export function findUnprivileged(passwd: string): { uid: number; gid: number } | undefined {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const found = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid === NOBODY)
  return found && { uid: found.uid, gid: found.gid }
}

/** What `spawn` needs to run something as that user, without any of our supplementary groups. */
export function spawnAs({ uid, gid, separate }: ServerAccount): { uid?: number; gid?: number } {
  return separate ? { uid, gid } : {}
}

/** Hands a file over to that user. */
export async function giveTo({ uid, gid, separate }: ServerAccount, path: string): Promise<void> {
  if (!separate) return
  try {
    await chown(path, uid, gid)
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `As root the embedded database runs as user ${uid}, but ${path} cannot be given to that user: ${(cause as Error).message}. Start Winnow as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  }
}
