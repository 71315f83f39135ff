#!/usr/bin/env node
import { runOnNode24 } from './run-on-node-24.mjs'

runOnNode24(new URL('../src/main.ts', import.meta.url), {
  options: ['--max-semi-space-size=8'],
  environment: {
    // DNS lookups run in this thread pool; slow lookups would soon block its default four threads.
    UV_THREADPOOL_SIZE: '32',
    // All threads share freed memory instead of keeping it in one heap each.
    MALLOC_ARENA_MAX: '2',
  },
})
