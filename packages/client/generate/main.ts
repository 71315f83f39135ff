import { writeFile } from 'node:fs/promises'
import { WIRE, wireTypes } from './wire.ts'

await writeFile(WIRE, await wireTypes())
