import type { Flow } from './flow.ts'
import { boardCards } from './held-out/board-cards.ts'
import { comparePhones } from './held-out/compare-phones.ts'
import { dayPlan } from './held-out/day-plan.ts'
import { leaveRequest } from './held-out/leave-request.ts'
import { megaMenuFr } from './held-out/mega-menu-fr.ts'
import { moveQuote } from './held-out/move-quote.ts'
import { newsConsentFrame } from './held-out/news-consent-frame.ts'
import { notificationMatrix } from './held-out/notification-matrix.ts'
import { pizzaBasket } from './held-out/pizza-basket.ts'
import { postTags } from './held-out/post-tags.ts'
import { praxisTermine } from './held-out/praxis-termine.ts'
import { recetaComentarios } from './held-out/receta-comentarios.ts'
import { rentRange } from './held-out/rent-range.ts'
import { saveJob } from './held-out/save-job.ts'
import { seatMap } from './held-out/seat-map.ts'
import { ticketQueue } from './held-out/ticket-queue.ts'
import { trafficExport } from './held-out/traffic-export.ts'
import { ueberweisung } from './held-out/ueberweisung.ts'
import { virtualContacts } from './held-out/virtual-contacts.ts'
import { wikiTree } from './held-out/wiki-tree.ts'
import { addressLookup } from './open/address-lookup.ts'
import { calendarGrid } from './open/calendar-grid.ts'
import { cardInFrame } from './open/card-in-frame.ts'
import { checkoutWizard } from './open/checkout-wizard.ts'
import { chipSelect } from './open/chip-select.ts'
import { codeLogin } from './open/code-login.ts'
import { coffeeVariant } from './open/coffee-variant.ts'
import { confirmDelete } from './open/confirm-delete.ts'
import { consentBar } from './open/consent-bar.ts'
import { contactTopics } from './open/contact-topics.ts'
import { cookieWall } from './open/cookie-wall.ts'
import { donationFrame } from './open/donation-frame.ts'
import { dragPlaylist } from './open/drag-playlist.ts'
import { endlessFeed } from './open/endless-feed.ts'
import { exportReport } from './open/export-report.ts'
import { faqAccordion } from './open/faq-accordion.ts'
import { ferryCombobox } from './open/ferry-combobox.ts'
import { flatFilters } from './open/flat-filters.ts'
import { hotelDates } from './open/hotel-dates.ts'
import { hoverMenu } from './open/hover-menu.ts'
import { inlineEdit } from './open/inline-edit.ts'
import { inviteDialog } from './open/invite-dialog.ts'
import { invoices } from './open/invoices.ts'
import { kanbanDrag } from './open/kanban-drag.ts'
import { loadMore } from './open/load-more.ts'
import { loanSliders } from './open/loan-sliders.ts'
import { museumTickets } from './open/museum-tickets.ts'
import { ordersTable } from './open/orders-table.ts'
import { parcelPickup } from './open/parcel-pickup.ts'
import { planTabs } from './open/plan-tabs.ts'
import { productTabs } from './open/product-tabs.ts'
import { radioCards } from './open/radio-cards.ts'
import { recipeEditor } from './open/recipe-editor.ts'
import { richText } from './open/rich-text.ts'
import { shadowPlayer } from './open/shadow-player.ts'
import { shadowSettings } from './open/shadow-settings.ts'
import { shopFilters } from './open/shop-filters.ts'
import { signUpBirthday } from './open/sign-up-birthday.ts'
import { siteSearch } from './open/site-search.ts'
import { sizeGuideModal } from './open/size-guide-modal.ts'
import { spaCourses } from './open/spa-courses.ts'
import { spaMail } from './open/spa-mail.ts'
import { starReview } from './open/star-review.ts'
import { storeFinder } from './open/store-finder.ts'
import { thermostat } from './open/thermostat.ts'
import { twoPageLogin } from './open/two-page-login.ts'
import { unsubscribe } from './open/unsubscribe.ts'
import { userTable } from './open/user-table.ts'
import { variantPrice } from './open/variant-price.ts'
import { visaForm } from './open/visa-form.ts'

/** Whoever works on the planner may look at these. */
export const OPEN: readonly Flow[] = [
  addressLookup,
  calendarGrid,
  cardInFrame,
  checkoutWizard,
  chipSelect,
  codeLogin,
  coffeeVariant,
  confirmDelete,
  consentBar,
  contactTopics,
  cookieWall,
  donationFrame,
  dragPlaylist,
  endlessFeed,
  exportReport,
  faqAccordion,
  ferryCombobox,
  flatFilters,
  hotelDates,
  hoverMenu,
  inlineEdit,
  inviteDialog,
  invoices,
  kanbanDrag,
  loadMore,
  loanSliders,
  museumTickets,
  ordersTable,
  parcelPickup,
  planTabs,
  productTabs,
  radioCards,
  recipeEditor,
  richText,
  shadowPlayer,
  shadowSettings,
  shopFilters,
  signUpBirthday,
  siteSearch,
  sizeGuideModal,
  spaCourses,
  spaMail,
  starReview,
  storeFinder,
  thermostat,
  twoPageLogin,
  unsubscribe,
  userTable,
  variantPrice,
  visaForm,
]

/** Of the same kinds; only their figures are looked at. */
export const HELD_OUT: readonly Flow[] = [
  boardCards,
  comparePhones,
  dayPlan,
  leaveRequest,
  megaMenuFr,
  moveQuote,
  newsConsentFrame,
  notificationMatrix,
  pizzaBasket,
  postTags,
  praxisTermine,
  recetaComentarios,
  rentRange,
  saveJob,
  seatMap,
  ticketQueue,
  trafficExport,
  ueberweisung,
  virtualContacts,
  wikiTree,
]
