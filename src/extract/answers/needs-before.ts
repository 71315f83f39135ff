import { fold } from '../../language/fold.ts'

/** A sentence that is not understood without the one before it: it begins with a pronoun or a connecting word. */
export function needsBefore(sentence: string): boolean {
  const folded = fold(sentence.slice(0, 60))
  return FIRST_WORDS.test(folded) || FIRST_CHARACTERS.test(folded)
}

const FIRST_WORDS = new RegExp(
  String.raw`^["'“„«(]?(?:${[
    'he|she|it|they|this|these|those|his|her|its|their|such|however|therefore|moreover|furthermore|but|and|also|thus|hence|then|instead|otherwise|nevertheless|for example|for instance|in addition|as a result|that (?:is|was|makes|means|would)|both of|the (?:former|latter)|another',
    'er|sie|es (?:ist|war|wurde|hat|liegt|kostet|wird)|dies|diese|dieser|dieses|diesem|diesen|seine|sein|ihre|ihr|deshalb|daher|jedoch|ausserdem|zudem|aber|und|dabei|dadurch|damit|dort|dazu|so|denn|allerdings|das (?:ist|war|macht|heisst|bedeutet)',
    "il|elle|ils|elles|ce|cet|cette|ces|cela|celui|celle|ceux|c'est|cependant|mais|donc|ainsi|toutefois|en outre|de plus|par exemple|son|sa|ses|leur|leurs",
    'este|esta|esto|estos|estas|ese|esa|eso|ellos|ellas|ella|sin embargo|pero|ademas|por eso|por lo tanto|asi|su|sus|tambien|por ejemplo',
    'egli|ella|esso|essa|essi|lui|lei|questo|questa|questi|queste|quello|quella|tuttavia|ma|inoltre|quindi|percio|cosi|anche|suo|sua|per esempio',
    'ele|ela|eles|elas|isso|isto|esse|essa|esses|essas|porem|mas|alem disso|portanto|assim|tambem|seu|sua|por exemplo',
    'hij|zij|ze|deze|dit|dat (?:is|was)|die|maar|daarom|echter|bovendien|ook|zijn|hun|daarna|zo',
    'han|hon|den|det (?:ar|var|ger)|de|denna|detta|dessa|men|darfor|dock|dessutom|ocksa|hans|hennes|deras|dar',
    'on|ona|ono|oni|one|ten|ta|te|to (?:jest|byl|byla|bylo)|jego|jej|ich|jednak|ale|dlatego|ponadto|takze|tam',
    'он|она|оно|они|этот|эта|это|эти|его|ее|их|однако|но|поэтому|кроме того|также|там|тогда|при этом',
    'o|bu|bunlar|onlar|bunun|onun|ancak|fakat|ama|bu nedenle|ayrica|boylece|orada',
    'هذا|هذه|ذلك|تلك|هو|هي|هم|لكن|ولكن|لذلك|كما|यह|ये|वह|वे|इसका|इसकी|इसके|लेकिन|इसलिए',
  ].join('|')})(?![\p{L}\p{N}])`,
  'u',
)
const FIRST_CHARACTERS =
  /^(?:他|她|它|这|這|此|该|該|其|但|因此|所以|然而|不过|并且|此外|而且|これ|それ|この|その|彼|しかし|また|そのため|さらに|そして|이것|그것|이는|그는|그녀|그러나|하지만|따라서|또한|그 |이 |และ|แต่|นอกจากนี้|ดังนั้น|เขา|มัน)/u
