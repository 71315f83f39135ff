import { learnColumns } from '../bench/extract/train.ts'
;(globalThis as any).diagLists=()=>process.exit(0)
await learnColumns(process.argv[2]!.split(','))
