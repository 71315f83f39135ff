/** Passages of ordinary prose, one per language; each is long enough to detect its encoding. */
export const PASSAGES: Record<string, string> = {
  zh: '这座小城坐落在河的拐弯处，每年春天河水上涨的时候，渔民都会把船拴在老桥下面。市场从清晨五点开始热闹起来，卖菜的人把新鲜的蔬菜摆在路边，价格写在纸板上。下午图书馆开门，学生们在窗边读书，直到天黑才回家。',
  'zh-TW':
    '這座小城坐落在河的轉彎處，每年春天河水上漲的時候，漁民都會把船綁在老橋下面。市場從清晨五點開始熱鬧起來，賣菜的人把新鮮的蔬菜擺在路邊，價格寫在紙板上。下午圖書館開門，學生們在窗邊讀書，直到天黑才回家。',
  ja: 'この町は川が曲がるところにあり、春になると水かさが増えるので、漁師たちは古い橋の下に船をつなぎます。市場は朝の五時ごろからにぎわい、新しい野菜が道のそばに並べられます。午後には図書館が開き、学生たちは暗くなるまで窓ぎわで本を読んでいます。',
  ko: '이 작은 도시는 강이 굽어지는 곳에 있으며 봄이 되면 물이 불어나 어부들은 오래된 다리 아래에 배를 묶어 둡니다. 시장은 아침 다섯 시부터 붐비고 신선한 채소가 길가에 놓입니다. 오후에는 도서관이 문을 열고 학생들은 어두워질 때까지 창가에서 책을 읽습니다.',
  ru: 'Городок стоит на излучине реки, и каждую весну, когда вода поднимается, рыбаки привязывают лодки под старым мостом. Рынок оживает около пяти часов утра: свежие овощи раскладывают прямо у дороги, а цены пишут на картоне. После обеда открывается библиотека, и школьники читают у окна, пока не стемнеет.',
  uk: 'Містечко стоїть на закруті річки, і щовесни, коли вода піднімається, рибалки прив’язують човни під старим мостом. Ринок оживає близько п’ятої ранку: свіжі овочі розкладають просто біля дороги, а ціни пишуть на картоні. Після обіду відчиняється бібліотека, і учні читають біля вікна, доки не стемніє, її люблять усі.',
  bg: 'Градчето се намира на завоя на реката и всяка пролет, когато водата се покачи, рибарите връзват лодките си под стария мост. Пазарът се оживява към пет часа сутринта: пресните зеленчуци се подреждат край пътя, а цените се пишат на картон. След обяд отваря библиотеката и учениците четат до прозореца, докато се стъмни.',
  pl: 'Miasteczko leży w zakolu rzeki i każdej wiosny, gdy woda się podnosi, rybacy cumują łodzie pod starym mostem. Targ ożywa około piątej rano: świeże warzywa układa się przy drodze, a ceny wypisuje się na kartonie. Po południu otwiera się biblioteka, uczniowie czytają książki przy oknie, aż zapadnie zmrok, i nikt się nie śpieszy.',
  cs: 'Městečko leží v ohybu řeky a každé jaro, když voda stoupne, uvazují rybáři své lodě pod starým mostem. Trh ožívá kolem páté hodiny ráno: čerstvá zelenina se rozkládá přímo u cesty a ceny se píší na lepenku. Odpoledne se otevírá knihovna, žáci čtou u okna, dokud se nesetmí, a nikdo nikam nespěchá. Těšíme se na další léto.',
  hu: 'A kisváros a folyó kanyarulatában fekszik, és minden tavasszal, amikor a víz megemelkedik, a halászok az öreg híd alá kötik ki csónakjaikat. A piac hajnali öt óra körül éled: a friss zöldséget az út mellé rakják, az árakat kartonra írják. Délután kinyit a könyvtár, a diákok az ablaknál olvasnak, amíg be nem sötétedik, és senki sem siet. Jövő nyáron több időnk lesz, gyűjtünk erőt.',
  fr: 'La petite ville se trouve dans la boucle de la rivière et chaque printemps, quand l’eau monte, les pêcheurs attachent leurs barques sous le vieux pont. Le marché s’éveille vers cinq heures : les légumes frais sont posés au bord de la route et les prix écrits sur du carton. L’après-midi, la bibliothèque ouvre, les élèves lisent près de la fenêtre jusqu’à la tombée de la nuit ; être pressé n’est pas leur fort, à vrai dire.',
  de: 'Das Städtchen liegt in der Schleife des Flusses, und jedes Frühjahr, wenn das Wasser steigt, binden die Fischer ihre Kähne unter der alten Brücke fest. Der Markt erwacht gegen fünf Uhr früh: Das frische Gemüse wird an der Straße ausgelegt, die Preise stehen auf Pappe. Nachmittags öffnet die Bücherei, die Schüler lesen am Fenster, bis es dämmert, und niemand drängt. Schöne Grüße von hier!',
  es: 'El pueblo está en la curva del río y cada primavera, cuando sube el agua, los pescadores amarran sus barcas bajo el puente viejo. El mercado despierta hacia las cinco de la mañana: las verduras frescas se colocan junto al camino y los precios se escriben en cartón. Por la tarde abre la biblioteca, los niños leen junto a la ventana hasta que oscurece, y nadie tiene prisa. ¿Cuándo volverán? El año próximo, según dicen.',
  el: 'Η μικρή πόλη βρίσκεται στη στροφή του ποταμού και κάθε άνοιξη, όταν ανεβαίνει το νερό, οι ψαράδες δένουν τις βάρκες τους κάτω από την παλιά γέφυρα. Η αγορά ζωντανεύει γύρω στις πέντε το πρωί: τα φρέσκα λαχανικά απλώνονται δίπλα στον δρόμο και οι τιμές γράφονται σε χαρτόνι. Το απόγευμα ανοίγει η βιβλιοθήκη και οι μαθητές διαβάζουν στο παράθυρο μέχρι να νυχτώσει. Άλλοι φεύγουν νωρίς.',
  tr: 'Kasaba ırmağın kıvrımında yer alır ve her ilkbahar su yükselince balıkçılar kayıklarını eski köprünün altına bağlar. Pazar sabah beşe doğru canlanır: taze sebzeler yol kenarına dizilir, fiyatlar kartona yazılır. Öğleden sonra kütüphane açılır, öğrenciler hava kararana kadar pencere kenarında kitap okur ve kimse acele etmez. Çünkü burada gün uzun, işler azdır; akşamüstü çay içilir, şarkılar söylenir.',
  he: 'העיירה הקטנה שוכנת בעיקול הנהר, ובכל אביב כאשר המים עולים קושרים הדייגים את הסירות מתחת לגשר הישן. השוק מתעורר לקראת חמש בבוקר: הירקות הטריים מונחים בצד הדרך והמחירים כתובים על קרטון. אחר הצהריים נפתחת הספרייה והתלמידים קוראים ליד החלון עד שמחשיך, ואיש אינו ממהר לשום מקום.',
  ar: 'تقع البلدة الصغيرة عند منعطف النهر، وفي كل ربيع عندما يرتفع الماء يربط الصيادون قواربهم تحت الجسر القديم. يستيقظ السوق نحو الساعة الخامسة صباحا، وتوضع الخضروات الطازجة على جانب الطريق وتكتب الأسعار على الورق المقوى. وبعد الظهر تفتح المكتبة أبوابها ويقرأ التلاميذ قرب النافذة حتى يحل الظلام.',
  lt: 'Miestelis įsikūręs upės vingyje, ir kiekvieną pavasarį, kai vanduo pakyla, žvejai riša valtis po senuoju tiltu. Turgus atgyja apie penktą ryto: šviežios daržovės išdėliojamos šalia kelio, o kainos užrašomos ant kartono. Po pietų atsidaro biblioteka, mokiniai skaito prie lango, kol sutemsta, ir niekas niekur neskuba. Čia žmonės mėgsta tylą, ąžuolus ir ežerų šviesą.',
  lv: 'Pilsētiņa atrodas upes līkumā, un katru pavasari, kad ūdens ceļas, zvejnieki piesien laivas zem vecā tilta. Tirgus atdzīvojas ap pieciem no rīta: svaigi dārzeņi tiek izlikti ceļmalā, bet cenas uzrakstītas uz kartona. Pēcpusdienā atveras bibliotēka, skolēni lasa pie loga, kamēr satumst, un neviens nekur nesteidzas. Šeit ļaudis mīl klusumu, ķiršu dārzus un ezeru gaismu.',
  et: 'Linnake asub jõe käänaku juures ja igal kevadel, kui vesi tõuseb, seovad kalurid oma paadid vana silla alla. Turg ärkab kella viie paiku: värsked köögiviljad laotakse tee äärde ja hinnad kirjutatakse papile. Pärastlõunal avatakse raamatukogu, õpilased loevad akna juures, kuni läheb pimedaks, ja keegi ei kiirusta kuhugi. Öösel on vaikne, kõrtsis mängitakse šašlõki kõrvale pilli.',
  vi: 'Thị trấn nhỏ nằm bên khúc quanh của dòng sông, và mỗi mùa xuân khi nước dâng lên, ngư dân buộc thuyền dưới cây cầu cũ. Chợ bắt đầu đông vào khoảng năm giờ sáng: rau tươi được bày bên đường, giá viết trên bìa giấy. Buổi chiều thư viện mở cửa, học sinh ngồi đọc sách bên cửa sổ cho đến khi trời tối, và không ai vội vàng.',
  th: 'เมืองเล็กแห่งนี้ตั้งอยู่ตรงโค้งของแม่น้ำ และทุกฤดูใบไม้ผลิเมื่อน้ำขึ้น ชาวประมงจะผูกเรือไว้ใต้สะพานเก่า ตลาดเริ่มคึกคักตอนตีห้า ผักสดวางเรียงอยู่ข้างถนน ราคาเขียนไว้บนกระดาษแข็ง ตอนบ่ายห้องสมุดเปิด นักเรียนนั่งอ่านหนังสือข้างหน้าต่างจนกว่าจะมืด และไม่มีใครรีบร้อน',
}

