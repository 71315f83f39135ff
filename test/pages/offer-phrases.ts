import type { PhrasesByPage } from './phrases-by-page.ts'

/** Pages that offer something: listings, products, collections, services. */
export const OFFER_PHRASES: PhrasesByPage = {
  'listing-news-index': {
    has: [
      'Latest news',
      'Ferry to Skallby gets a second boat',
      'images are scratched but complete',
      'Credit union merges with its neighbour',
      'Both branches stay open.',
    ],
    hasNot: [
      'The last telephone box',
      'The Courier at breakfast',
      'We ask for your consent',
      'Older posts',
      'Bus driver, part time',
      'Delivery problems',
    ],
  },
  'listing-search-results': {
    has: [
      'Repairing lime plaster: a beginner’s guide',
      'cement leaves a grey line and a blunt key',
      'Three mistakes I made with lime plaster',
      'photographs you may want to skip',
    ],
    hasNot: ['20% off with code WALL', 'lime plaster over brick', 'Before you continue', 'Send feedback'],
  },
  'product-shopify-tabs': {
    has: [
      'Harbour Kettle 1.2 L',
      '€84,00',
      'tinned by hand on the inside',
      'Capacity: 1.2 litres',
      'half a lemon and a pinch of salt',
      'Made to order in nine working days.',
    ],
    hasNot: [
      'You may also like',
      'Dockside Saucepan',
      'Your cart is empty',
      'Subscribe to our emails',
      'Copy link',
      'Free shipping on orders',
    ],
  },
  'product-magento-specs': {
    has: [
      'Tillerby 5400 Cordless Lawn Mower',
      'fit the mulching plug',
      '| Cutting heights | seven steps, 25 to 80 mm |',
      '| Warranty | 5 years, battery 2 years |',
    ],
    hasNot: [
      'Edging spade',
      'Add to Compare',
      'Write Your Own Review',
      'JavaScript seems to be disabled',
      'Sign Up for Our Newsletter',
      'when cookies are disabled',
      'Compost bins',
      'Rating:',
    ],
  },
  'product-woocommerce-reviews': {
    has: [
      'Altura Washed, Filter Roast',
      'plum, black tea and a long finish',
      'done in three minutes',
      '| Variety | Bourbon, Caturra |',
    ],
    hasNot: [
      'Nightwatch Espresso',
      'Enamel dripper',
      'Only logged in customers',
      'Roastery closed',
      'No products in the cart',
      'gone by Wednesday',
      'lighter than I expected',
    ],
  },
  'collection-shopify': {
    has: [
      'Bags and rucksacks',
      'Fell Walker Rucksack 28 L',
      '£89.00',
      'Keeps ice for thirty hours',
      'Packman Frame 75 L',
      '£149.00',
    ],
    hasNot: [
      'Winter sale',
      'We use cookies',
      'Sort by',
      'News from the workshop',
      'Add to basket',
      'Book a repair',
    ],
  },
  'collection-woocommerce': {
    has: [
      'Living room',
      'Quiet things for the room',
      'Walnut Desk Lamp',
      '98,00 €',
      'Cork Pinboard 60 x 90',
      '44,00 €',
    ],
    hasNot: ['Enamel Bread Bin', 'Default sorting', 'This website uses cookies', 'Right of withdrawal'],
  },
  'collection-tailwind': {
    has: [
      'New in',
      'when mornings are winter and afternoons are not',
      'Boiled wool cardigan',
      '€140',
      'Grebe',
      'Alpaca socks, two pairs',
      '€24',
    ],
    hasNot: [
      'There is nothing in your bag',
      'cookies for statistics',
      'Letters from the coast',
      'Clear all',
      'Load more',
      'Affiliates',
    ],
  },
  'service-landing': {
    has: [
      'so that you can heat, clean and rent only what you need',
      'We count bodies, never faces.',
      'Two hundred desks take a day.',
      'showed us that we already had one',
    ],
    hasNot: ['funding story', 'We value your privacy', 'Law firms', 'Data processing', 'How can we help'],
  },
  'service-faq': {
    has: [
      'Questions we are asked',
      'two hundred and twenty strings need time to agree',
      'A tuning is 95 within the city and 110 outside.',
      'three schools that are happy to be given one',
    ],
    hasNot: [
      'Sign up with your email address',
      'By using this website',
      'Made with Squarespace',
      'Instagram',
      'Skip to Content',
    ],
  },
  'service-pricing': {
    has: [
      'Prices that grow as slowly as you do',
      'For teams that grow',
      '€24',
      'A person with a name',
      '| Storage per person | 500 MB | 50 GB | 1 TB |',
      'once a year, with thirty days to pay.',
    ],
    hasNot: ['Trellis and spreadsheets', 'Chat with us', 'Subprocessors', 'Svenska'],
  },
  'product-japanese': {
    has: ['小さな鉄鍋 十八センチ', '湯気が水滴になって鍋全体に落ちます', '約一・四キログラム', '無料で焼き直します'],
    hasNot: ['木べら 山桜', 'クッキー', 'カートに入れる', '送料無料', 'お便り登録', 'シェアする', '特定商取引法'],
  },
  'listing-jobs-table': {
    has: [
      'Stellenangebote im Handwerk',
      'Acht offene Stellen im Uferkreis',
      'Imkermeister',
      'Auszubildende im Böttcherhandwerk',
      'Weilersbrück',
    ],
    hasNot: [
      'Suchauftrag anlegen',
      'technisch notwendige Cookies',
      'Leichte Sprache',
      'Wiedereinstieg',
      'das gelesen wird',
      'alle Orte',
    ],
  },
}
