/** Words of a question that say nothing about what it is about, in every tongue that is read. */
const SMALL = new Set(
  [
    // English
    "what what's whats which who who's whose where where's when why how is are am was were be been being does do did done has have had having can could will would shall should may might must",
    'the a an of for to in on at by from with as into onto about than then that this these those there here it its it’s he she his her they them their we our us you your i my me mine and or if whether not any some all each both also too just only still already yet so please now one',
    'tell me know say says said read give get show list find out see look check let want need like many much often long far old soon whatever please currently exactly name named called using',
    'come comes up back happen happens happened page site screen website shown showing displayed listed go goes went make makes using used take takes took during per every put set',
    // German
    'was welche welcher welches welchen welchem wer wen wem wessen wo wohin woher wann warum wieso wie viel viele wieviel wieviele ist sind war waren bin bist sein seid hat haben habe hatte hast wird werden wurde kann können konnen konnte muss mussen soll darf gibt es der die das den dem des ein eine einen einem einer eines und oder ob nicht noch schon auch nur so von vom für fur mit zu zum zur im in am an auf aus bei nach über uber unter um bis ab ich du er sie wir ihr mich mir dir uns euch mein meine meinen meinem meiner dein deine ihre ihren sein seine dort da hier jetzt bitte sag sage nenne mir zeig zeige lautet heisst heißt steht stehen man denn mal',
    // French
    'que quoi quel quelle quels quelles qui ou où quand pourquoi comment combien est sont etait était ete été etre être a ont avoir as ai peut peuvent on doit faut y il elle ils elles je tu nous vous me te se le la les l un une des du de d au aux et si ne pas en dans sur sous par pour avec sans chez ce cet cette ces mon ma mes ton ta tes son sa ses notre votre leur dis moi donne montre trouve t ce qu est-ce y-a-t-il plus encore deja ca cela',
    // Spanish
    'que qué cual cuál cuales cuáles quien quién quienes donde dónde cuando cuándo por como cómo cuanto cuánto cuanta cuantos cuantas es son era fue ser esta está estan están estar estoy ha han haber hay tiene tienen tener tengo puede pueden puedo se el la los las lo un una unos unas de del al a en con sin para sobre y o si no mi mis tu tus su sus nuestro me te le les nos yo dime dame muestra aqui alli ya aun todavia',
    // Italian
    'che cosa cos quale quali qual chi dove quando perche perché come quanto quanta quanti quante e è sono era essere ha hanno ho avere puo può possono posso si il lo la i gli le l un uno una di del della dello dei delle degli a al alla in nel nella con senza per su sul sulla da dal dalla ed o se non mi ti ci vi mio mia miei suo sua dimmi dammi c ancora gia',
    // Portuguese
    'o que qual quais quem onde quando porque como quanto quanta quantos quantas e é são sao foi era ser esta está estão estao estar tem têm ter tenho ha há pode podem posso os as um uma uns umas do da dos das no na nos nas ao a em com sem para por sobre ou se nao não meu minha meus seu sua diga me ja ainda fica',
    // Dutch
    'wat welke welk wie waar wanneer waarom hoe hoeveel is zijn was waren ben bent heeft hebben heb had kan kunnen kun moet mag wordt worden er de het een van voor met naar in op aan uit bij over onder om tot en of niet nog al ook ik jij je u hij zij ze wij we mij me mijn jouw uw zijn haar ons onze dit dat deze die daar hier nu geef zeg vertel toon staat',
  ]
    .join(' ')
    .split(' ')
    .map((word) => word.normalize('NFKD').replace(/\p{M}+/gu, '')),
)

export function isSmall(word: string): boolean {
  return SMALL.has(word) || /^(?:[ldtscjmnq]|qu|c|dell|all|nell|un)$/.test(word)
}
