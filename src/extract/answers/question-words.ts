/** The kind of thing a question wants to know. */
export type AnswerKind =
  | 'person'
  | 'email'
  | 'phone'
  | 'date'
  | 'hours'
  | 'place'
  | 'money'
  | 'duration'
  | 'measure'
  | 'frequency'
  | 'number'
  | 'reason'
  | 'method'
  | 'definition'

/** Where a word begins or ends, whatever its letters. */
const EDGE = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`

/**
 * How questions ask for each kind, over folded text; the first that fits decides. The words of all languages stand
 * together: a question is a line, and too short to be sure of its language.
 */
export const QUESTION_WORDS: readonly { kind: AnswerKind; pattern: RegExp }[] = [
  row(
    'email',
    String.raw`(?:what|which|wie|was|quel|quelle|cual|qual|wat|vad|jaki|какои)\b.*\b(?:e-?mail|courriel|correo electronico|posta elettronica|メール|邮箱|이메일)`,
  ),
  row(
    'phone',
    String.raw`(?:what|which|wie|was|quel|quelle|cual|qual|wat|vad|jaki|какои)\b.*\b(?:(?:tele)?phone|telefon\w*|telefoonnummer|rufnummer|hotline|fax(?: number)?|numero de tel\w+|numero di tel\w+|телефон\w*|電話番号|电话|전화)`,
  ),
  row(
    'money',
    String.raw`how much (?:does|do|did|is|are|was|were|will|would|must|should)\b.*(?:cost|price|pay|charge|worth|earn|spend|ticket|admission|entry|fee)\w*|how much .*(?:cost|pay|charge)|(?:what|which) (?:is|are|was|were)? ?(?:the )?(?:\w+ ){0,3}(?:price|cost|fee|fare|rent|salary|revenue|budget)s?\b|how expensive|how much money|what (?:does|do|did|will|would) .*\b(?:cost|charge)\b|how much (?:is|are|was|were|for|can|could|may|might|must|should|do|does|did|will|would)\b`,
    String.raw`was kostet|was kosten|wie viel kost\w*|wieviel kost\w*|wie teuer|wie hoch (?:ist|sind|war) (?:der|die|das) \w*(?:preis|kosten|gebuhr|miete|umsatz|eintritt|gehalt|budget)\w*|combien (?:coute|coutent|faut-il payer)|combien ca coute|quel (?:est|etait) le (?:prix|tarif|cout|montant)|cuanto (?:cuesta|cuestan|vale|costo)|cual es el (?:precio|coste|costo)|quanto (?:costa|costano|custa|custam)|qual (?:e|era) (?:il|o) (?:prezzo|costo|preco|custo)|(?:hoeveel|wat) kost(?:en|te)?|vad kostar|hur mycket kostar|hvad koster|ile kosztuj\w*|jaka jest cena|сколько стои\w*|какова (?:цена|стоимость)|(?:ne kadar|kac para|fiyati) (?:tutar|ne|eder)?|fiyati ne kadar|多少钱|多少錢|价格是|票价|いくら|値段|料金は|얼마(?:입니까|인가요|예요|$)|가격|กี่บาท|ราคา.*เท่า|كم (?:سعر|تكلفة|يكلف|ثمن)|कितने (?:रुपये|का)|कीमत`,
  ),
  row(
    'duration',
    String.raw`how long\b|within (?:what|which|how) |how many (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)|how much time|what (?:is|was) the (?:duration|warranty period)|for how long|how (?:quickly|soon)`,
    String.raw`wie lange|wie viele (?:sekunden|minuten|stunden|tage|wochen|monate|jahre)|wie viel zeit|combien de temps|combien (?:de |d')(?:secondes|minutes|heures|jours|semaines|mois|annees|ans)|cuanto (?:tiempo|dura|duran|tarda)|cuant[oa]s (?:segundos|minutos|horas|dias|semanas|meses|anos)|quanto (?:tempo|dura|durano|duram|demora)|quant[ioae]s? (?:minuti|ore|giorni|settimane|mesi|anni|minutos|horas|dias|semanas|meses|anos)|hur lang tid|hoe lang|hoeveel (?:minuten|uur|uren|dagen|weken|maanden|jaar)|hur lange|hur manga (?:minuter|timmar|dagar|veckor|manader|ar)\b|hvor lenge|hvor laenge|jak dlugo|ile (?:czasu|minut|godzin|dni|tygodni|miesiecy|lat)|как долго|сколько (?:времени|минут|часов|днеи|недель|месяцев|лет|длится)|ne kadar sur\w*|kac (?:dakika|saat|gun|hafta|ay|yil)|多久|多长时间|多長時間|几(?:天|小时|分钟|个月|年)|どのくらいの時間|何(?:分|時間|日間|週間|か月|ヶ月|年間)|どれくらいかか|얼마나 (?:걸|오래)|몇 (?:분|시간|일|주|개월|년)|นานเท่า|กี่(?:นาที|ชั่วโมง|วัน|เดือน|ปี)|كم (?:من الوقت|دقيقة|ساعة|يوما|سنة)|कितने (?:दिन|घंटे|मिनट|साल|समय)|कितना समय`,
  ),
  row(
    'frequency',
    'how (?:often|frequently|many times)',
    'wie (?:oft|haufig)|(?:a|avec) quelle frequence|combien de fois|con que frecuencia|cuantas veces|con (?:che|quale) frequenza|quante volte|com que frequencia|quantas vezes|hoe vaak|hur ofta|jak czesto|ile razy|как часто|сколько раз|ne siklikla|kac (?:kez|kere)|多久一次|几次|頻度|何回|얼마나 자주|몇 번|บ่อยแค่ไหน|กี่ครั้ง|كم مرة|कितनी बार',
  ),
  row(
    'measure',
    String.raw`(?:at |to )?(?:what|which) (?:temperature|height|depth|speed|size|age|weight|percentage|distance|angle)|how (?:loud|noisy|bright|tall|high|long|wide|deep|big|large|heavy|far|fast|hot|cold|thick|old|loud|powerful|strong|steep|warm|often)\b|what (?:is|was|are) (?:the |its )?(?:\w+ ){0,3}(?:height|length|width|depth|size|area|weight|distance|speed|temperature|thickness|diameter|capacity|altitude|elevation|age|voltage|power|volume|range|resolution|dimensions)\b|how much (?:does|do|did) .*weigh|(?:what|which) percentage|what share`,
    String.raw`(?:bei |in |mit )?welche[rmns]? (?:temperatur|hohe|grosse|geschwindigkeit|alter|gewicht|tiefe)|quel(?:le)? (?:age|temperature|taille|hauteur|poids|vitesse)|a (?:che|quale) (?:temperatura|altezza|velocita|eta)|bij welke temperatuur|vid vilken temperatur|w jakiej temperaturze|при какои температуре|wie (?:hoch|gross|lang|breit|tief|schwer|weit|schnell|heiss|warm|kalt|dick|alt|oft|haufig|stark)\b|quelle (?:est|etait) la (?:hauteur|longueur|largeur|profondeur|taille|superficie|distance|vitesse|temperature|capacite)|quel (?:est|etait) (?:le|l')\s?(?:poids|age|diametre|altitude)|combien (?:mesure|pese)|que (?:altura|longitud|tamano|peso|edad|superficie|profundidad|anchura|temperatura|velocidad|capacidad)|cuanto (?:mide|pesa)|cual es (?:la|el) (?:altura|longitud|tamano|peso|superficie|profundidad|velocidad|temperatura|distancia)|quanto (?:e alt\w+|e lung\w+|e grande|pesa|mede|misura|mesure)|qual (?:e|era) (?:la|l'|il|a|o) ?(?:altezza|lunghezza|superficie|peso|altura|comprimento|tamanho|profundidade|profondita|velocidade|temperatura)|hoe (?:hoog|lang|groot|breed|diep|zwaar|ver|snel|warm|oud|vaak)\b|hur (?:hog|lang|stor|bred|djup|tung|langt|snabb|varm|gammal|ofta)\w*|jak (?:wysok|dlug|duz|szerok|glebok|ciezk|dalek|szybk|star|czesto)\w*|ile (?:wazy|mierzy|ma metrow)|jaka jest (?:wysokosc|dlugosc|powierzchnia|waga|temperatura|predkosc|glebokosc)|(?:какова|какая) (?:высота|длина|ширина|глубина|площадь|масса|температура|скорость)|какои (?:вес|размер|возраст|диаметр)|сколько (?:весит|метров|километров)|насколько|(?:yuksekligi|uzunlugu|agirligi|alani|genisligi|derinligi|hizi|buyuklugu) (?:ne|kac)|ne kadar (?:yuksek|uzun|agir|buyuk|derin|genis|hizli)|多(?:高|长|長|宽|深|大|重|远|快)|高度|面积|面積|重量|高さ|長さ|重さ|広さ|大きさ|深さ|무게|높이|길이|면적|넓이|크기|สูงเท่า|ยาวเท่า|หนักเท่า|ขนาด|(?:ارتفاع|طول|مساحة|وزن)|(?:ऊँचाई|ऊंचाई|लंबाई|वजन|क्षेत्रफल)`,
  ),
  row(
    'number',
    String.raw`how many|how much|what number|(?:what|which|in which|in what|since which) (?:version|release)\b|(?:welche[rnms]?|quelle|que|quale|qual|welke|vilken|ktorej|какои) (?:versione?|versao|versie|wersji|версии)|(?:what|which) (?:is|was) the (?:\w+ ){0,2}(?:number of|population|total|amount|count|rating|score)\b`,
    String.raw`wie ?viele?[nr]?|combien|cuant[oa]s?|quant[ioae]s?|hoeveel|hur (?:manga|mycket)|hvor mange|\bile\b|\bilu\b|сколько|kac\b|多少|几(?:个|人|名|家|座|所)|幾|いくつ|何(?:人|個|本|台|店|軒|冊|枚|種類|名|社)|몇|얼마나 많|กี่|จำนวนเท่า|\bكم\b|कितन[ेाी]`,
  ),
  row(
    'hours',
    String.raw`(?:at )?what time|how (?:late|early)|(?:opening|business|visiting) (?:hours|times)|(?:what|which) are the (?:opening|business|visiting) (?:hours|times)|when (?:is|are|does|do|can) .*\b(?:open|close|closed|closes|opens|shut)\b|until what time`,
    String.raw`um wie ?viel uhr|offnungszeiten|wann .*\b(?:geoffnet|offen|geschlossen|schliesst|offnet)\b|a quelle heure|horaires|quand .*(?:ouvert|ferme)|a que horas?\b|horario|cuando (?:abre|cierra|abren)|a che ora|orari\b|quando (?:apre|chiude|abre|fecha|e aperto)|hoe laat|openingstijden|wanneer .*(?:open|gesloten)|oppettider|nar .*(?:oppet|oppnar|stanger)|o ktorej godzinie|godziny otwarcia|kiedy .*(?:otwart|czynn)|во сколько|до скольки|часы работы|когда .*(?:открыт|работает|закрыт)|saat kac\w*|calisma saatleri|几点|幾點|营业时间|开放时间|何時|営業時間|몇 시|영업시간|กี่โมง|كم الساعة|ساعات العمل|कितने बजे`,
  ),
  row(
    'date',
    String.raw`when\b|(?:what|which|in what|in which) (?:year|date|day|month|time|century|decade)|what (?:is|was|are) the (?:\w+ ){0,3}(?:deadline|date|year)s?\b|until what|(?:what|which|on which|on what) (?:days|weekday)|how late|how early|since when`,
    String.raw`wann|seit wann|bis wann|ab wann|(?:um|in|an|am|bis|ab)? ?welche[mnrs]? (?:jahr|tag|datum|uhrzeit|monat|jahrhundert)|um wie viel uhr|an welchen tagen|offnungszeiten|quand|en quelle annee|a quelle (?:heure|date)|quels? (?:jours?|sont les (?:horaires|jours))|cuando|en que (?:ano|fecha|dia|mes|siglo)|que dias|a que hora|quando|(?:che|quali) giorni|in (?:che|quale) (?:anno|data|giorno|mese|secolo)|a che ora|em que (?:ano|data|dia|mes|seculo)|a que horas|wanneer|in welk(?:e)? (?:jaar|maand|eeuw)|hoe laat|(?:welke|op welke) dagen|vilka dagar|w (?:jakie|ktore) dni|каким дням|какие дни|hangi gunler|\bnar\b|vilket (?:ar|datum)|vilken (?:dag|manad)|hvornar|kiedy|w ktorym roku|o ktorei|o ktorej godzinie|od kiedy|когда|в каком году|в каком веке|до скольки|во сколько|ne zaman|hangi (?:yil|tarih|gun|ay)\w*|saat kac\w*|何时|何時|什么时候|什麼時候|哪(?:一)?年|几点|几月|いつ|何年|何月|何日|언제|몇 시|몇 년도|เมื่อ(?:ไหร่|ไร|ใด)|ปีใด|ปีไหน|กี่โมง|متى|في أي عام|في اي عام|कब|किस (?:वर्ष|साल|दिन)`,
  ),
  row(
    'place',
    String.raw`where\b|(?:what|which|in what|in which) (?:cit(?:y|ies)|countr(?:y|ies)|towns?|states?|places?|villages?|regions?|continents?|streets?|locations?|address)|what is the (?:address|location)`,
    String.raw`\bwo\b|woher|wohin|in welche[mnrs]? (?:stadt|land|ort|staat|dorf|region|strasse)|aus welche[mnrs]? (?:stadt|land|ort)|\bou (?:se|est|sont|peut|puis|a|trouve|la|le|les|etait|faut|habite|vit)\b|d'ou|dans quell?e? (?:ville|pays|region|rue|quartier)|donde|en que (?:ciudad|pais|lugar|region|calle|pueblo)|dove|in (?:che|quale) (?:citta|paese|luogo|regione|via)|onde|em que (?:cidade|pais|lugar|regiao|rua)|\bwaar\b(?! ?om)|in welke? (?:stad|land|plaats|straat)|\bvar (?:ligger|finns|ar|kan|kommer|bor|hittar|halls|ligger)|i vilken (?:stad|ort)|i vilket land|hvor (?:ligger|er|kan|bor)\b|gdzie|skad|w (?:jakim|ktorym) (?:miescie|kraju)|где|куда|откуда|в каком (?:городе|месте|краю)|в какои стране|nerede\w*|nereye|hangi (?:sehir|ulke)\w*|哪里|哪裡|哪儿|在哪|何处|どこ|어디|ที่ไหน|จังหวัดใด|أين|اين|कहाँ|कहां|किस (?:शहर|देश)`,
  ),
  row(
    'reason',
    String.raw`why\b|what (?:is|was|are|were) the (?:main |chief )?(?:reasons?|causes?)|what caused|for what reason|how come|what purpose`,
    String.raw`warum|wieso|weshalb|weswegen|aus welchem grund|wozu|pourquoi|por ?que\b|por que motivo|per quale motivo|perche|waarom|varfor|hvorfor|dlaczego|czemu|z jakiego powodu|почему|зачем|отчего|neden\b|nicin|niye|为什么|為什麼|为何|為何|なぜ|どうして|왜|ทำไม|เพราะเหตุใด|لماذا|क्यों`,
  ),
  row(
    'person',
    String.raw`who\b|whom\b|whose\b|(?:what|which) (?:person|author|architect|company|team|artist|scientist|actor|player|president|director|engineer|writer)|(?:what|who) (?:is|was|are|were) the names? of|by whom|what is .{1,40} called`,
    String.raw`wie heiss(?:t|en)|comment s'appel\w+|como se (?:llama|chama)\w*|come si chiama\w*|hoe heten?|vad heter|jak sie nazywa\w*|как (?:зовут|называ\w+)|\bad[iı] ne|叫什么名字|名前は|이름은|\bwer\b|\bwen\b|\bwem\b|wessen|von wem|welche[rs]? (?:architekt|autor|person|firma|kunstler|forscher|ingenieur)\w*|\bqui\b(?! ?est-ce)|quel(?:le)? (?:architecte|auteur|personne|entreprise|artiste)|quien(?:es)?|que (?:arquitecto|autor|persona|empresa|artista)|\bchi\b|quale (?:architetto|autore|persona|azienda|artista)|quem|qual (?:arquiteto|autor|pessoa|empresa|artista)|\bwie (?:heeft|is|was|zijn|waren|won|schreef|bouwde|leidt|ontwierp|werd|mag|kan|maakte|richtte|stichtte|bedacht|betaalde|opende)\b|wiens|door wie|\bvem\b|\bvems\b|hvem|\bkto\b|kogo|przez kogo|czyi?\b(?= )|кто|кого|кем|чеи|kim\b|kimin|kimler|谁|誰|哪位|だれ|누구|누가|ใคร|ผู้ใด|\bمن (?:هو|هي|الذي|بنى|كتب|أسس|صمم)|कौन|किसने`,
  ),
  row(
    'method',
    String.raw`how (?:do|does|did|can|could|should|to|is|are|was|were|would)\b`,
    String.raw`\bwie (?:kann|konnen|funktioniert|wird|werden|macht|geht|lasst|muss|soll|sollte|wurde|wurden|oft|stellt|melde|bekomme|erreiche|komme)\b|comment|\bcomo\b|\bcome (?:si|posso|puo|funziona|faccio|viene|vengono|fare)\b|\bhoe\b|\bhur\b|hvordan|\bjak\b|как\b|nasil|如何|怎么|怎麼|怎样|どうやって|どのように|어떻게|อย่างไร|ยังไง|كيف|कैसे`,
  ),
  row(
    'definition',
    String.raw`what (?:is|are|was|were) (?!the |its |his |her |their |your |our )(?:an? )?(?:\S+ ?){1,4}\?*$|what does .* mean|what do you call|define\b|definition of|meaning of`,
    String.raw`was (?:ist|sind|war|bedeutet|versteht man unter)\b|qu'est-ce qu|c'est quoi|que signifie|que (?:es|son|significa)\b|que e\b|o que (?:e|sao|significa)\b|(?:che )?cos'?e\b|che cosa (?:e|sono)\b|cosa (?:e|sono|significa)\b|wat (?:is|zijn|betekent)\b|vad (?:ar|betyder)\b|hvad (?:er|betyder)\b|co to (?:jest|sa)?|czym (?:jest|sa)\b|что такое|что значит|nedir|ne demek|是什么|是什麼|とは|何ですか|무엇(?:입니까|인가요|이다)|뭐(?:예요|야)|คืออะไร|ما (?:هو|هي|معنى)|क्या (?:है|हैं|होता)`,
  ),
]

