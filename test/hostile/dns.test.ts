import { useApp } from '../support/app.ts'
import { DNS } from '../support/hostile/cases/dns.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'

tryArea(useApp(HOSTILE_ENVIRONMENT), DNS)
