/** Threads one after the other: a head with forum, number, views and title, then a line for every post. */
export const WRITTEN = `
2 | 4118 | 1,846 | What speed for roughing a 10 inch bowl?
newtospin | 2026-06-12 19:20 | I have a 10 inch beech blank on a faceplate and I am scared of it. What speed do you all start at?
Ashburr | 2026-06-12 20:05 | Start at 450 rpm and go up until it starts to shake, then come back a little. Stand to the side when you switch on.
turnip_turner | 2026-06-12 21:48 | What Ashburr said. I never go over 800 with anything of that size that is not round yet.
newtospin | 2026-06-13 08:11 | Thank you. 450 it is. It is a bowl now!

2 | 4093 | 972 | CBN wheel or white stone?
mr_pith | 2026-06-03 22:14 | My white stone is worn down to the flange. Is a CBN wheel worth the money for two gouges?
gougeandgrain | 2026-06-04 09:30 | Yes. I have had the same 180 grit wheel since 2015 and it has lost nothing that I can measure.
SallyB | 2026-06-04 10:02 | Only if you never sharpen carbide or soft steel on it. It clogs.

2 | 4071 | 413 | Rackham Coronal belt keeps slipping
turnip_turner | 2026-05-18 17:55 | New belt, same squeal. The pulley is clean. What else?
Lindqvist | 2026-05-18 18:40 | Check the motor mount. Mine had one loose bolt, an M8, behind the cover.

2 | 4150 | 88 | Chuck jaws for tiny boxes
Oakwright | 2026-06-23 20:31 | Which jaws do you use for boxes under 40 mm across? My 50 mm set leaves marks.

3 | 4127 | 1,204 | Food safe oil that does not smell
SallyB | 2026-06-15 11:20 | Salad bowls for my sister. She says tung oil smells of feet.
Ashburr | 2026-06-15 12:45 | Raw walnut oil, three thin coats, a week between them. Mind the nut allergies.
Lindqvist | 2026-06-16 06:10 | Cold pressed linseed, warmed to 60 degrees. It smells for two weeks and then never again.
mr_pith | 2026-06-16 21:03 | Mineral oil. No smell, no allergies, but you have to do it again every few months.
SallyB | 2026-06-17 08:00 | Walnut it is. She has no allergies, only opinions.

3 | 4102 | 655 | Sanding sealer before or after the burning?
Oakwright | 2026-06-06 13:13 | I burn a line with wire on my platters. Sealer first or last?
gougeandgrain | 2026-06-06 15:59 | First. The wire runs cooler and the line stays sharp.

3 | 4055 | 2,310 | Why does my friction polish go cloudy?
mr_pith | 2026-05-09 19:45 | Lovely for a day, then grey like breath on a window.
Ashburr | 2026-05-09 20:20 | Damp wood, I would say. What does the meter tell you?
mr_pith | 2026-05-09 20:41 | 17 percent.
Ashburr | 2026-05-09 20:44 | There you are. Wait until it is below 12.
turnip_turner | 2026-05-10 07:05 | Or the shellac is old. Mine dates from the last king.
mr_pith | 2026-05-30 18:22 | Three weeks in the airing cupboard, 11 percent, no cloud. Thank you both.

3 | 4031 | 540 | Buffing wheels: which compound first?
SallyB | 2026-04-27 09:09 | Tripoli, white diamond, wax. In that order?
Lindqvist | 2026-04-27 09:50 | In that order, and never two compounds on one wheel.

3 | 4012 | 1,077 | Milk paint on green wood
Lindqvist | 2026-04-11 05:40 | I paint while it is still wet and let both dry together. The cracks in the paint are the point.
SallyB | 2026-04-11 19:19 | Pictures please!
Lindqvist | 2026-04-12 05:31 | When I find the camera.

3 | 4079 | 389 | Hard wax oil: how many coats?
newtospin | 2026-05-25 12:00 | The tin says two. The man in the shop said four. Who is right?
gougeandgrain | 2026-05-25 14:26 | Two. The rest is the man in the shop.

3 | 3960 | 723 | Removing CA glue stains from maple
Oakwright | 2026-03-21 16:32 | Went through a crack and made a dark halo. Sanding does not touch it.
turnip_turner | 2026-03-21 18:00 | Acetone on a cotton bud, straight away. After a day it is there for good.

3 | 3944 | 298 | Barnet lemon oil discontinued?
turnip_turner | 2026-03-02 10:48 | Cannot find it anywhere. Has it gone?

4 | 4139 | 604 | Yew log split in four days
mr_pith | 2026-06-20 21:15 | Sealed the ends with PVA, still a crack as wide as my thumb.
Ashburr | 2026-06-20 22:02 | Halve it through the pith before you seal it. A whole log of yew always splits.
Oakwright | 2026-06-21 09:40 | And keep it off the concrete. Ask me how I know.

4 | 4084 | 1,511 | Blank identification: pink with dark flecks
SallyB | 2026-05-27 15:55 | It came from a hedge in Bath. Heavy, smells of nothing.
Lindqvist | 2026-05-27 16:35 | Pear?
Ashburr | 2026-05-27 19:12 | Hawthorn. Look at the bark in the third picture.
gougeandgrain | 2026-05-28 08:08 | Agree with Ashburr, hawthorn.
SallyB | 2026-05-28 08:30 | Hawthorn then. Solved!

7 | 4144 | 231 | Axfold SK100 chuck with two sets of jaws
mr_pith | 2026-06-22 20:20 | Price: £95<br>Location: Leeds<br>Condition: Light use, one year old<br>Postage: £8<br><br>I have gone over to a bigger one. Comes with C and E jaws in the box.
newtospin | 2026-06-22 21:00 | Is it the one with the M33 thread?
mr_pith | 2026-06-22 21:07 | It is.

7 | 4121 | 348 | Pelling 1221VS midi lathe
SallyB | 2026-06-13 16:10 | Price: £640<br>Location: Bath<br>Condition: Very good, new belt in March<br><br>Collection only, it weighs more than I do. Stand is not included.

7 | 4099 | 187 | Crowe deep fluted bowl gouge 3/8
turnip_turner | 2026-06-05 12:12 | Price: £28<br>Location: Norfolk<br>Condition: Half of the steel is left<br>Postage: £4<br><br>I was given a second one.
Oakwright | 2026-06-05 13:50 | I will take it, message sent.

7 | 4060 | 529 | Sorrell ProEdge sharpening system
Oakwright | 2026-05-12 18:08 | Price: £190<br>Condition: Used twice<br>Postage: £12<br><br>With three belts and the long grind jig.

9 | 4111 | 765 | Open day at Hexham, 11 July
gougeandgrain | 2026-06-10 09:00 | Doors at 10 am in the Old Tannery, Gilesgate. Five lathes, two demonstrators, tea. Entrance is £5, under 16s are free.
SallyB | 2026-06-10 10:10 | Who is demonstrating?
gougeandgrain | 2026-06-10 10:31 | Ray Dunmore in the morning, thin-walled hollow forms. Kirsty Amble in the afternoon, boxes.
Ashburr | 2026-06-10 18:15 | I will bring two trailers of ash. Take what you like.
newtospin | 2026-06-11 07:30 | Is there a bus from the station?
gougeandgrain | 2026-06-11 08:02 | It is a walk of ten minutes.
turnip_turner | 2026-06-11 20:54 | Count me in, plus one.
mr_pith | 2026-06-12 17:40 | Driving up from Leeds, two seats free.
Oakwright | 2026-06-13 19:36 | I would take one of those seats.
Lindqvist | 2026-06-14 05:05 | Wish I could. Have a slice of cake for me.
SallyB | 2026-06-14 20:02 | I am in. Lemon drizzle for everybody.
`
