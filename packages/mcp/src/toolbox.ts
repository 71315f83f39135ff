import type { AnyTool, ToolContext } from './tool.ts'
import { collectionTools } from './tools/collections.ts'
import { liveTools } from './tools/live.ts'
import { monitorTools } from './tools/monitors.ts'
import { pageTools } from './tools/pages.ts'
import { parseTool } from './tools/parse.ts'
import { researchTools } from './tools/research.ts'
import { taskTools } from './tools/tasks.ts'
import { teamTools } from './tools/team.ts'

/** All tools by their names without a prefix, in the order in which they are listed; they differ only in where files are. */
export const TOOLBOX: Record<ToolContext['files'], ReadonlyMap<string, AnyTool>> = {
  local: tableFor('local'),
  upload: tableFor('upload'),
}

function tableFor(files: ToolContext['files']): ReadonlyMap<string, AnyTool> {
  const all = [
    ...pageTools,
    parseTool(files),
    ...collectionTools,
    ...taskTools,
    ...liveTools,
    ...monitorTools,
    ...teamTools,
    ...researchTools,
  ]
  return new Map(all.map((tool) => [tool.name, tool]))
}