/** Common pairs of encoding and language. */
export const COMMON: [encoding: string, language: string][] = [
  ['gbk', 'zh'],
  ['big5', 'zh-TW'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['iso-2022-jp', 'ja'],
  ['euc-kr', 'ko'],
  ['windows-1250', 'pl'],
  ['windows-1250', 'cs'],
  ['windows-1250', 'hu'],
  ['iso-8859-2', 'pl'],
  ['iso-8859-2', 'cs'],
  ['iso-8859-2', 'hu'],
  ['windows-1251', 'ru'],
  ['windows-1251', 'uk'],
  ['windows-1251', 'bg'],
  ['koi8-r', 'ru'],
  ['koi8-u', 'uk'],
  ['iso-8859-5', 'ru'],
  ['ibm866', 'ru'],
  ['windows-1252', 'fr'],
  ['windows-1252', 'de'],
  ['windows-1252', 'es'],
  ['iso-8859-15', 'de'],
  ['windows-1253', 'el'],
  ['iso-8859-7', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1255', 'he'],
  ['iso-8859-8', 'he'],
  ['windows-1256', 'ar'],
  ['iso-8859-6', 'ar'],
  ['windows-1257', 'lt'],
  ['windows-1257', 'lv'],
  ['iso-8859-13', 'lt'],
  ['windows-1257', 'et'],
  ['windows-1258', 'vi'],
  ['windows-874', 'th'],
]

/**
 * A passage as an encoding can write it: without unsupported typographic signs, and with Vietnamese in
 * letters and tones.
 */
export function writable(text: string, encoding: string): string {
  const table = tableOf(encoding)
  return [...text]
    .map((sign) => {
      if (table.has(sign)) return sign
      const plain = SUBSTITUTES[sign]
      if (plain !== undefined && table.has(plain)) return plain
      const [base = '', ...marks] = sign.normalize('NFD')
      const composed = [marks[0], marks[1]].map((mark) => (base + (mark ?? '')).normalize('NFC'))
      const letter = composed.findIndex((candidate) => table.has(candidate))
      if (letter === -1) throw new Error(`${encoding} has no ${sign}`)
      return [composed[letter]!, ...marks.filter((_, index) => index !== letter)].join('')
    })
    .join('')
}

const SUBSTITUTES: Record<string, string> = { '’': "'" }

/** The bytes of a text, by inverting the decoder of that encoding. */
export function encode(text: string, encoding: string): Buffer {
  const table = tableOf(encoding)
  const bytes = [...text].flatMap((sign) => table.get(sign) ?? assertUnknown(sign, encoding))
  return encoding === 'iso-2022-jp' ? sevenBit(bytes) : Buffer.from(bytes)
}

function assertUnknown(sign: string, encoding: string): never {
  throw new Error(`${encoding} has no ${sign}`)
}

const tables = new Map<string, Map<string, number[]>>()

function tableOf(encoding: string): Map<string, number[]> {
  // The seven-bit form writes the same rows and cells as EUC-JP.
  const decodable = encoding === 'iso-2022-jp' ? 'euc-jp' : encoding
  const known = tables.get(decodable)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(decodable)
  const add = (bytes: number[]) => {
    const sign = decoder.decode(Uint8Array.from(bytes))
    if ([...sign].length === 1 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, bytes)
  }
  for (let first = 0; first < 256; first++) add([first])
  if (/^(gb|big5|shift|euc)/.test(decodable)) {
    for (let first = 0x81; first < 0xff; first++) {
      for (let second = 0x40; second < 0xff; second++) add([first, second])
    }
  }
  tables.set(decodable, table)
  return table
}

/** EUC-JP as ISO-2022-JP: escapes instead of high bits. */
function sevenBit(bytes: number[]): Buffer {
  const out: number[] = []
  let isWide = false
  for (const byte of bytes) {
    if (byte > 0x7f !== isWide) {
      isWide = !isWide
      out.push(0x1b, ...(isWide ? [0x24, 0x42] : [0x28, 0x42]))
    }
    out.push(byte & 0x7f)
  }
  return Buffer.from(isWide ? [...out, 0x1b, 0x28, 0x42] : out)
}
