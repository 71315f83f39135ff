import { useApp } from '../support/app.ts'
import { TLS } from '../support/hostile/cases/tls.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

tryArea(useApp(HOSTILE_ENVIRONMENT), TLS)
