/** What menus are called and what stands on them, in the languages they are written in. */

/** What the page itself is called. */
export const MENU =
  /(?:^|[^\p{L}])(?:menus?|menú|menù|menüs?|speise(?:karte|plan|n)|getränkekarte|mittagskarte|karte|la carte|notre carte|carte des|nos plats|la carta|nuestra carta|cartas?|cardápio|ementa|menukaart|kaart|meny(?:er|n)?|menukort|ruokalista|menu karta|karta dań|jídelní(?: lístek)?|jídelníček|étlap|itallap|meniu(?:l)?|меню|μενού|κατάλογος|תפריט|قائمة الطعام|المنيو|メニュー|お品書き|菜单|菜單|菜谱|餐牌|메뉴|เมนู|thực đơn|food (?:&|and) drinks?|order online|takeaway|take-?out)(?:[^\p{L}]|$)/iu

/** Menus of other trades. */
export const OTHER_TRADE =
  /haircut|hair ?salon|barber|massage|facial|manicure|pedicure|waxing|spa treatments?|tattoo|car ?wash|oil change|friseur|haarschnitt|kosmetik|coiffure|coupe femme|peluquería|corte de pelo|parrucch|стрижк|маникюр|маникур|plumb|dental|zahn/iu

/** Parts of a menu. */
export const SECTION = new RegExp(
  [
    'starters?|appeti[sz]ers?|small plates|mains?(?: courses?)?|main dishes|entr[ée]es?|sides?|side dishes|desserts?|sweets|drinks?|beverages?|breakfast|brunch|lunch|dinner|supper|soups?|salads?|sandwich(?:es)?|burgers?|pizzas?|pastas?|wraps|tacos?|burritos?|noodles|rice|curr(?:y|ies)|sushi|rolls|grill|seafood|steaks?|wines?|beers?|cocktails?|coffees?|teas?|kids|specials|tapas|snacks|bowls|dim sum|mezze',
    'vorspeisen?|hauptgerichte?|hauptspeisen?|beilagen?|nachspeisen?|nachtisch|getränke|frühstück|mittagstisch|suppen?|salate?|nudeln|fleisch\\p{L}*|fisch\\p{L}*|vom grill|schnitzel|weine|biere|kaffee|heißgetränke|alkoholfrei\\p{L}*',
    'entrées|plats|nos plats|accompagnements|boissons|petit[- ]déjeuner|soupes|salades|viandes|poissons|vins|bières|fromages|crêpes|galettes',
    'entrantes|entradas|primeros|segundos|principales|platos|postres|bebidas|desayunos?|sopas|ensaladas|carnes|pescados|mariscos|vinos|cervezas|raciones|bocadillos',
    'antipasti|primi(?: piatti)?|secondi(?: piatti)?|contorni|dolci|bevande|insalate|zuppe|carne|pesce|vini|birre|pizze(?: \\p{L}+)?|panini',
    'pratos(?: principais)?|acompanhamentos|sobremesas|saladas|cafés|lanches|petiscos|peixes',
    'voorgerechten|hoofdgerechten|bijgerechten|nagerechten|dranken|ontbijt|soepen|förrätter|huvudrätter|varmrätter|efterrätter|drycker|forretter|hovedretter|desserter|drikkevarer|forrett\\p{L}*|alkuruoat|pääruoat|jälkiruoat|juomat',
    'przystawki|zupy|dania główne|desery|napoje|sałatki|makarony|předkrmy|polévky|hlavní jídla|dezerty|nápoje|saláty|přílohy|predjedlá|polievky|előételek|levesek|főételek|desszertek|italok|aperitive|ciorbe|feluri principale|deserturi|băuturi',
    'закуски|супы|салаты|горячие блюда|основные блюда|гарниры|десерты|напитки|завтраки|пицца|паста|супи|основні страви|десерти|напої|ορεκτικά|κυρίως|σαλάτες|επιδόρπια|ποτά|başlangıçlar|ana yemekler|çorbalar|salatalar|tatlılar|içecekler',
    'מנות ראשונות|עיקריות|קינוחים|שתייה|سلطات|مقبلات|أطباق رئيسية|حلويات|مشروبات|شوربات',
    '前菜|主菜|ご飯もの|丼|麺類|麺|一品料理|デザート|ドリンク|飲み物|サラダ|凉菜|涼菜|热菜|熱菜|汤类?|湯|饮料|飲料|甜品|小吃|点心|點心|主食|전채|메인|식사|음료|디저트|면류|khai vị|món chính|tráng miệng|đồ uống|อาหาร\\p{L}*|เครื่องดื่ม|ของหวาน|makanan|minuman',
  ]
    .map((names) => `(?:^|[^\\p{L}])(?:${names})(?=[^\\p{L}]|$)`)
    .join('|'),
  'iu',
)

