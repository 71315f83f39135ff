/** The user Chromium runs as. */
export interface BrowserAccount {
  uid: number
  gid: number
  /** Not the user this process runs as. */
  separate: boolean
}

/**
 * Neither root nor the user of the embedded database, who is `nobody`: a page that broke out of the browser must not
 * get at the database. It needs no entry in /etc/passwd.
 */
const UNPRIVILEGED = 65_533

/** Ourselves, or for root a user who owns nothing. */
export function browserAccount(): BrowserAccount {
  const uid = process.getuid?.() ?? -1
  return uid === 0
    ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED, separate: true }
    : { uid, gid: process.getgid?.() ?? -1, separate: false }
}

/** What `spawn` needs to run something as that user, without any of our supplementary groups. */
export function spawnAs({ uid, gid, separate }: BrowserAccount): { uid?: number; gid?: number } {
  return separate ? { uid, gid } : {}
}
