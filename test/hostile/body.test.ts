import { useApp } from '../support/app.ts'
import { BODY } from '../support/hostile/cases/body.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

tryArea(useApp(HOSTILE_ENVIRONMENT), BODY)
