import { rows, slug } from '../../../markup.ts'

export const PLACES = rows(
  ['name', 'state', 'street', 'zip', 'phone', 'weekdays', 'sunday', 'manager', 'seats', 'patio'],
  `
Ember & Oak Ashford | Oregon | 210 Mill Street, Ashford | 97301 | (503) 555-0171 | 11:00 am - 9:30 pm | 10:00 am - 8:00 pm | Tamsin Reyes | 86 | yes
Ember & Oak Ashford Station | Oregon | 4 Station Plaza, Ashford | 97302 | (503) 555-0184 | 7:00 am - 7:00 pm | closed | Oscar Lund | 34 | no
Ember & Oak Brightwater | Oregon | 88 Quay Road, Brightwater | 97103 | (503) 555-0129 | 11:30 am - 10:00 pm | 11:00 am - 9:00 pm | Delphine Marsh | 120 | yes
Ember & Oak Cedar Falls | Washington | 1517 Alder Avenue, Cedar Falls | 98045 | - | 11:00 am - 9:00 pm | 11:00 am - 8:00 pm | Rashid Barlow | 64 | no
Ember & Oak Larch Hill | Washington | 9 Larch Hill Mall, Tacoma | 98402 | (253) 555-0166 | 10:00 am - 9:00 pm | 11:00 am - 6:00 pm | Ivy Kowalczyk | 72 | no
Ember & Oak Pinecrest | Idaho | 640 Lakeshore Drive, Pinecrest | 83814 | (208) 555-0113 | 11:30 am - 9:00 pm | closed | Boone Whitaker | 58 | yes
`,
).map((row) => ({
  name: row.name!,
  state: row.state!,
  street: row.street!,
  zip: row.zip!,
  phone: row.phone ?? null,
  weekdays: row.weekdays!,
  sunday: row.sunday!,
  manager: row.manager!,
  seats: Number(row.seats),
  hasPatio: row.patio === 'yes',
  path: `/locations/${slug(row.state!)}/${slug(row.name!.replace('Ember & Oak ', ''))}/`,
}))

export const DISHES = rows(
  ['menu', 'name', 'price', 'text', 'allergens', 'calories'],
  `
Starters | Charred Leeks | 9.50 | Romesco, toasted almonds | nuts | 240
Starters | Smoked Trout Toast | 12.00 | Rye, horseradish cream, dill | fish, gluten, dairy | 380
Starters | Fire-Roasted Beets | 8.75 | Goat cheese, pepitas | dairy | 210
Mains | Oak-Grilled Half Chicken | 23.00 | Lemon, salsa verde, potatoes | - | 820
Mains | Brisket Plate | 26.50 | Twelve hours over oak, pickles, slaw | mustard | 1010
Mains | Ember Burger | 18.00 | Aged cheddar, burnt onion jam | gluten, dairy, egg | 940
Mains | Cast-Iron Gnocchi | 19.50 | Brown butter, chanterelles, sage | gluten, dairy, egg | 760
Mains | Cedar Plank Salmon | 27.00 | Maple glaze, greens | fish | -
Sides | Coal-Baked Potato | 6.50 | Chive butter | dairy | 320
Sides | Burnt Carrots | 7.00 | Cumin, honey | - | 160
Desserts | Campfire Pie | 9.00 | Chocolate, smoked meringue | gluten, egg, dairy | 610
Desserts | Grilled Peach Sundae | 8.50 | Vanilla ice, oat crumble | dairy, gluten | 470
`,
).map((row) => ({
  menu: row.menu!,
  name: row.name!,
  price: Number(row.price),
  text: row.text!,
  allergens: row.allergens?.split(', ') ?? [],
  calories: row.calories === undefined ? null : Number(row.calories),
  path: `/menu/${slug(row.menu!)}/${slug(row.name!)}/`,
}))

export type Place = (typeof PLACES)[number]
export type Dish = (typeof DISHES)[number]
