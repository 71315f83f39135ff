import type { Site } from '../site.ts'
import { hafenblick } from './hafenblick/hafenblick.ts'
import { museoSalinas } from './museo-salinas/museo-salinas.ts'
import { northfold } from './northfold/northfold.ts'
import { relaisDesSources } from './relais-des-sources/relais-des-sources.ts'

/** A property portal in German, a museum in Spanish, a school in English and a charity in French. */
export const SITES: readonly Site[] = [hafenblick, museoSalinas, northfold, relaisDesSources]
