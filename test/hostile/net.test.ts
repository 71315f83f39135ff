import { useApp } from '../support/app.ts'
import { NET } from '../support/hostile/cases/net.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

tryArea(useApp(HOSTILE_ENVIRONMENT), NET)
