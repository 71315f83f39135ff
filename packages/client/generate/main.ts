import { writeFile } from 'node:fs/promises'
import { WIRE_FILE, wireTypes } from './wire.ts'

await writeFile(WIRE_FILE, await wireTypes())
