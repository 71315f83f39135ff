import { fold } from './fold.ts'
import { stem } from './stem.ts'
import type { Language } from './stop-words.ts'

/** The stems of words that ask for the same thing as a word, in the language of the page. */
export function synonymsOf(word: string, language: Language | undefined): readonly string[] {
  return table(language).get(stem(word, language)) ?? []
}

const tables = new Map<string, ReadonlyMap<string, readonly string[]>>()

function table(language: Language | undefined): ReadonlyMap<string, readonly string[]> {
  const key = language ?? ''
  const known = tables.get(key)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const group of GROUPS.trim().split('\n')) {
    const stems = [
      ...new Set(
        fold(group)
          .trim()
          .split(/\s+/)
          .map((word) => stem(word, language)),
      ),
    ]
    for (const one of stems) {
      made.set(one, [...(made.get(one) ?? []), ...stems.filter((other) => other !== one)])
    }
  }
  tables.set(key, made)
  return made
}

/**
 * What questions ask for and how pages call it, one group a line. All languages stand together, so that a question in one
 * language finds the word of another.
 */
const GROUPS = `
cost price fee fare charge rate tariff expensive teuer cher caro duur dyr drogi дорогой preis kosten kostet gebühr prix coût coûte tarif precio coste cuesta tarifa prezzo costo costa tariffa preço custo custa prijs kost kosten tarief pris kostnad kostar avgift cena koszt kosztuje opłata цена стоимость стоит fiyat ücret maliyet 価格 料金 值段 价格 费用 가격 요금 ราคา
founded founder establish create created start started launch begin began gründen gegründet gründung fonder création créer fundar fundación crear fondare fondazione creare creato istituire istituito nascere nato fundação fundada criar criada criado oprichten opgericht oprichting grunda grundades grundande założyć założył powstać powstał założony założono założenie основать основан основание создан kurmak kurdu kuruldu kuruluş 創業 設立 成立 创立 创办 설립 ก่อตั้ง
build construct erect construction bauen errichten erbaut errichtet bâtir construire construction construir construcción costruire costruzione edificare construção bouwen gebouwd bygga uppföra byggdes zbudować wybudowany wzniesiony построить построен сооружен inşa yapıldı 建造 建設 修建 건설 สร้าง
write author wrote writer schreiben verfasst autor verfasser écrire auteur écrit escribir escrito autora scrivere autore scritto escrever schrijven schrijver auteur skriva författare skrev napisać autor napisał написать автор написал yazmak yazar yazdı 著者 作者 撰写 저자
design architect designer entwerfen entworfen architekt concevoir architecte dessiner diseñar arquitecto progettare architetto projetar ontwerpen architect ontworpen rita ritade ritningar arkitekt zaprojektować architekt спроектировать архитектор tasarlamak mimar 設計 设计 建築家
invent invention devise erfinden erfunden inventer inventar inventare uitvinden uppfinna wynaleźć изобрести icat 発明 发明 발명
buy purchase order kaufen erwerben bestellen acheter commander comprar pedir comprare acquistare ordinare encomendar kopen bestellen köpa beställa kupić zamówić купить заказать satın sipariş
return refund rückgabe zurückgeben erstattung umtausch retour rembourser remboursement devolver devolución reembolso restituire reso rimborso devolução terugsturen retourneren terugbetaling retur återbetalning zwrot возврат iade
ship deliver delivery dispatch liefern versand lieferung livrer livraison expédition enviar envío entrega spedire spedizione consegna leveren levering verzending leverans frakt dostawa wysyłka доставка teslimat kargo 配送 送料 发货 배송
open opening inaugurate inauguration inaugurar inaugurer inaugurare eröffnen eröffnet eröffnung öffnen geöffnet öffnungszeiten ouvrir ouvert ouverture horaires abrir abierto apertura horario aprire aperto orari openen geopend openingstijden öppna öppet öppettider otwarty otwarcia otwarte открыт открыть часы açık açılış 営業 開館 开放 营业 开门 开馆
close closed shut deadline schließen geschlossen fermer fermé fermeture cerrar cerrado chiudere chiuso fechar fechado sluiten gesloten stänga stängt zamknięty zamknięte закрыт закрыть kapalı 休館 定休 闭馆
live reside home inhabit leben wohnen wohnt vivre habiter vivir residir vivere abitare viver morar wonen leven bo bor mieszkać żyć жить живет yaşamak
population inhabitants residents people person persons live lives personen leute menschen leben wohnen personnes gens habitent personas gente viven persone vivono pessoas vivem mensen wonen människor bor osób osoby ludzi mieszka человек людей живет kişi insan einwohner bevölkerung habitants population habitantes población abitanti popolazione população inwoners bevolking invånare befolkning mieszkańcy ludność население жителей nüfus 人口 인구 ประชากร
zatrudniać zatrudnia emploie emplea impiega emprega beschäftigt employee employ staff worker работают работать mitarbeiter beschäftigte angestellte employé effectif empleado trabajador plantilla dipendente addetto funcionário medewerker werknemer anställd medarbetare pracownik сотрудник работник çalışan 従業員 员工 직원
large big size area größe groß fläche grand taille superficie surface grande tamaño superficie grande dimensione superficie tamanho área groot ausstellungsfläche grootte oppervlakte stor storlek yta duży wielkość powierzchnia большой размер площадь büyük boyut alan 面積 面积 넓이
tall high height hoch höhe hauteur haut alto altura altezza alto hoog hoogte hög höjd wysoki wysokość высокий высота yüksek yükseklik 高さ 高度 높이
long length lang länge longueur long largo longitud longitud lunghezza lungo comprimento lengte lång längd długi długość длинный длина uzun uzunluk 長さ 长度 全长 길이
heavy weight weigh load schwer gewicht wiegt poids pèse lourd peso pesa pesado peso gewicht weegt zwaar vikt väger waga waży masa вес весит масса ağırlık 重さ 重量 무게 น้ำหนัก
fast speed schnell geschwindigkeit vitesse rapide velocidad rápido velocità veloce velocidade snel snelheid hastighet szybki prędkość скорость быстрый hız 速度
leader head chief director chair dirigir dirige directora ceo president leiter leitung chef geschäftsführer vorsitzender directeur dirigeant président director jefe presidente direttore capo presidente diretor leider directeur ledare chef kierownik dyrektor prezes директор глава руководитель müdür başkan
cause reason why grund ursache cause raison causa razón motivo causa motivo ragione razão oorzaak reden orsak anledning przyczyna powód причина sebep neden 原因 理由 원인
begin start commence beginnen anfangen beginn commencer débuter début empezar comenzar inicio iniziare cominciare inizio começar iniciar início beginnen starten begin börja starta start rozpocząć zacząć początek начать начало başlamak başlangıç 開始 开始 시작
end finish conclude enden ende finir fin terminer terminar fin finire fine terminare fim acabar eindigen einde sluta slut kończyć koniec закончить конец bitmek son 終了 结束
use usage used for verwenden nutzen benutzen verwendung utiliser usage emploi usar utilizar uso usare utilizzare uso utilização gebruiken gebruik använda användning używać użycie использовать использование kullanmak kullanım 使用 利用 사용
repair fix mend reparieren instandsetzung réparer réparation reparar reparación riparare riparazione conserto repareren herstellen reparera laga naprawić naprawa чинить ремонт tamir 修理 维修 수리
warranty guarantee garantie gewährleistung garantie garantía garanzia garantia garanti gwarancja гарантия garanti 保証 保修 보증
contact reach kontakt erreichen contacter joindre contactar contattare contact bereiken kontakta kontakt контакт связаться iletişim 連絡 联系 연락
phone telephone telefon téléphone teléfono telefono telefone telefoon телефон 電話 电话 전화
email mail correo courriel e-posta mejl почта
car vehicle automobile auto fahrzeug voiture véhicule coche vehículo auto macchina veicolo carro veículo voertuig bil fordon samochód pojazd машина автомобиль araba araç
money funding fund finance finanzieren finanzierung financer financement financiar financiación finanziare finanziamento financiamento financieren finansiera finansować финансировать
win winner award prize gewinnen gewinner preis gagner lauréat prix ganar ganador premio vincere vincitore premio vencer vencedor prêmio winnen winnaar prijs vinna vinnare wygrać zwycięzca nagroda победить победитель премия kazanmak ödül
job profession occupation work beruf arbeit métier profession travail profesión trabajo professione lavoro profissão trabalho beroep werk yrke jobb zawód praca профессия работа meslek iş
allow permit permitted erlauben erlaubt gestattet permettre autorisé permitir permitido permettere consentito permitido toestaan toegestaan tillåta tillåtet dozwolone wolno разрешено можно izin
forbid prohibit ban verbieten verboten untersagt interdire interdit prohibir prohibido vietare vietato proibir proibido verbieden verboden förbjuda förbjudet zabronione запрещено yasak
temperature heat degrees temperatur grad température degrés temperatura grados gradi graus temperatuur graden grader temperatura stopni температура градусов sıcaklık derece 温度 気温 온도
material made fabric werkstoff stoff matière matériau tissu material tejido materiale tessuto tecido materiaal stof material tyg materiał tkanina материал ткань malzeme kumaş 素材 材料 材质 소재 วัสดุ
child kid kind kinder enfant niño bambino criança kind kinderen barn dziecko dzieci ребенок дети çocuk
ticket fare admission entry entrance eintritt eintrittskarte billet entrée entrada boleto biglietto ingresso bilhete kaartje toegang biljett inträde bilet wstęp билет вход bilet giriş 入場 門票 门票 입장
cancel terminate cancellation kündigen stornieren kündigung résilier annuler résiliation cancelar anular cancelación disdire annullare disdetta opzeggen annuleren säga avbryta anulować wypowiedzieć отменить iptal 解約 取消 취소
include contain comprise enthalten beinhalten umfassen comprendre contenir inclure incluir contener includere contenere comprendere conter omvatten bevatten ingå innehålla zawierać obejmować содержать включать içermek
visit visitor tourist besuchen besucher visiter visiteur visitar visitante visitare visitatore bezoeken bezoeker besöka besökare odwiedzić zwiedzający посетить посетитель ziyaret ziyaretçi
name called known named heißen genannt name appeler nom llamar nombre chiamare nome chamar nome heten naam heta kallas namn nazywać nazwa называться название ad isim
located location situated lie liegt gelegen standort lage situé trouve emplacement ubicado situado ubicación situato ubicazione trova localizado fica localização gelegen ligt ligger beläget położony znajduje leży расположен находится bulunur konum 位于 位置 所在地 위치 ตั้งอยู่
maximum limit most up höchstens grenze maximal maximum limite máximo límite massimo limite máximo hoogste grens högsta gräns maksimum limit максимум лимит предел en sınır 上限 限制
minimum least mindestens minimum minimal mínimo minimo minst minimum co najmniej минимум 最低
support compatible supports unterstützen unterstützt kompatibel prendre charge compatible soporta compatible admite supporta compatibile suporta compatível ondersteunen compatibel stödjer stöd kompatibel obsługuje поддерживает совместим destek uyumlu 対応 支持 지원
color colour farbe couleur color colore cor kleur färg kolor цвет renk 色 颜色 색상
battery akku batterie batería batteria bateria accu batteri akumulator аккумулятор батарея pil バッテリー 电池
age old alt alter âge edad età idade leeftijd oud ålder gammal wiek возраст yaş
doctor physician arzt médecin médico medico arts läkare lekarz врач doktor
screen display bildschirm écran pantalla schermo tela scherm skärm ekran экран ekran 画面 屏幕 화면
ram memory arbeitsspeicher mémoire memoria memória geheugen minne pamięć память bellek 内存 メモリ
loud noise volume laut lautstärke lärm bruit ruido rumore ruído geluid ljud hałas шум gürültü
swap replace exchange change wechseln austauschen tauschen remplacer changer cambiar sustituir sostituire trocar substituir vervangen byta wymienić заменить değiştirmek 交换 更换 交換
often frequently frequent oft häufig souvent frecuencia spesso frequente vaak ofta często часто sık
train railway rail station bahn zug bahnhof gare tren treno trem trein tåg pociąg поезд tren 駅 电车
show exhibit display ausstellen ausgestellt zeigen gezeigt exposer exposé mostrar exponer esporre mostrare expor tentoonstellen visa pokazać показать
last duration run running time dauer dauern laufzeit durée durer duración durar durata durare duração duur duren längd varaktighet trwać длительность продолжительность длится süre
capacity hold seat fit fassungsvermögen kapazität capacité capacidad caben aforo capacità capienza capacidade capaciteit kapacitet pojemność вместимость kapasite 容量 定員
wheelchair accessible barrierefrei rollstuhl accessible fauteuil accesible silla accessibile acessível rolstoel toegankelijk rullstol wózek доступ erişilebilir
mountain peak summit berg gipfel montagne sommet cima monte montaña pico montagna vetta montanha top fjäll góra szczyt гора вершина dağ zirve
book volume buch livre libro livro boek bok książka книга kitap
discount reduction rabatt ermäßigung réduction remise descuento rebaja sconto riduzione desconto korting zniżka скидка indirim 折扣 割引 할인
harvest crop ernte récolte cosecha raccolto colheita oogst skörd zbiory урожай hasat
exhibition collection holding ausstellung sammlung collection colección collezione coleção acervo collectie samling kolekcja коллекция koleksiyon
make produce producer manufacture manufacturer maker herstellen hersteller produzieren fabriquer fabricant produire fabricar fabricante producir produrre produttore fabbricare produzir produceren fabrikant maken tillverka tillverkare producent produkować производить производитель üretmek üretici 制造 製造 제조
project scheme plan programme program initiative vorhaben projekt plan projet programme proyecto plan programa progetto piano projeto plano проект план proje plan 项目 計画
critic opponent opposition kritiker gegner opposant critique opositor crítico oppositore critico tegenstander motståndare krytyk przeciwnik критик противник eleştirmen
miss forget skip omit verpassen vergessen auslassen oublier manquer olvidar omitir dimenticare saltare esquecer vergeten glömma zapomnieć забыть unutmak 忘れる 忘记
medicine drug tablet pill medication medikament arznei tablette médicament comprimé medicamento pastilla medicina farmaco compressa comprimido medicijn tablet läkemedel lek tabletka лекарство таблетка ilaç 薬 药
frozen freeze tiefgekühlt gefroren einfrieren congelé surgelé congeler congelado congelar congelato surgelato bevroren fryst mrożony замороженный dondurulmuş 冷凍 冷冻
supply supplied fourni fournir suministrar fornire fornecer leveren tillhandahålla dostarczać предоставить inclus include included inkludiert enthalten incluido incluso inbegrepen ingår
company firm business enterprise firma unternehmen betrieb société entreprise compagnie empresa compañía sociedad azienda società impresa companhia bedrijf onderneming företag bolag przedsiębiorstwo компания фирма предприятие şirket 会社 公司 회사
drink beverage trinken getränk boire boisson beber bebida bere bevanda drinken dricka pić napój пить напиток içmek içecek
abandon scrap cancel stop discontinue einstellen aufgeben abandonner supprimer abandonar suprimir abbandonare sopprimere stopzetten lägga zlikwidować отменить
update revise change amend aktualisieren überarbeiten mettre jour réviser actualizar revisar aggiornare atualizar rever bijwerken herzien uppdatera zaktualizować обновить güncellemek 更新
hire recruit employ einstellen anstellen embaucher recruter contratar reclutar assumere contratar aannemen werven anställa rekrytera zatrudnić нанять işe
tyre tire flat puncture reifen platten crevaison pneu crevé pinchazo neumático foratura gomma furo band lekke däck punktering opona шина lastik
dangerous danger risk hazard gefährlich gefahr risiko dangereux danger risque peligroso peligro riesgo pericoloso pericolo rischio perigoso perigo gevaarlijk gevaar farlig fara risk niebezpieczny опасный риск tehlike
mother father parents mutter vater eltern mère père parents madre padre padres genitori mãe pai pais moeder vader ouders mor far föräldrar matka ojciec rodzice мать отец родители anne baba
wife husband spouse married frau ehefrau ehemann femme mari épouse esposa marido mujer moglie marito esposa vrouw echtgenoot fru make żona mąż жена муж eş
school university college study studied schule universität studieren studium école université étudier escuela universidad estudiar scuola università studiare escola universidade studeren skola universitet studera szkoła uniwersytet школа университет учиться okul üniversite
sea ocean coast meer ozean küste mer océan côte mar océano costa mare oceano zee kust hav kust morze wybrzeże море берег deniz
rain weather wet regen wetter pluie temps météo lluvia tiempo pioggia chuva regen regn väder deszcz pogoda дождь погода yağmur hava
teach teacher lesson course unterrichten lehrer kurs enseigner professeur cours enseñar profesor curso insegnare corso ensinar professor lesgeven leraar undervisa lärare kurs uczyć nauczyciel учить учитель öğretmen 教课 讲课 授课 教
eat feed diet food meal restaurant essen speise gericht manger nourriture repas comer comida mangiare cibo eten voedsel äta mat jeść jedzenie есть еда yemek
park parking parkplatz parken parkgebühr stationnement parking garer aparcamiento estacionamiento parcheggio parcheggiare estacionamento parkeren parkeerplaats parkera parkering parking parkować парковка otopark 駐車場 停车场 주차장
kill die death victim sterben tod opfer tödlich mourir mort victime morir muerte víctima morire morte vittima sterven dood slachtoffer dö död offer umrzeć śmierć ofiara умереть смерть ölmek ölüm
room bedroom zimmer schlafzimmer chambre habitación camera quarto kamer rum pokój комната oda 部屋 房间 객실
guest visitor customer client kunde gast client cliente invité huésped klant gast kund gäst klient gość клиент гость müşteri misafir
sick ill illness disease krank krankheit erkranken malade maladie enfermo enfermedad malato malattia doente doença ziek ziekte sjuk sjukdom chory choroba больной болезнь hasta hastalık 病気 生病
respond reply answer antworten antwort répondre réponse responder respuesta rispondere risposta resposta antwoorden svara svar odpowiedzieć ответить ответ cevap yanıt 回答
expire lapse end ablaufen verfallen expirer échéance caducar vencer scadere expirar verlopen gå wygasać истекать sona
vacation holiday leave urlaub ferien vacances congé vacaciones ferie vacanze férias vakantie verlof semester urlop отпуск tatil izin 休暇
lead direct manage chair run leiten führen vorsitz vorsitzende vorsitzender leiter diriger dirigir guidare dirigere liderar leiden leda prowadzić руководить yönetmek
endangered threatened danger bedroht gefährdet menacé amenazado peligro minacciato ameaçado bedreigd hotad zagrożony исчезающий
area region district gebiet gegend région zona región zona regione região gebied område region obszar область bölge
ingredient substance component wirkstoff zutat ingrédient ingrediente sostanza bestanddeel składnik состав
latin botanical scientific botanisch wissenschaftlich latein botanique scientifique botánico científico botanico scientifico
condition state grade zustand état estado condizione stato staat skick stan состояние
licence license lizenz licencia licenza licença licentie licens licencja лицензия
publish publisher press imprint verlag veröffentlichen éditeur publier editorial publicar editore pubblicare uitgever förlag wydawca издатель
venue place location held ort veranstaltungsort lieu lugar sede luogo plaats plats miejsce место
donate donation memorial gift spende don donación donazione doação gift gåva darowizna пожертвование
fund funding foundation finance grant sponsor fördern finanzieren financer financiar finanziare financieren finansiera finansować
ship vessel boat ferry schiff fähre boot bateau navire barco buque nave traghetto schip fartyg statek корабль
rating score stars bewertung note évaluation valoración puntuación valutazione beoordeling betyg ocena оценка
difficulty difficult hard level grade schwierigkeit schwer difficulté difficile dificultad difícil difficoltà moeilijkheid svårighet trudność сложность
interview guest talk gespräch entretien invité entrevista invitado intervista ospite
sleep berth bed schlafen bett couchage lit cama dormir letto posto slapen
dormitorio habitación bedroom schlafzimmer chambre camera slaapkamer
elevation altitude height summit höhe altura altitud altezza hoogte
earn gross revenue turnover umsatz einnahmen chiffre ingresos fatturato omzet
support supporter backer back pledge unterstützer soutien apoyo sostenitore
power consumption energy use leistung verbrauch consommation consumo verbruik
car vehicle automobile auto fahrzeug voiture véhicule coche vehículo macchina veicolo wagen bil samochód машина
child children kid kids kind kinder enfant niño bambino criança barn dziecko ребенок
`
