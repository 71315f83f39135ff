import { loadavg } from 'node:os'
import { benchGround } from './ground.ts'

/** The measurements, by name. They print; they assert nothing, because machines differ and are noisy. */
const BENCHES: Record<string, () => Promise<void>> = {
  ground: benchGround,
}

const [name = ''] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench === undefined) {
  console.error(`Usage: npm run bench <${Object.keys(BENCHES).join(' | ')}>`)
  process.exitCode = 2
} else {
  console.log(
    `load average before: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  )
  await bench()
  console.log(
    `load average after: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  )
}
