import { useApp } from '../support/app.ts'
import { tryUploads } from '../support/hostile/try-uploads.ts'

tryUploads(useApp())
