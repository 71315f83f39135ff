/**
 * What a full stop may follow without ending a sentence, in small letters and without that stop. All languages together:
 * names and quotations carry abbreviations across them.
 */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  `mr mrs ms dr prof rev gen col capt lt sgt hon st sr jr messrs vs etc approx dept est fig figs vol vols no nos ed eds
  e.g i.e cf al ca c.f op cit inc ltd co corp bros ave blvd rd u.s u.k u.n a.m p.m ph.d b.a m.a b.c a.d resp esp incl
  excl max min avg tel ext pp p par sec ch chap art jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri
  z.b d.h u.a u.ä o.ä s.o s.u z.t i.d.r v.a bzw usw ggf evtl ca. inkl exkl zzgl bspw vgl nr str abs bd hrsg jh jhd
  mio mrd dipl ing med phil sog gem lt hl std sek min tgl mwst geb gest ehem n.chr v.chr chr
  p.ex m mm mme mlle mlles c.-à-d env av apr j.-c bd éd ex hab tél
  ej p.ej sr sra srta sres dra ud uds vd aprox núm pág págs tel av avda dpto
  sig sigg sig.ra sig.na dott dott.ssa avv ecc es p.es pag pagg ing arch cap
  sr sra dr dra ex p.ex exmo exma núm
  bijv d.w.z enz o.a m.b.t t.o.v a.u.b dhr mevr blz ong nl z.o.z jl
  t.ex bl.a d.v.s osv s.k m.m kl f.kr e.kr ca m.fl resp
  np m.in tzn tj itd itp ul al pl dr inż mgr prof godz tys mln mld r w ok
  т.е т.д т.п т.к т.н г гг в вв ул д кв им руб тыс млн млрд см стр рис проф св гр
  vb vs örn yy dr doç prof sn cad sok mah bkz`.split(/\s+/),
)
