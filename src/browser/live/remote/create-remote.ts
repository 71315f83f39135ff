import type { LiveTabs } from '../live-tabs.ts'
import type { Remote, RemoteApi } from '../remote.ts'
import { EVENTS } from './events.ts'
import { lendObjects } from './lend-objects.ts'
import { BUILDERS, METHODS } from './methods.ts'
import { REFUSALS } from './refusals.ts'
import type { TypeName } from './types.ts'

/** What a program may do with the tabs of a live browser. */
export function createRemote(tabs: LiveTabs): Remote {
  return { api: API, open: (wish) => lendObjects(tabs, wish) }
}

/** Types and what is known of each at once, as `NOW` tells it. */
const KNOWN_AT_ONCE: Record<TypeName, string[]> = {
  Page: ['url', 'isClosed', 'viewportSize', 'context', 'mainFrame', 'frames'],
  BrowserContext: ['pages'],
  Frame: ['url', 'name', 'isDetached', 'page', 'parentFrame', 'childFrames'],
  Locator: [],
  FrameLocator: [],
  ElementHandle: ['toString'],
  JSHandle: ['toString'],
  Request: [
    'url',
    'method',
    'headers',
    'postData',
    'resourceType',
    'isNavigationRequest',
    'failure',
    'redirectedFrom',
    'frame',
  ],
  Response: ['url', 'status', 'statusText', 'ok', 'headers', 'fromServiceWorker', 'request', 'frame'],
  Route: ['request'],
  Dialog: ['type', 'message', 'defaultValue', 'page'],
  ConsoleMessage: ['type', 'text', 'location', 'page'],
  Download: ['url', 'suggestedFilename', 'page'],
  FileChooser: ['isMultiple', 'page'],
}

const API: RemoteApi = Object.fromEntries(
  (Object.keys(KNOWN_AT_ONCE) as TypeName[]).map((type) => [
    type,
    {
      methods: Object.keys(METHODS[type] ?? {}),
      builders: Object.fromEntries(
        Object.entries(BUILDERS[type] ?? {}).map(([method, { gives }]) => [method, gives]),
      ),
      now: KNOWN_AT_ONCE[type],
      refused: REFUSALS[type] ?? {},
      events: [...(EVENTS[type]?.keys() ?? [])],
    },
  ]),
)
