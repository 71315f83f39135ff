import { fold } from './fold.ts'

/**
 * The words of each language that say nothing about what a text is about, question words among them. Compared with
 * folded words. The order of the languages decides between equals.
 */
const LISTS = {
  en: `a an the and or but nor so yet if then than that this these those there here it its he his him she her hers they
    their them we our us you your yours i me my who whom whose which what when where why how is are was were be been
    being am do does did done doing has have had having can could may might must shall should will would not no yes of
    in on at to from by for with without about into onto over under between through during before after as also too very
    just only any some all each every both either neither such same other another more most less least much many few
    s t d ll re ve m don doesn didn isn aren wasn weren won couldn wouldn shouldn hasn haven hadn out up down off again
    while because until per via within upon against among across please tell give get gets got let us`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber denn so wenn dann dass dies diese dieser
    dieses diesem diesen es er sie ihm ihn ihr ihre ihrer ihren ihrem sein seine seiner seinen seinem wir uns unser unsere
    ich mich mir mein meine du dich dir dein deine man wer wen wem wessen was wann wo warum wieso weshalb wie welche
    welcher welches welchen welchem wozu woher wohin womit wodurch ist sind war waren bin bist seid gewesen hat haben
    hatte hatten habe wird werden wurde wurden worden kann konnen konnte konnten muss mussen soll sollen darf durfen mag
    mochte nicht kein keine keinen keiner ja nein von vom in im an am auf aus bei beim mit nach seit zu zum zur fur uber
    unter um durch ohne gegen vor hinter zwischen bis wahrend wegen als auch nur noch schon sehr mehr sich viel viele
    vielen da dort hier ob gibt gab es sowie etwa bitte je pro`,
  fr: `le la les l un une des du de d et ou mais donc car ni que qu qui quoi dont ou quand comment pourquoi combien quel
    quelle quels quelles lequel laquelle ce cet cette ces c ca cela il elle ils elles on nous vous je j tu me m te t se s
    lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos y en est sont etait etaient etre ete suis es
    sommes etes a ont avait avaient avoir eu ai as avons avez fait faire peut peuvent pouvait doit doivent faut sera
    seront serait ne n pas plus moins non oui au aux dans sur sous par pour avec sans chez vers entre depuis pendant
    avant apres comme aussi tres tout tous toute toutes meme si alors puis ici la quelques chaque est-ce`,
  es: `el la los las lo un una unos unas y e o u pero sino si que quien quienes cual cuales cuando donde como porque por
    que cuanto cuanta cuantos cuantas este esta esto estos estas ese esa eso esos esas aquel aquella el ella ellos ellas
    yo tu usted ustedes nosotros me te se nos le les su sus mi mis tu tus nuestro nuestra es son era eran fue fueron ser
    sido soy estar esta estan estaba estaban ha han habia haber he hay hace hacer puede pueden debe deben sera seran no
    ni de del al a en con sin sobre entre hasta desde para hacia segun durante antes despues tras muy mas menos mucho
    muchos muchas tambien ya solo todo todos toda todas otro otra otros otras cada algun alguna asi`,
  it: `il lo la i gli le l un uno una e ed o ma se che chi cui qual quale quali quando dove come perche quanto quanta quanti
    quante questo questa questi queste quello quella quelli quelle egli ella lui lei loro essi io tu noi voi mi ti si ci
    vi ne lo suo sua suoi sue mio mia tuo tua nostro nostra e sono era erano essere stato stata stati state ha hanno
    aveva avevano avere ho fa fare puo possono deve devono sara saranno fu furono non no di del dello della dei degli
    delle d a al allo alla ai agli alle da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle su sul
    sulla con per tra fra senza sotto sopra dopo prima durante anche molto molti molte piu meno solo tutto tutti tutte
    ogni gia cosa cos viene vengono dell nell all dall sull quest`,
  pt: `o a os as um uma uns umas e ou mas se que quem qual quais quando onde como porque por quanto quanta quantos quantas
    este esta isto estes estas esse essa isso esses essas aquele aquela aquilo ele ela eles elas eu tu voce voces nos me
    te se lhe lhes seu sua seus suas meu minha nosso nossa e sao era eram foi foram ser sido sou estar esta estao estava
    tem tinha ter ha faz fazer pode podem deve devem sera serao nao sim de do da dos das em no na nos nas ao aos a pelo
    pela pelos pelas com sem sobre entre ate desde para durante antes depois muito muitos muitas mais menos tambem ja so
    todo todos toda todas outro outra outros outras cada num numa`,
  nl: `de het een en of maar dus want als dan dat die dit deze er hier daar hij zij ze het hem haar hen hun zijn wij we ons
    onze ik mij me mijn jij je jou jouw u uw men wie wat wanneer waar waarom hoe welke welk hoeveel waarvoor waarmee is
    was waren ben bent geweest heeft hebben had hadden heb wordt worden werd werden kan kunnen kon konden moet moeten mag
    mogen zal zullen zou zouden niet geen ja nee van in op aan uit bij met naar sinds te tot voor over onder om door
    zonder tegen na tussen tijdens ook nog al zeer meer veel vele zich om per via zo toen gaat`,
  sv: `en ett den det de och eller men for att som om da sa nar var vart varfor hur vem vems vilka vilken vilket vad hit
    har dar han hon honom henne hans hennes dem deras vi oss var vara vart jag mig min mitt mina du dig din ditt dina ni
    er man ar var varit vara blir blev bli har hade ha kan kunde maste ska skall skulle far fick inte ej ingen inga inget
    ja nej av i pa till fran med utan under over mellan genom efter fore innan vid mot ur an ocksa bara mycket mer manga
    alla allt sig sin sitt sina denna detta dessa samt per finns`,
  pl: `i a oraz lub albo ale lecz wiec bo ze zeby jesli gdy gdyby to ten ta te tego tej tym tych temu on ona ono oni one
    jego jej ich im nim nia my nas nam nasz wy was wam ja mnie mi moj moja ty ciebie tobie twoj sie kto kogo komu kim co
    czego czemu kiedy gdzie dlaczego czemu jak jaki jaka jakie jakich ktory ktora ktore ktorych ile ilu czy skad dokad
    jest sa byl byla bylo byli byly byc bedzie beda ma maja mial miala mozna moze moga musi musza nie tak w we na z ze do
    od po za przez przed przy pod nad o u dla bez miedzy podczas ku takze tez tylko juz jeszcze bardzo wiecej mniej wiele
    wszystkie kazdy swoj swoja zostal zostala zostalo`,
  ru: `и а но или да же ли бы не ни что чтобы если то это этот эта эти этого этой этом этому тот та те того той том он она
    оно они его ее их им ему ей ним нем них мы нас нам наш вы вас вам ваш я меня мне мои моя ты тебя тебе кто кого кому
    кем чего чему когда где куда откуда почему зачем как какои каким какому каком какая какое какие каких какую которыи которая которое
    которые которых сколько чеи есть был была было были быть будет будут является являются может могут можно должен
    должна в во на с со к ко от до по за из изо у о об обо для без при под над перед между через после во так также тоже
    только уже еще очень более менее много все всех весь вся свои своя себя себе ли нет`,
  tr: `ve veya ya da de ama fakat ki ise icin ile gibi kadar daha en cok az bu su o bunlar onlar bunun onun onu ona ben sen
    biz siz beni seni bizim benim senin sizin kim kimin kime kimi ne neden nicin nasil nerede nereye nereden hangi kac
    zaman mi mu midir mudur dir dur bir her hic tum butun olan olarak oldu olur olmak var yok degil evet hayir sonra once
    gore uzere tarafindan hem sadece yani cunku eger bazi diger ayni sey edilir eder etti`,
  da: `den det de en et og eller men som at der her hvor hvem hvad hvornar hvorfor hvordan hvilken hvilket hvilke han hun
    ham hende hans hendes dem deres vi os jer jeg mig min mit mine du dig din dit er var vaeret vaere bliver blev blive
    har havde have kan kunne skal skulle ma matte vil ville ikke ingen intet ja nej af i pa til fra med uden under over
    mellem gennem efter for ved mod om ogsa kun meget mere mange alle alt sig sin sit sine denne dette disse samt per`,
  ar: `في من على الى عن مع هو هي هم هذا هذه ذلك تلك التي الذي الذين ما ماذا متى اين كيف لماذا كم هل اي أو او و ثم كان كانت
    يكون تكون قد لقد لا لم لن ليس ان أن إن إلى كل بعد قبل بين عند حتى منذ خلال أين أي كما حيث غير بعض له لها به بها فيه فيها`,
  hi: `का की के को में से पर और या है हैं था थी थे हो होता होती होते यह वह ये वे इस उस इन उन कि जो क्या कौन कब कहाँ कहां क्यों
    कैसे कितना कितने कितनी किस किसने किसका ने भी तो ही नहीं एक लिए साथ बाद तक द्वारा कर करता करते करना गया गई गए रहा रही रहे`,
  zh: `什么 谁 哪里 哪儿 哪个 哪些 哪 何时 什么时候 多少 多久 多长 为什么 为何 怎么 怎样 如何 是 的 了 吗 呢 在 有 和 与 或 这 那 它 他 她 们 被 把 从 到
    几 个 吧 也 都 就 而 及 以 于 之 請問 什麼 誰 哪裡 多長 為什麼 為何 怎麼 怎樣 嗎 們 請 请问 这个 那个 時候 时候 大约`,
  ja: `は が を に の で と も か へ や より から まで ね よ です ます だ である でした ました した する して され れ られ いる ある なる いつ どこ 誰 だれ
    何 なに なん なぜ どうして どう どの どれ どちら いくら いくつ ください この その あの これ それ あれ こと もの ため よう ですか ますか でしょう でしょうか てい
    ました ましたか ない という たち さん`,
  ko: `은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 만 까지 부터 누구 누가 언제 어디 어디서 어디에 무엇 무엇을 무엇이 뭐 왜 어떻게 얼마 얼마나 몇 어떤 어느
    그 저 이것 그것 있다 있는 있습니까 입니까 인가요 인가 합니까 하나요 했나요 되었나요 되나요 있나요 및 또는 그리고 이다 입니다`,
  th: `ที่ และ หรือ แต่ ของ ใน จาก ถึง กับ โดย เป็น คือ อยู่ มี ได้ ไม่ ให้ ว่า การ ความ นี้ นั้น ใคร อะไร เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน
    ทำไม อย่างไร ยังไง เท่าไหร่ เท่าไร กี่ ไหม หรือไม่ ไหน ใด ก็ จะ แล้ว ซึ่ง ถูก ตั้ง`,
} as const

export type Language = keyof typeof LISTS

export const STOP_WORDS = Object.fromEntries(
  Object.entries(LISTS).map(([language, list]) => [language, new Set(fold(list).split(/\s+/))]),
) as unknown as Readonly<Record<Language, ReadonlySet<string>>>

export function isKnownLanguage(language: string | undefined): language is Language {
  return language !== undefined && Object.hasOwn(LISTS, language)
}
