import { readFileSync, readdirSync } from 'node:fs'

/** The ids of the Chromium processes below this one; empty without /proc. */
export function browserProcesses(): number[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const below = new Set([process.pid])
  // A parent may have a higher id than its child, so this repeats until nothing changes.
  for (let size = 0; size < below.size;) {
    size = below.size
    for (const { id, parent } of processes) if (below.has(parent)) below.add(id)
  }
  return processes.filter(({ id, command }) => below.has(id) && /chrom/i.test(command)).map(({ id }) => id)
}

/** A process may end before it is read. */
function readProcess(id: number): { id: number; parent: number; command: string }[] {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
    return [{ id, parent, command: readFileSync(`/proc/${id}/cmdline`, 'utf8') }]
  } catch {
    return []
  }
}
