import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { browserProcesses } from '../support/hostile/browser-processes.ts'
import { BROWSER } from '../support/hostile/cases/browser.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

const app = useApp(HOSTILE_ENVIRONMENT)
tryArea(app, BROWSER)

it('the browser still runs after all of these', () => assert.ok(browserProcesses().length > 0))

// The service has stopped by then.
after(() => assert.deepEqual(browserProcesses(), []))