/** What a kind says by itself: stems of these words in a question need not stand on the page beside a value of the kind. */
export const SPENT: Partial<Record<AnswerKind, RegExp>> = {
  email: stems('mail email address adress adresse courriel correo electronic'),
  phone: stems('phone telephon telefon number nummer numero rufnumm teleph'),
  money: stems(
    `cost pric pay charg fee worth expens kost koste teuer preis prix cout coute tarif cuest preci val prezz cust preco prijs pris koszt cen стои стоит цен fiyat 价格 価格 値段 料金 가격 money much high hoch ราคา zahl bezahl pag`,
  ),
  duration: stems(
    `quick quickly soon long tak last durat tim dauer lang dur temps tiempo tempo tard prend duur tar trwa czas длит врем sur 时间 時間 시간 hour minut day week month year stund tag woch monat jahr heur jour semain mois hor dia seman mes ano or giorn settiman uur uren dag wek maand jaar tim veck manad godzin dni tydz lat час дне недел месяц лет saat gun hafta yil valid nehm brauch`,
  ),
  date: stems(
    `дням дни день tage tagen dagen dagar dias giorni jours gunler year dat day month tim century deadlin week jahr tag datum uhrzeit monat uhr anne heur jour ano fech dia hor anno giorn ann jaar maand laat ar datum rok roku dat god год году yil tarih saat 时间 年 hour taking take plac happen occur stattfind find statt`,
  ),
  hours: stems(
    `tim hour open clos uhrzeit uhr zeit offnungszeit heur horair hor horari orar tijd openingstijd oppettid godzin час saat 时间 営業 시간`,
  ),
  place: stems(
    `locat situat place cit town country address find liegt lieg ort stadt land adress befind trouv situ vill pays ubic ciudad pais encuentr lugar trov citt paes cidad fic localiz gelegen ligt lig plaats stad finn land polozon znajd miasto lezy наход располож город bulun sehir ulk 位于 ある あり 위치 ตั้งอยู่`,
  ),
  number: stems(
    `number many much total amount anzahl zahl viel nombr numer antal aantal licz числ количеств sayi 数 数量 exist there`,
  ),
  measure: stems(
    `tall high height long length wide width deep depth big large siz heavy weigh far distanc fast speed hot cold thick old ag area hoch hohe gross lang breit tief schw weit schnell heiss warm kalt alt flach haut hauteur longu larg profond taill superfici poid pes mesur altur longitud taman mid altezz lunghezz comprim hoog hogt diep zwaar groot hog stor tung djup vikt wysok dlug duz powierzchn waz wag высот длин площад масс вес yukseklik uzunluk agirlik alan meter kilometer percentag capac kapaz capacit diamet temperatur altitud elevat resolut dimens volum rang volt power loud laut noise noisy bright hell watt watts decibel dezibel lumen nit kilo kilogram pound gram calori kalori leistung`,
  ),
  reason: stems(
    `reason caus grund ursach raison razon motiv oorzaak reden orsak przyczyn powod причин sebep neden 原因 理由 이유 purpos`,
  ),
  person: stems(
    `heiss heisst appel llam chiam cham heet heten heter nazyw зов назыв call nam person nom nombr nam naam imie имя ad isim 인물`,
  ),
  definition: stems(`mean defin bedeut signif beteken betyd znacz знач demek 意味 意思`),
  method: stems(`way possibl work funktion func step`),
}

/** Long stems match with an ending, short ones only as they are. */
function stems(list: string): RegExp {
  const words = list.split(/\s+/).map((word) => (word.length > 3 ? String.raw`${word}\p{L}{0,4}` : word))
  return new RegExp(`^(?:${words.join('|')})$`, 'u')
}

/** The classes of expressions know Latin letters only. */
function row(kind: AnswerKind, ...sources: string[]): { kind: AnswerKind; pattern: RegExp } {
  const source = sources.map((one) => `(?:${one})`).join('|')
  return {
    kind,
    pattern: new RegExp(source.replaceAll('\\b', EDGE).replaceAll('\\w', String.raw`[\p{L}\p{N}]`), 'u'),
  }
}
