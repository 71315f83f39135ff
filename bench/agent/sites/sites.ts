import type { Site } from '../site.ts'
import { larkmoorClinic } from './held-out/larkmoor-clinic/larkmoor-clinic.ts'
import { lindenfurt } from './held-out/lindenfurt/lindenfurt.ts'
import { oakhamEdge } from './held-out/oakham-edge/oakham-edge.ts'
import { pebbleq } from './held-out/pebbleq/pebbleq.ts'
import { hochschuleEichwald } from './open/hochschule-eichwald/hochschule-eichwald.ts'
import { marrowfield } from './open/marrowfield/marrowfield.ts'
import { penmarrowGazette } from './open/penmarrow-gazette/penmarrow-gazette.ts'
import { siltbox } from './open/siltbox/siltbox.ts'
import { burrowd } from './open/burrowd/burrowd.ts'
import { inkfathom } from './open/inkfathom/inkfathom.ts'
import { quarrierVoss } from './open/quarrier-voss/quarrier-voss.ts'
import { sceneDeValombre } from './open/scene-de-valombre/scene-de-valombre.ts'
import { corvell } from './open/corvell/corvell.ts'
import { huizenwaard } from './open/huizenwaard/huizenwaard.ts'
import { lanternist } from './open/lanternist/lanternist.ts'
import { spindlewood } from './open/spindlewood/spindlewood.ts'
import { dreylingPumps } from './open/dreyling-pumps/dreyling-pumps.ts'
import { hivetalk } from './open/hivetalk/hivetalk.ts'
import { portalAzahar } from './open/portal-azahar/portal-azahar.ts'
import { whatsonBrennick } from './open/whatson-brennick/whatson-brennick.ts'
import { enotecaSarti } from './open/enoteca-sarti/enoteca-sarti.ts'
import { lithowiki } from './open/lithowiki/lithowiki.ts'
import { relaisDesSources } from './open/relais-des-sources/relais-des-sources.ts'
import { ruderclubWesertal } from './open/ruderclub-wesertal/ruderclub-wesertal.ts'
import { skarvayFerries } from './open/skarvay-ferries/skarvay-ferries.ts'
import { stBrannock } from './open/st-brannock/st-brannock.ts'
import { tallyhook } from './open/tallyhook/tallyhook.ts'
import { emberOak } from './open/ember-oak/ember-oak.ts'
import { ledgerline } from './open/ledgerline/ledgerline.ts'
import { museoSalinas } from './open/museo-salinas/museo-salinas.ts'
import { nestwell } from './open/nestwell/nestwell.ts'
import { northfold } from './open/northfold/northfold.ts'
import { patchbay } from './open/patchbay/patchbay.ts'
import { pedalwerk } from './open/pedalwerk/pedalwerk.ts'
import { alderInstitute } from './open/alder-institute/alder-institute.ts'
import { brassKettle } from './open/brass-kettle/brass-kettle.ts'
import { hafenblick } from './open/hafenblick/hafenblick.ts'
import { hallesLumiere } from './open/halles-lumiere/halles-lumiere.ts'
import { quillstack } from './open/quillstack/quillstack.ts'
import { tidewaterHerald } from './open/tidewater-herald/tidewater-herald.ts'
import { oxbowRecord } from './held-out/oxbow-record/oxbow-record.ts'
import { vallescuraImmobiliare } from './held-out/vallescura-immobiliare/vallescura-immobiliare.ts'
import { valveglow } from './held-out/valveglow/valveglow.ts'
import { kilnmore } from './held-out/kilnmore/kilnmore.ts'

/** What the embedded engine may be developed on. */
export const OPEN: readonly Site[] = [
  brassKettle,
  alderInstitute,
  quillstack,
  hafenblick,
  tidewaterHerald,
  hallesLumiere,
  pedalwerk,
  museoSalinas,
  northfold,
  ledgerline,
  patchbay,
  nestwell,
  emberOak,
  stBrannock,
  tallyhook,
  skarvayFerries,
  relaisDesSources,
  ruderclubWesertal,
  enotecaSarti,
  lithowiki,
  whatsonBrennick,
  portalAzahar,
  hivetalk,
  dreylingPumps,
  marrowfield,
  hochschuleEichwald,
  siltbox,
  penmarrowGazette,
  inkfathom,
  burrowd,
  sceneDeValombre,
  quarrierVoss,
  lanternist,
  huizenwaard,
  spindlewood,
  corvell,
]

/** What it is only measured on. */
export const HELD_OUT: readonly Site[] = [
  oakhamEdge,
  pebbleq,
  lindenfurt,
  larkmoorClinic,
  oxbowRecord,
  vallescuraImmobiliare,
  valveglow,
  kilnmore,
]
