#!/usr/bin/env node
// The service and its administration.
import { runOnNode24 } from './run-on-node-24.mjs'

runOnNode24(new URL('../src/main.ts', import.meta.url), {
  options: ['--max-semi-space-size=8'],
  environment: {
    // Host names are looked up in this pool; the four threads it has by itself are soon taken by slow ones.
    UV_THREADPOOL_SIZE: '32',
    // Memory that threads give back is shared by all of them instead of lying in a heap of each.
    MALLOC_ARENA_MAX: '2',
  },
})