/** What dishes are made of; one of these stands in most names or descriptions. */
export const FOOD = new RegExp(
  [
    'pizza|pasta|spaghetti|lasagn|risotto|gnocchi|ravioli|burger|sandwich|salad|soup|steak|chicken|beef|pork|lamb|duck|fish|salmon|tuna|shrimp|prawn|cheese|egg|bacon|ham|bread|toast|fries|potato|tomato|mushroom|onion|garlic|rice|noodle|curry|taco|burrito|sushi|ramen|tofu|bean|sauce|cream|butter|chocolate|vanilla|cake|pie|ice cream|coffee|espresso|latte|cappuccino|tea|beer|wine|juice|cola|water|lemonade|cocktail|gin|vodka|rum|whisk',
    'suppe|salat|hähnchen|huhn|rind|schwein|lamm|fisch|lachs|garnelen|käse|schinken|speck|brot|pommes|kartoffel|tomate|pilz|zwiebel|knoblauch|reis|nudel|soße|sahne|schoko|kuchen|eis|kaffee|tee|bier|wein|saft|wasser|schnitzel|wurst|knödel|gemüse',
    'soupe|salade|poulet|bœuf|boeuf|porc|agneau|canard|poisson|saumon|crevette|fromage|jambon|œuf|pain|frites|pomme|champignon|oignon|riz|crème|chocolat|gâteau|glace|café|thé|bière|vin|jus|eau',
    'sopa|ensalada|pollo|ternera|cerdo|cordero|pescado|salmón|gamba|queso|jamón|huevo|pan|patata|papas|tomate|seta|cebolla|arroz|salsa|nata|chocolate|tarta|helado|cerveza|vino|zumo|agua|croqueta|tortilla',
    'zuppa|insalata|manzo|maiale|agnello|pesce|salmone|gamber|formaggio|mozzarella|prosciutto|uova|pane|patat|pomodor|funghi|cipolla|riso|panna|cioccolat|torta|gelato|caffè|birra|vino|succo|acqua|melanzan|basilico',
    'sopa|frango|carne|porco|peixe|camarão|queijo|ovo|pão|batata|arroz|feijão|bolo|sorvete|cerveja|vinho|suco|água|zupa|sałatk|kurczak|wołow|wieprz|ryb|ser|jaj|chleb|ziemniak|frytki|ryż|ciasto|lody|kawa|herbata|piwo|wino|polévka|kuře|hověz|vepř|sýr|brambor|pivo|víno',
    'soppa|sallad|kyckling|nöt|fläsk|lax|räk|ost|ägg|bröd|potatis|svamp|lök|ris|grädde|glass|kaffe|öl|vin|juice|суп|салат|куриц|говядин|свинин|баранин|рыб|лосос|креветк|сыр|ветчин|яйц|хлеб|картоф|гриб|лук|рис|соус|сливк|шоколад|торт|мороженое|кофе|чай|пиво|вино|сок|борщ|пельмен',
    'çorba|tavuk|dana|kuzu|balık|peynir|yumurta|ekmek|patates|pilav|kebap|tatlı|kahve|çay|ayran|دجاج|لحم|سمك|جبن|أرز|خبز|سلطة|شوربة|قهوة|شاي|عصير|كباب|حمص|עוף|בקר|דג|גבינה|אורז|סלט|מרק|קפה|תה|חומוס',
    '鶏|豚|牛|魚|鮭|海老|エビ|卵|玉子|豆腐|ご飯|飯|麺|うどん|そば|ラーメン|カレー|天ぷら|刺身|寿司|チーズ|サラダ|スープ|ケーキ|アイス|コーヒー|茶|ビール|酒|鸡|雞|猪|豬|鱼|虾|蝦|蛋|米|饭|面|麵|汤|饺|餃|包|粥|咖啡|닭|치킨|돼지|소고기|생선|새우|계란|두부|밥|국수|면|김치|찌개|커피|맥주|phở|bún|cơm|gà|bò|heo|tôm|cá|ข้าว|ไก่|หมู|กุ้ง|ปลา|nasi|ayam|sapi|ikan|mie',
  ].join('|'),
  'iu',
)
