import type { Flow } from './flow.ts'
import { addressLookup } from './held-out/address-lookup.ts'
import { codeLogin } from './held-out/code-login.ts'
import { coffeeVariant } from './held-out/coffee-variant.ts'
import { consentBar } from './held-out/consent-bar.ts'
import { contactTopics } from './held-out/contact-topics.ts'
import { donationFrame } from './held-out/donation-frame.ts'
import { endlessFeed } from './held-out/endless-feed.ts'
import { exportReport } from './held-out/export-report.ts'
import { flatFilters } from './held-out/flat-filters.ts'
import { inviteDialog } from './held-out/invite-dialog.ts'
import { kanbanDrag } from './held-out/kanban-drag.ts'
import { museumTickets } from './held-out/museum-tickets.ts'
import { ordersTable } from './held-out/orders-table.ts'
import { parcelPickup } from './held-out/parcel-pickup.ts'
import { planTabs } from './held-out/plan-tabs.ts'
import { recipeEditor } from './held-out/recipe-editor.ts'
import { shadowPlayer } from './held-out/shadow-player.ts'
import { spaCourses } from './held-out/spa-courses.ts'
import { thermostat } from './held-out/thermostat.ts'
import { visaForm } from './held-out/visa-form.ts'
import { calendarGrid } from './open/calendar-grid.ts'
import { cardInFrame } from './open/card-in-frame.ts'
import { checkoutWizard } from './open/checkout-wizard.ts'
import { chipSelect } from './open/chip-select.ts'
import { confirmDelete } from './open/confirm-delete.ts'
import { cookieWall } from './open/cookie-wall.ts'
import { dragPlaylist } from './open/drag-playlist.ts'
import { faqAccordion } from './open/faq-accordion.ts'
import { ferryCombobox } from './open/ferry-combobox.ts'
import { hotelDates } from './open/hotel-dates.ts'
import { hoverMenu } from './open/hover-menu.ts'
import { inlineEdit } from './open/inline-edit.ts'
import { invoices } from './open/invoices.ts'
import { loadMore } from './open/load-more.ts'
import { loanSliders } from './open/loan-sliders.ts'
import { productTabs } from './open/product-tabs.ts'
import { radioCards } from './open/radio-cards.ts'
import { richText } from './open/rich-text.ts'
import { shadowSettings } from './open/shadow-settings.ts'
import { shopFilters } from './open/shop-filters.ts'
import { signUpBirthday } from './open/sign-up-birthday.ts'
import { siteSearch } from './open/site-search.ts'
import { sizeGuideModal } from './open/size-guide-modal.ts'
import { spaMail } from './open/spa-mail.ts'
import { starReview } from './open/star-review.ts'
import { storeFinder } from './open/store-finder.ts'
import { twoPageLogin } from './open/two-page-login.ts'
import { unsubscribe } from './open/unsubscribe.ts'
import { userTable } from './open/user-table.ts'
import { variantPrice } from './open/variant-price.ts'

/** Whoever works on the planner may look at these. */
export const OPEN: readonly Flow[] = [
  calendarGrid,
  cardInFrame,
  checkoutWizard,
  chipSelect,
  confirmDelete,
  cookieWall,
  dragPlaylist,
  faqAccordion,
  ferryCombobox,
  hotelDates,
  hoverMenu,
  inlineEdit,
  invoices,
  loadMore,
  loanSliders,
  productTabs,
  radioCards,
  richText,
  shadowSettings,
  shopFilters,
  signUpBirthday,
  siteSearch,
  sizeGuideModal,
  spaMail,
  starReview,
  storeFinder,
  twoPageLogin,
  unsubscribe,
  userTable,
  variantPrice,
]

/** Of the same kinds; only their figures are looked at. */
export const HELD_OUT: readonly Flow[] = [
  addressLookup,
  codeLogin,
  coffeeVariant,
  consentBar,
  contactTopics,
  donationFrame,
  endlessFeed,
  exportReport,
  flatFilters,
  inviteDialog,
  kanbanDrag,
  museumTickets,
  ordersTable,
  parcelPickup,
  planTabs,
  recipeEditor,
  shadowPlayer,
  spaCourses,
  thermostat,
  visaForm,
]
