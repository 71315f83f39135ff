import type { Stage } from '../../src/browser/browser.ts'
import { LiveTabs } from '../../src/browser/live/tabs/tabs.ts'
import type { LiveDownload } from '../../src/browser/live/tabs/tabs.ts'
import { createStage } from '../../src/browser/live/stage/create-stage.ts'
import type { Tab } from '../../src/browser/engine.ts'

/** The stage of a live browser, on a tab that the bench opened itself and can look into. */
export function stageOn({ context, page }: Tab, signal: AbortSignal): Stage {
  const downloads: LiveDownload[] = []
  context.on('page', (fresh) => fresh.on('download', note))
  page.on('download', note)
  return createStage(new LiveTabs({ context, page, signal, downloads: () => downloads }))

  function note(file: { url(): string; suggestedFilename(): string }): void {
    downloads.push({ url: file.url(), name: file.suggestedFilename(), sizeBytes: undefined, state: 'done' })
  }
}
