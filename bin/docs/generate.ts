import { writeFile } from 'node:fs/promises'
import { referencePages } from './reference.ts'

for (const { file, wanted } of await referencePages()) await writeFile(file, wanted)
