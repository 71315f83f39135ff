import { useApp } from '../support/app.ts'
import { REDIRECT } from '../support/hostile/cases/redirect.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

tryArea(useApp(HOSTILE_ENVIRONMENT), REDIRECT)
